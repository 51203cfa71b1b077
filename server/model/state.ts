// Over 300 lines: the whole state of the model, which is read as one.
import type { Outcome } from '@pigeonpost/contract/agent';
import type { CampaignStatus, DeliveryState } from '@pigeonpost/contract/campaigns';
import type { RecipientStatus } from '@pigeonpost/contract/recipients';

/** A name of the one list. */
export interface Name {
  /** Its person: a deleted name may be imported again. */
  person: number;
  status: RecipientStatus;
  /** The campaign that holds it, or gave it its final status. */
  campaign: number | null;
  position: number;
  /** Its first position in the line. */
  firstPosition: number;
  isDeleted: boolean;
  isRefused: boolean;
  /** Whether its owner set its status. */
  isByHand: boolean;
  /** Its thread hangs before begin, for every agent. */
  isStuck: boolean;
  /** The profile that wrote first, for a follow-up; null: any. */
  own: number | null;
}

export interface Campaign {
  status: CampaignStatus;
  profiles: number[];
  /** Whether its text has a blank that needs a value. */
  hasBlank: boolean;
  /** Whether its own hours are open, its cap for a day, and what was begun on this day. */
  isOpen: boolean;
  cap: number | null;
  begun: number;
  /** Whether its start can be undone and nothing is sent yet, and what it was before it. */
  isCountingDown: boolean;
  startedFrom: 'pending' | 'paused' | null;
  /** Whether it is to start by itself: later, now, or longer than a quarter of an hour ago. */
  schedule: 'none' | 'ahead' | 'due' | 'late';
  isOverdue: boolean;
  /** Whether no start has been made since it was scheduled. */
  isScheduled: boolean;
  /** After so many people it pauses for a look, unless that is over; null: never. */
  canary: number | null;
  isCanaryOver: boolean;
  /** After it nothing is sent: far ahead, nearer than a grant lasts, or passed. */
  lastMoment: 'none' | 'ahead' | 'near' | 'past';
  isForLook: boolean;
  isPausedByHand: boolean;
  mark: number | null;
  cursor: number;
  /** Whether each profile of it has a line of its own, and how far each is read, by profile. */
  isFollowUp: boolean;
  /** Whether it leaves out the people of a list. */
  leavesOut: boolean;
  ownCursors: number[];
  /** The recipients that were pending at its first start: it may never write to others. */
  chosen: number[];
  /** Completed by hand, before its end. */
  wasStopped: boolean;
  isDeleted: boolean;
  /** Deleted with `keep_sent`. */
  keepsSent: boolean;
  isGone: boolean;
}

export interface Row {
  state: DeliveryState;
  token: number;
  profile: number | null;
  failures: number;
  /** The number of claims, without those whose failure was the profile's. */
  tries: number;
  /** The token of its first lease that ended before begin; 0: none. */
  lapsed: number;
  /** The token of the lease that the owner settled; 0: none. */
  settled: number;
  /** Whether its owner took the person out, and ever put them back. */
  isTakenOut: boolean;
  isPutBack: boolean;
  /** Whether it was ever granted. */
  wasBegun: boolean;
  /** Whether its person had replied when it was granted; null: it was not, since it was handed out. */
  isBegunAfterReply: boolean | null;
  /** The value of its message; null: never claimed, or without a blank. */
  value: number | null;
  /** Whether a result with this token was recorded. */
  isHeard: boolean;
  /** 0 and below: due, in order; above: later, in order. */
  retryAt: number;
}

interface Profile {
  isActive: boolean;
  isBlocked: boolean;
  isSignedOut: boolean;
  /** Firefox could not start with it, and whether the ten minutes after that are not over. */
  isFaulted: boolean;
  isResting: boolean;
  lease: { token: number; campaign: number; name: number; isOver: boolean } | null;
  /** When its next message is due: 0: it never sent; below: the past, in order; above: later. */
  dueAt: number;
  /** The number of sendings granted to it, if a copy may be put back. */
  granted: number;
  /** Its cap for a day, and what was begun on this day. */
  cap: number | null;
  begun: number;
  hourCap: number | null;
  begunThisHour: number;
  /** The number of days on which it has sent while it begins slowly; null: it does not. */
  slowDay: number | null;
  /** Whether it sends at half, after a block. */
  isHalved: boolean;
}

