import type { Outcome } from '@pigeonpost/contract/agent';
import type { CampaignStatus, DeliveryState } from '@pigeonpost/contract/campaigns';
import type { RecipientStatus } from '@pigeonpost/contract/recipients';

/** A name of the one list. */
export interface Name {
  /** Whose it is: a name that was deleted may be imported again. */
  person: number;
  status: RecipientStatus;
  /** Who holds it, or gave it its final status. */
  campaign: number | null;
  position: number;
  /** The place in line that it came to the list with. */
  firstPosition: number;
  isDeleted: boolean;
  isRefused: boolean;
  /** Whether its owner gave it a status. */
  isByHand: boolean;
  /** Its thread hangs before begin, whoever opens it. */
  isStuck: boolean;
}

export interface Campaign {
  status: CampaignStatus;
  profiles: number[];
  mark: number | null;
  cursor: number;
  /** The recipients that were pending at its first start: it may never write to anybody else. */
  chosen: number[];
  /** Completed by hand, before its end. */
  wasStopped: boolean;
  isDeleted: boolean;
  /** Deleted in such a way that those whom it messaged keep their status. */
  keepsSent: boolean;
  isGone: boolean;
}

export interface Row {
  state: DeliveryState;
  token: number;
  profile: number | null;
  failures: number;
  /** How often it was claimed, without those that the profile was to blame for. */
  tries: number;
  /** The token of its first lease that ended before begin; 0: none. */
  lapsed: number;
  /** The token of the lease that the owner settled; 0: none. */
  settled: number;
  /** Whether it was ever granted. */
  wasBegun: boolean;
  /** Whether a result with this token was recorded. */
  isHeard: boolean;
  /** 0 and below: due, in their order; above: later, in their order. */
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
  /** When its next message is due: 0: it never sent; below: the past, in its order; above: later. */
  dueAt: number;
  /** How many sendings were granted to it, where a copy may be put back. */
  granted: number;
}

/** What an agent works on: at most one thing for each profile. */
export interface Task {
  token: number;
  /** The life of the database that handed it out. */
  epoch: number;
  campaign: number;
  name: number;
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
  /** Whose journal it stands in. */
  machine: number;
}

/** A machine with an agent: what that was told, and what the server knows of it. */
export interface Machine {
  /** The highest mark that it was told, and the last life of the database that it has met. */
  mark: number;
  /** How many grants there were when it was last told, whatever it remembers. */
  told: number;
  epoch: number;
  /** The highest grant of each profile in its journal, under that life. */
  grants: number[];
  /** Whether it has reported again all that an earlier life had answered. */
  hasMerged: boolean;
  /** Whether deliveries wait for its call, since the database may be a copy. */
  isAwaited: boolean;
}

/** The server that a report names as the one that handed its delivery out. */
export type Server = 'this' | 'another' | 'none';

export type Message =
  | { to: 'server'; kind: 'begin'; profile: number; token: number }
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

/** What the ledger has of a person: the campaigns of which a message is under way, or unclear. */
export interface Entry {
  isSent: boolean;
  sending: number[];
  unclear: number[];
}

/** What is kept of a delivery that went with its campaign. */
export type Gone = Pick<Row, 'token' | 'settled'>;

/** What a database holds, and a backup of it. */
export interface Tables {
  names: Name[];
  campaigns: Campaign[];
  profiles: Profile[];
  rows: (Row | null)[][];
  /** By person. */
  ledger: Entry[];
  /** By campaign, then by name. */
  gone: (Gone | null)[][];
  maySend: boolean;
  /** The mark, and how many sendings were granted, where a copy may be put back. */
  mark: number;
  grants: number;
  /** Which life of the database it is, and whether sending waits for journals. */
  epoch: number;
  isFrozen: boolean;
  machines: Machine[];
}

/** Everything there is: tables, the agent's memory and journal, messages under way, the inbox, the budgets. */
export interface State {
  names: Name[];
  campaigns: Campaign[];
  profiles: Profile[];
  /** By campaign, then by name. */
  rows: (Row | null)[][];
  ledger: Entry[];
  gone: (Gone | null)[][];
  /** By profile; the journal is the part of it that a crash leaves. */
  tasks: (Task | null)[];
  /** Work that a crash left, beside what the agent has claimed since. */
  reports: Task[];
  net: Message[];
  /** Messages that arrived, by campaign and name. */
  inbox: number[][];
  /** Messages that an agent knows to have sent; its journal repeats the result until the server answers. */
  noted: boolean[][];
  /** A name was tried again while another of its line was free. */
  isUnfair: boolean;
  /** A message was begun without a subscription. */
  isUnpaid: boolean;
  /** Whether the user's subscription is active. */
  maySend: boolean;
  /** Whether names are being imported into the list, which holds its line. */
  isImporting: boolean;
  /** What the database is after a crash now, where its last commits have not waited for the disk. */
  unsynced: Tables | null;
  backup: Tables | null;
  mark: number;
  epoch: number;
  isFrozen: boolean;
  grants: number;
  machines: Machine[];
  /** By profile. */
  machineOf: number[];
  /** How often a copy of the database may still be put back without a word, and whether one ever was. */
  copies: number;
  wasCopied: boolean;
  /** The newest epoch there ever was: none comes twice. */
  lastEpoch: number;
  /** What the agent's journal keeps of what was answered, while there may be a restore. */
  answered: Task[];
  /** How many names came to the list. */
  added: number;
  nextToken: number;
  nextPosition: number;
  faults: number;
  ownerActions: number;
  /** How often the database may still be lost, in part or as a whole. */
  disasters: number;
  isPlain: boolean;
  /** Whether nobody is to be written to twice, by whichever campaign. */
  neverTwice: boolean;
}

export const MAX_RETRIES = 1;
/** How many names can come to the list while campaigns run. */
export const MOST_ADDED = 2;
/** Moments that lie ahead until half a minute and more has passed, in their order. */
export const PACE = 1;
export const HELD_UNTIL = 2;
export const IN_USE = 3;

/** An element that is known to be there. */
export function at<T>(list: T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new RangeError(`There is no ${index}.`);
  return found;
}
