import { type StartProblem, startProblemWords } from './campaigns/start-problems.ts';
import { START_UNDONE } from './campaigns.ts';
import { type Pause, pauseWords } from './pauses.ts';
import { TEMPLATE_CONTENT_MAX } from './templates.ts';

/** The values of each kind (docs/engine.md#reasons). A day is 'YYYY-MM-DD' of the user's zone. */
interface Values {
  /** No longer pending in its list. */
  gone: NoValues;
  do_not_contact: NoValues;
  /** is_meanwhile: after the message that a follow-up follows. is_unclear: the message may have arrived. */
  messaged: { day: string; is_meanwhile?: boolean; is_unclear?: boolean };
  replied: { day: string };
  undecided_stop: NoValues;
  /** So many messages without a reply. */
  budget: { messages: number };
  left_out: { list: string } | { tag: string } | { replied_days: number };
  no_source: NoValues;
  /** people: of one line for all of them. */
  taken_out: { people?: number };
  /** The blank without a value. */
  unfilled: { blank: string };
  too_long: { characters: number };
  other_name: NoValues;
  by_hand: NoValues;
  put_back: NoValues;
  given_to_all: { people: number; profile: string };
  not_found: NoValues;
  /** Nobody knows whether the message arrived. */
  unclear: NoValues;
  in_use: NoValues;
  site_away: NoValues;
  not_sent: Retried;
  not_in_time: Retried;
  said_sent: NoValues;
  said_not_sent: { next?: 'retry' | 'later_campaign' };
  /** The words of an agent, a driver or a site. */
  told: { words: string };
  /** Of profiles that rest, with the words of their machine. */
  blocked: Told;
  signed_out: Told;
  cannot_start: Told;
  obstructed: Told;
  unlisted: { words: string };
  /** Of a start: after a pause, or by itself at its moment. */
  resumed: NoValues;
  as_scheduled: NoValues;
  start_undone: NoValues;
  /** To start by itself at a moment, as 'DD-MM-YYYY HH:mm', or no more by itself. */
  scheduled: { moment: string };
  unscheduled: NoValues;
  /** A scheduled start that came too late, as 'DD-MM-YYYY HH:mm', and what kept it; without: the server was off. */
  overdue: { moment: string; problem?: StartProblem };
  /** By the server. */
  paused: { pause: Pause };
  /** By its owner, for good. */
  stopped_early: NoValues;
}

type NoValues = Record<never, never>;
type Retried = { is_retried?: boolean };
type Told = { words?: string };

export type ReasonKind = keyof Values;

/** Why a person gets no message, what became of a try, or what a line of a log says of its campaign. */
export type Reason = { [Kind in ReasonKind]: { kind: Kind } & Values[Kind] }[ReasonKind];

const withCommas = (count: number) => count.toLocaleString('en-US');

const NO_FIREFOX = 'Firefox could not be started.';
const TRIED_AGAIN = 'tried again every ten minutes, and at once when you press Try again.';