/** What a profile did, whatever its counters say. */
interface PaceRecord {
  today: number;
  thisHour: number;
  slowDays: number | null;
  isHalved: boolean;
}

/** The caps of a profile that begins slowly: of its first day, how many more on each day, and of how many days. */
export interface Slow {
  first: number;
  more: number;
  days: number;
}

/** An agent's work: at most one delivery for each profile. */
export interface Task {
  token: number;
  /** The epoch of the database that handed it out. */
  epoch: number;
  campaign: number;
  name: number;
  /** In its message. */
  value: number | null;
  phase: 'held' | 'asking' | 'granted' | 'clicking' | 'pressed' | 'reporting';
  /** Whether the 60 seconds since it last asked are not over. */
  isFresh: boolean;
  askedAgain: boolean;
  outcome: Outcome | null;
  isBlocked: boolean;
  isSignedOut: boolean;
  /** Whether a person has its profile open. */
  isInUse: boolean;
  /** Whether the site does not answer. */
  isUnreachable: boolean;
  /** Whether Firefox could not start. */
  isFault: boolean;
  /** The machine whose journal has it. */
  machine: number;
}

/** A machine with an agent: the agent's knowledge, and the server's about it. */
export interface Machine {
  /** The highest mark that it saw, and the last epoch of the database that it met. */
  mark: number;
  /** The number of grants when it was last told, whatever it remembers. */
  told: number;
  epoch: number;
  /** The highest grant of each profile in its journal, in that epoch. */
  grants: number[];
  /** Whether it has repeated all results that an earlier epoch had answered. */
  hasMerged: boolean;
  /** Whether deliveries wait for its call, because the database may be a copy. */
  isAwaited: boolean;
}

/** The server that a report names as the origin of its delivery. */
export type Server = 'this' | 'another' | 'none';

export type Message =
  /** With whether the agent saw a reply in the thread. */
  | { to: 'server'; kind: 'begin'; profile: number; token: number; sees?: true }
  | { to: 'server'; kind: 'release'; profile: number; token: number }
  | {
      to: 'server';
      kind: 'result';
      profile: number;
      token: number;
      campaign: number;
      name: number;
      outcome: Outcome;
      isBlocked: boolean;
      isSignedOut: boolean;
      isInUse: boolean;
      isUnreachable: boolean;
      isFault: boolean;
      server: Server;
    }
  | {
      to: 'agent';
      kind: 'work';
      profile: number;
      token: number;
      epoch: number;
      campaign: number;
      name: number;
      value: number | null;
      mark: number;
      told: number;
    }
  | {
      to: 'agent';
      kind: 'begin';
      profile: number;
      token: number;
      verdict: string;
      mark: number;
      told: number;
      grant: number;
    }
  | { to: 'agent'; kind: 'result'; profile: number; token: number };

/** The ledger's entry of a person: the campaigns with a message under way, or unclear. */
export interface Entry {
  isSent: boolean;
  sending: number[];
  unclear: number[];
  /** The campaigns that had started when the person replied. */
  stopped: number[];
  /** The campaigns whose messages have no reply: those that were begun before the person replied, and after it. */
  unreplied: number[];
  unrepliedAfter: number[];
}

/** The remains of a delivery that was deleted with its campaign. */
export type Gone = Pick<Row, 'token' | 'settled'>;

/** The content of a database, and a backup of it. */
export interface Tables {
  names: Name[];
  campaigns: Campaign[];
  profiles: Profile[];
  rows: (Row | null)[][];
  /** By person. */
  ledger: Entry[];
  /** By person: the value for the blank; 0: none. */
  values: number[];
  /** By campaign, then by name. */
  gone: (Gone | null)[][];
  maySend: boolean;
  /** The same of the account: hours, cap, and what was begun. */
  isOpen: boolean;
  cap: number | null;
  begun: number;
  /** The mark, and the number of granted sendings, if a copy may be put back. */
  mark: number;
  grants: number;
  /** The epoch of the database, and whether sending waits for journals. */
  epoch: number;
  isFrozen: boolean;
  machines: Machine[];
}

