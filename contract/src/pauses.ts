import { NO_STOP_ADDRESS } from './people/stop-link.ts';

/** The values of each kind of pause that the server decided (docs/behaviour.md#standstills). */
interface Values {
  subscription: NoValues;
  account: NoValues;
  /** As the screens of its user show it. */
  last_moment: { moment: string };
  stop_link: NoValues;
  /** Its canary is done, which had so many people. */
  review: { people: number };
  /** Each of these could send again once somebody signs in. */
  signed_out: { profiles: string[] };
  profiles: NoValues;
  /** All who are left in a follow-up wait for these. */
  own_profiles: { profiles: string[] };
  /** The words of a version whose kind is not known. */
  told: { words: string };
}

type NoValues = Record<never, never>;

export type PauseKind = keyof Values;

/** Why the server paused a campaign. */
export type Pause = { [Kind in PauseKind]: { kind: Kind } & Values[Kind] }[PauseKind];

export const PAUSED_BY_SUBSCRIPTION = 'Your subscription has expired';
export const PAUSED_BY_ACCOUNT = 'This account is disabled';

const WORDS: { [Kind in PauseKind]: (values: Values[Kind]) => string } = {
  subscription: () => PAUSED_BY_SUBSCRIPTION,
  account: () => PAUSED_BY_ACCOUNT,
  last_moment: ({ moment }) => `Its last moment, ${moment}, has passed`,
  stop_link: () => NO_STOP_ADDRESS,
  review: ({ people }) =>
    `The first ${people === 1 ? 'one is' : `${people} are`} done: have a look, then press Start`,
  signed_out: ({ profiles }) => `Signed out: open ${profiles.join(', ')} and sign in`,
  profiles: () => 'No profile of this campaign is able to send',
  own_profiles: ({ profiles }) => `Its people wait for ${listNames(profiles)}, which cannot send`,
  told: ({ words }) => words,
};

/** A pause in words, without a full stop. */
export function pauseWords(pause: Pause): string {
  return (WORDS[pause.kind] as (values: Pause) => string)(pause);
}

/** 'kiln.club, shop and studio' */
const listNames = (names: string[]) =>
  [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(' and ');
