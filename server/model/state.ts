// Over 300 lines: the whole state and its copies stand together, so that no field is forgotten in one of them.
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
    }
  | { to: 'agent'; kind: 'begin'; profile: number; token: number; verdict: string }
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
  /** Which life of the database it is, and the last one that the agent has met. */
  epoch: number;
  metEpoch: number;
  isFrozen: boolean;
  /** Whether the agent has reported again all that an earlier life had answered. */
  isMerged: boolean;
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

export interface World {
  names: number;
  /** The profiles of each campaign. */
  campaigns: number[][];
  profiles: number;
  faults: number;
  ownerActions: number;
  disasters?: number;
  /** Without what only widens the world: subscription, import, open profiles, several profiles in a claim. */
  isPlain?: boolean;
  neverTwice?: boolean;
  /** The first two names are the same person's, as in two lists. */
  hasTwins?: boolean;
}

export const MAX_RETRIES = 1;
/** How many names can come to the list while campaigns run. */
export const MOST_ADDED = 2;
/** Moments that lie ahead until half a minute and more has passed, in their order. */
export const PACE = 1;
export const HELD_UNTIL = 2;
export const IN_USE = 3;

/** A list, and campaigns that nobody has started. */
export function firstState(world: World): State {
  const { names, campaigns, profiles, faults, ownerActions, disasters = 0, isPlain = false } = world;
  const { neverTwice = false, hasTwins = false } = world;
  const each = <T>(count: number, make: (index: number) => T) =>
    Array.from({ length: count }, (_, i) => make(i));
  return {
    names: each(names, (index) => ({
      person: hasTwins && index === 1 ? 0 : index,
      status: 'pending',
      campaign: null,
      position: index + 1,
      firstPosition: index + 1,
      isDeleted: false,
      isRefused: false,
      isByHand: false,
      isStuck: false,
    })),
    campaigns: campaigns.map((used) => ({
      status: 'pending',
      profiles: used,
      mark: null,
      cursor: 0,
      chosen: [],
      wasStopped: false,
      isDeleted: false,
      keepsSent: false,
      isGone: false,
    })),
    profiles: each(profiles, () => ({
      isActive: true,
      isBlocked: false,
      isSignedOut: false,
      isFaulted: false,
      isResting: false,
      lease: null,
      dueAt: 0,
    })),
    rows: campaigns.map(() => each(names, () => null)),
    ledger: each(names, noEntry),
    gone: campaigns.map(() => each(names, () => null)),
    tasks: each(profiles, () => null),
    reports: [],
    net: [],
    inbox: campaigns.map(() => each(names, () => 0)),
    noted: campaigns.map(() => each(names, () => false)),
    isUnfair: false,
    isUnpaid: false,
    maySend: true,
    isImporting: false,
    unsynced: null,
    backup: null,
    epoch: 1,
    metEpoch: 1,
    isFrozen: false,
    isMerged: false,
    answered: [],
    added: 0,
    nextToken: 1,
    nextPosition: names + 1,
    faults,
    ownerActions,
    disasters,
    isPlain,
    neverTwice,
  };
}

/** Of a person to whom no message was begun. */
export const noEntry = (): Entry => ({ isSent: false, sending: [], unclear: [] });

/** A copy that shares nothing with what it was made of. */
export function copyTables(s: Tables): Tables {
  return {
    names: s.names.map((name) => ({ ...name })),
    campaigns: s.campaigns.map((campaign) => ({
      ...campaign,
      profiles: [...campaign.profiles],
      chosen: [...campaign.chosen],
    })),
    profiles: s.profiles.map((profile) => ({ ...profile, lease: profile.lease && { ...profile.lease } })),
    rows: s.rows.map((rows) => rows.map((row) => row && { ...row })),
    ledger: s.ledger.map(({ isSent, sending, unclear }) => ({
      isSent,
      sending: [...sending],
      unclear: [...unclear],
    })),
    // What was kept is never changed itself.
    gone: s.gone.map((rows) => [...rows]),
    maySend: s.maySend,
  };
}

/** Another state with the same content: what changes it leaves this one as it is. By hand, for speed. */
export function copyState(s: State): State {
  return {
    ...s,
    ...copyTables(s),
    // What a disaster brings back is never changed itself.
    answered: s.answered.map((task) => ({ ...task })),
    tasks: s.tasks.map((task) => task && { ...task }),
    reports: s.reports.map((report) => ({ ...report })),
    net: s.net.map((message) => ({ ...message })),
    inbox: s.inbox.map((counts) => [...counts]),
    noted: s.noted.map((marks) => [...marks]),
  };
}

/** An element that is known to be there. */
export function at<T>(list: T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new RangeError(`There is no ${index}.`);
  return found;
}
