/** Letters of a user code: no vowel, so that it spells no word, and none that is taken for another. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 8;
const SHOWN = /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/;

/** How a pairing stands. `connected`: the agent has its token and has asked for work. */
export const PAIRING_STATES = ['waiting', 'approved', 'refused', 'expired', 'connected'] as const;
export type PairingState = (typeof PAIRING_STATES)[number];

/** A user code as it is shown and kept, XXXX-XXXX, out of what a person typed; undefined when it is none. */
export function parseUserCode(typed: string): string | undefined {
  const letters = typed.toUpperCase().replace(/[\s\p{Pd}]/gu, '');
  const code = `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
  return SHOWN.test(code) ? code : undefined;
}

/** A user code whose letters are those numbers of the alphabet, which `random` gives below its argument. */
export function makeUserCode(random: (below: number) => number): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[random(LETTERS.length)]).join('');
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
}