/** The words of each reason, wherever it is shown. */
const WORDS: { [Kind in ReasonKind]: (values: Values[Kind]) => string } = {
  gone: () => 'No longer pending in its list',
  do_not_contact: () => 'On your do-not-contact list',
  messaged: ({ day, is_meanwhile, is_unclear }) =>
    `Messaged ${is_meanwhile ? 'meanwhile' : 'already'}${is_unclear ? ' (unclear)' : ''}, on ${dayFirst(day)}`,
  replied: ({ day }) => `Replied, on ${dayFirst(day)}`,
  undecided_stop: () => 'May have asked for no more messages: decide in Replies',
  budget: ({ messages }) => `${messages} ${messages === 1 ? 'message' : 'messages'} without a reply`,
  left_out: (left) => {
    if ('list' in left) return `In a list that is left out: ${left.list}`;
    if ('tag' in left) return `Has a tag that is left out: ${left.tag}`;
    const { replied_days } = left;
    return `Replied within ${replied_days} ${replied_days === 1 ? 'day' : 'days'}, which is left out`;
  },
  no_source: () => 'No stated source',
  taken_out: ({ people }) => `Taken out by you${people === undefined ? '' : `: ${countPeople(people)}`}`,
  unfilled: ({ blank }) => `Nothing for "${blank}"`,
  too_long: ({ characters }) =>
    `The message would have ${withCommas(characters)} characters; ${withCommas(TEMPLATE_CONTENT_MAX)} are the most`,
  other_name: () => 'Under another name in the list too',
  by_hand: () => 'Changed by hand',
  put_back: () => 'Put back by you',
  given_to_all: ({ people, profile }) =>
    `${countPeople(people)} of ${profile} may get it from every profile of this campaign now`,
  not_found: () => 'Name not found',
  unclear: () => 'Outcome unknown: not sent again',
  in_use: () => 'The profile is open in your own Firefox: trying again in a minute',
  site_away: () => 'The site does not answer: trying again later',
  not_sent: (values) => `Nothing was sent${retried(values)}`,
  not_in_time: (values) => `Not sent in time${retried(values)}`,
  said_sent: () => 'You said that it went out',
  said_not_sent: ({ next }) => {
    const then = { retry: ': trying again', later_campaign: ': pending for a later campaign' };
    return `You said that it did not go out${next === undefined ? '' : then[next]}`;
  },
  told: ({ words }) => words,
  blocked: ({ words = 'Instagram asks for a pause.' }) => `${words} This profile stopped.`,
  signed_out: ({ words = 'Signed out.' }) =>
    `${words} This profile stopped: open it, sign in and press Resume.`,
  cannot_start: ({ words = NO_FIREFOX }) => `${words} This profile waits: it is ${TRIED_AGAIN}`,
  obstructed: ({ words = NO_FIREFOX }) =>
    `${words} Several people in a row met this, so this profile waits: it is ${TRIED_AGAIN}`,
  unlisted: ({ words }) => `${words} This profile waits until it does.`,
  resumed: () => 'Resumed',
  as_scheduled: () => 'As scheduled',
  start_undone: () => START_UNDONE,
  scheduled: ({ moment }) => `To start ${moment}`,
  unscheduled: () => 'Waits for Start again',
  overdue: ({ moment, problem }) =>
    `Was to start ${moment}${problem === undefined ? ', while the server was off' : `: ${startProblemWords(problem)}`}`,
  paused: ({ pause }) => pauseWords(pause),
  stopped_early: () => 'Stopped before its end',
};

export const REASON_KINDS = Object.keys(WORDS) as ReasonKind[];

/** A reason in words, for one person. */
export function reasonWords(reason: Reason): string {
  return (WORDS[reason.kind] as (values: Reason) => string)(reason);
}

/** The kinds by which a plan counts who gets no message, in the order in which they are judged. */
export const PLAN_REASONS = [
  'do_not_contact',
  'messaged',
  'replied',
  'undecided_stop',
  'budget',
  'left_out',
  'no_source',
  'taken_out',
  'unfilled',
  'too_long',
] as const satisfies readonly ReasonKind[];
export type PlanReason = (typeof PLAN_REASONS)[number];

/** What is said of many people where their own words have figures of one person. */
const WORDS_OF_MANY: Partial<Record<ReasonKind, string>> = {
  messaged: 'Messaged already',
  replied: 'Replied',
  undecided_stop: 'May have asked for no more messages',
  budget: 'Too many messages without a reply',
  too_long: `Longer than ${withCommas(TEMPLATE_CONTENT_MAX)} characters`,
};

/** The reason of many people. `text`: the words of one of them. */
interface OfMany {
  reason: ReasonKind;
  field: string | null;
  text: string;
}

/** A reason in words, for many people. */
export function reasonOfMany({ reason, field, text }: OfMany): string {
  return reason === 'unfilled' ? `Nothing for “${field}”` : (WORDS_OF_MANY[reason] ?? text);
}

/** The same within a sentence. */
export function reasonWithin(reason: OfMany): string {
  const [first = '', ...rest] = reasonOfMany(reason);
  return `${first.toLowerCase()}${rest.join('')}`;
}

/** A reason as a row has it. A version that knew no kinds wrote its words alone (docs/engine.md#versions-side-by-side). */
export interface StoredReason {
  reason_kind: string | null;
  reason_args: object | null;
  words: string | null;
}

/** The kind of a stored reason and its words. Both are null where there is none, or one of a later version. */
export function readReason(stored: StoredReason | null): { kind: ReasonKind | null; words: string | null } {
  if (stored === null) return { kind: null, words: null };
  const { reason_kind, reason_args, words } = stored;
  const kind = isKind(reason_kind) ? reason_kind : null;
  const own = kind && reasonWords({ ...reason_args, kind } as Reason);
  // A version before has changed the row since its kind was written.
  if (words && words !== own) return { kind: null, words };
  return { kind, words: own };
}

const isKind = (kind: string | null): kind is ReasonKind => kind !== null && Object.hasOwn(WORDS, kind);

const retried = ({ is_retried }: Retried) => (is_retried ? ': trying again later' : '');

const countPeople = (people: number) => `${withCommas(people)} ${people === 1 ? 'person' : 'people'}`;

/** 'DD-MM-YYYY'. */
const dayFirst = (day: string) => day.split('-').reverse().join('-');
