import {
  IS_A_DRAFT,
  LAST_MOMENT_HAS_PASSED,
  NOBODY_PENDING,
  type UsedProfile,
  usedText,
} from '../campaigns.ts';
import { LIST_BUSY } from '../lists.ts';
import { PAUSED_BY_ACCOUNT, PAUSED_BY_SUBSCRIPTION } from '../pauses.ts';
import { NO_SENDER_NAME, unreachableText } from '../people/stop-link.ts';
import { sendsTestText } from '../tests.ts';

/** The values of each thing that keeps a campaign from being started (docs/engine.md#campaign-states). */
interface Values {
  account: NoValues;
  subscription: NoValues;
  ended: NoValues;
  draft: NoValues;
  last_moment: NoValues;
  /** The blank whose field is gone. */
  unknown_blank: { blank: string };
  /** The stop link in its text would not open, or not say who writes. */
  unreachable: { address: string; reads_replies: boolean };
  no_sender_name: NoValues;
  /** None of its profiles is able to send; these are in other running campaigns; these send a test. */
  profiles: NoValues;
  taken: { profiles: UsedProfile[] };
  testing: { profiles: string[] };
  list_deleted: NoValues;
  /** So many people come back into its list after a delete. */
  requeueing: { people: number };
  retrying: NoValues;
  undoing: NoValues;
  list_busy: NoValues;
  nobody: NoValues;
  /** The words of a version whose kind is not known. */
  told: { words: string };
}

type NoValues = Record<never, never>;

/** Why a campaign cannot be started now. */
export type StartProblem = { [Kind in keyof Values]: { kind: Kind } & Values[Kind] }[keyof Values];

const WORDS: { [Kind in keyof Values]: (values: Values[Kind]) => string } = {
  account: () => PAUSED_BY_ACCOUNT,
  subscription: () => PAUSED_BY_SUBSCRIPTION,
  ended: () => 'This campaign has ended and does not start again.',
  draft: () => IS_A_DRAFT,
  last_moment: () => LAST_MOMENT_HAS_PASSED,
  unknown_blank: ({ blank }) =>
    `{${blank}} is no field of yours any more. Change the message, or make a campaign with another template.`,
  unreachable: ({ address, reads_replies }) => unreachableText({ address, readsReplies: reads_replies }),
  no_sender_name: () => NO_SENDER_NAME,
  profiles: () =>
    'No profile of this campaign is able to send. Switch one on, or resume one that is blocked or signed out, then start again.',
  taken: ({ profiles }) => usedText(profiles),
  testing: ({ profiles }) => sendsTestText(profiles),
  list_deleted: () => 'The list of this campaign was deleted.',
  requeueing: ({ people }) =>
    `Still putting ${people === 1 ? '1 person' : `${people.toLocaleString('en-US')} people`} back into this list after a delete. Try again in a moment.`,
  retrying: () => 'Still putting people back into this list to try them again. Try again in a moment.',
  undoing: () => 'Still taking an import out of this list. Try again in a moment.',
  list_busy: () => LIST_BUSY,
  nobody: () => NOBODY_PENDING,
  told: ({ words }) => words,
};

/** What keeps a campaign from being started, in words. */
export function startProblemWords(problem: StartProblem): string {
  return (WORDS[problem.kind] as (values: StartProblem) => string)(problem);
}
