/** Letters of a user code: no vowels, so that no words appear, and no two that look alike. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 8;
const SHOWN = /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/;

/** The states of a pairing. `connected`: the agent has its token and has asked for work. */
export const PAIRING_STATES = ['waiting', 'approved', 'refused', 'expired', 'connected'] as const;
export type PairingState = (typeof PAIRING_STATES)[number];

/** A typed user code in its stored form, XXXX-XXXX; undefined if it is not one. */
export function parseUserCode(typed: string): string | undefined {
  const letters = typed.toUpperCase().replace(/[\s\p{Pd}]/gu, '');
  const code = `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
  return SHOWN.test(code) ? code : undefined;
}

/** Makes a user code; `random(n)` gives a number below n. */
export function makeUserCode(random: (below: number) => number): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[random(LETTERS.length)]).join('');
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
}