/** Words that say nothing of stopping, that may ask for no more messages, or that a machine wrote. */
export type Writing = 'words' | 'perhaps' | 'automatic';

/** The whole state: tables, the agent's memory and journal, messages on their way, the inbox, the budgets. */
export interface State {
  names: Name[];
  campaigns: Campaign[];
  profiles: Profile[];
  /** By campaign, then by name. */
  rows: (Row | null)[][];
  ledger: Entry[];
  values: number[];
  gone: (Gone | null)[][];
  /** By profile; a crash leaves the journal part of it. */
  tasks: (Task | null)[];
  /** Work that a crash left, beside later claims of the agent. */
  reports: Task[];
  net: Message[];
  /** Messages that arrived, by campaign and name. */
  inbox: number[][];
  /** For who is taken out: how many messages had arrived then. */
  inboxWhenOut: (number | null)[][];
  /** Whether the owner takes people out, and puts them back. */
  takesOut: boolean;
  /** The value in the last message that arrived. */
  read: (number | null)[][];
  /** Messages that an agent knows to have sent; its journal repeats the result until the server answers. */
  noted: boolean[][];
  /** A name was tried again while another of its line was free. */
  isUnfair: boolean;
  /** A message was begun without a subscription. */
  isUnpaid: boolean;
  /** Whether the user's subscription is active. */
  maySend: boolean;
  isOpen: boolean;
  cap: number | null;
  begun: number;
  /** Whether the world has hours and caps, and how often hours may still close. */
  isPaced: boolean;
  closings: number;
  /** Whether starts can be undone and scheduled. */
  hasStarts: boolean;
  /** Whether campaigns may have last moments. */
  hasLastMoments: boolean;
  slow: Slow;
  /** The grants of this day as they happened. */
  grantedToday: { account: number; campaigns: number[] };
  /** By profile. */
  record: PaceRecord[];
  /** What happened against hours and caps. */
  timeProblem: string | null;
  /** Whether people write back. By person: the campaigns that had started when they wrote, and what the server was told. */
  hasReplies: boolean;
  wrote: (number[] | null)[];
  known: (number[] | null)[];
  /** What people may write, and by person what they wrote; a wish to stop that its owner has not decided on yet. */
  writings: Writing[];
  said: (Writing | null)[];
  isUndecided: boolean[];
  /** By person: whether they pressed their stop link, and whether the world has such links. */
  hasStopped: boolean[];
  hasStopLinks: boolean;
  /** After so many messages without a reply a person is left alone; null: never. */
  budget: number | null;
  /** By person: whether they are in the list that campaigns leave out. */
  leftOut: boolean[];
  /** What happened against what people wrote, or pressed, or to whom is left alone. */
  replyProblem: string | null;
  /** Whether names are being imported into the list, which holds its line. */
  isImporting: boolean;
  /** The database after a crash now, if its last commits have not waited for the disk. */
  unsynced: Tables | null;
  backup: Tables | null;
  mark: number;
  epoch: number;
  isFrozen: boolean;
  grants: number;
  machines: Machine[];
  /** By profile. */
  machineOf: number[];
  /** How often a copy of the database may still be put back unannounced, and whether one ever was. */
  copies: number;
  wasCopied: boolean;
  /** The newest epoch ever: none comes twice. */
  lastEpoch: number;
  /** The answered results in the agent's journal, while there may be a restore. */
  answered: Task[];
  /** The number of names added to the list. */
  added: number;
  nextToken: number;
  nextPosition: number;
  faults: number;
  ownerActions: number;
  /** How often the database may still be lost, in part or as a whole. */
  disasters: number;
  isPlain: boolean;
  /** Whether nobody may be written to twice, by whichever campaign. */
  neverTwice: boolean;
}

export const MAX_RETRIES = 1;
/** The most names that can be added while campaigns run. */
export const MOST_ADDED = 2;
/** Times that lie ahead until more than half a minute has passed, in order. */
export const PACE = 1;
export const HELD_UNTIL = 2;
export const IN_USE = 3;

/** An element that exists. */
export function at<T>(list: T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new RangeError(`There is no ${index}.`);
  return found;
}
