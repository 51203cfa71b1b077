import type { Entry, Slow, State, Writing } from './state.ts';

export interface World {
  names: number;
  /** The profiles of each campaign. */
  campaigns: number[][];
  profiles: number;
  faults: number;
  ownerActions: number;
  disasters?: number;
  copies?: number;
  /** The machine of each profile; default: all have one. */
  machineOf?: number[];
  /** Without the parts that only widen the world: subscription, import, open profiles, several profiles in a claim. */
  isPlain?: boolean;
  neverTwice?: boolean;
  /** The first two names are the same person's, as in two lists. */
  hasTwins?: boolean;
  /** The campaigns whose text needs a value, and the persons who have none. */
  withBlank?: number[];
  withoutValue?: number[];
  /** After how many people each campaign pauses for a look. */
  canaries?: (number | null)[];
  /** Whether the owner takes people out, and puts them back. */
  takesOut?: boolean;
  /** The campaigns that are follow-ups, and by name the profile that wrote first; null: any. */
  followUps?: number[];
  own?: (number | null)[];
  /** Whether people write back, and what; default: words that say nothing of stopping. */
  hasReplies?: boolean;
  writings?: Writing[];
  /** How many messages without a reply a person may have, and the campaigns that leave out a list. */
  budget?: number;
  leavesOut?: number[];
  /** Whether people can press a stop link in their messages. */
  hasStopLinks?: boolean;
  /** Hours that may close so many times, and caps for a day. */
  pace?: Pace;
}

/** Hours and caps of a world. */
export interface Pace {
  closings: number;
  account: number | null;
  /** By campaign, and by profile. */
  campaigns: (number | null)[];
  profiles: (number | null)[];
  /** By profile: its cap of an hour, and on how many days it has sent if it begins slowly. */
  hours?: (number | null)[];
  slowDays?: (number | null)[];
  /** Default: as the engine has it. */
  slow?: Slow;
  /** Whether campaigns may have last moments. */
  hasLastMoments?: boolean;
  /** Whether starts can be undone and scheduled. */
  hasStarts?: boolean;
}

const SLOW: Slow = { first: 5, more: 2, days: 20 };

/** The entry of a person to whom no message was begun. */
export const noEntry = (): Entry => ({
  isSent: false,
  sending: [],
  unclear: [],
  stopped: [],
  unreplied: [],
  unrepliedAfter: [],
});

/** A list, and campaigns that are not started. */
export function firstState(world: World): State {
  const { names, campaigns, profiles, faults, ownerActions, isPlain = false } = world;
  const { disasters = 0, copies = 0, machineOf = [], neverTwice = false, hasTwins = false } = world;
  const { withBlank = [], withoutValue = [], pace, canaries = [], takesOut = false } = world;
  const { hasReplies = false, hasStopLinks = false, followUps = [], own = [] } = world;
  const { budget = null, leavesOut = [], writings = ['words'] } = world;
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
      own: own[index] ?? null,
    })),
    campaigns: campaigns.map((used, index) => ({
      status: 'pending',
      profiles: used,
      hasBlank: withBlank.includes(index),
      isOpen: true,
      cap: pace?.campaigns[index] ?? null,
      begun: 0,
      isCountingDown: false,
      startedFrom: null,
      schedule: 'none',
      isOverdue: false,
      isScheduled: false,
      canary: canaries[index] ?? null,
      isCanaryOver: false,
      lastMoment: 'none',
      isForLook: false,
      isPausedByHand: false,
      mark: null,
      cursor: 0,
      isFollowUp: followUps.includes(index),
      leavesOut: leavesOut.includes(index),
      ownCursors: each(profiles, () => 0),
      chosen: [],
      wasStopped: false,
      isDeleted: false,
      keepsSent: false,
      isGone: false,
    })),
    profiles: each(profiles, (index) => ({
      isActive: true,
      isBlocked: false,
      isSignedOut: false,
      isFaulted: false,
      isResting: false,
      lease: null,
      dueAt: 0,
      granted: 0,
      cap: pace?.profiles[index] ?? null,
      begun: 0,
      hourCap: pace?.hours?.[index] ?? null,
      begunThisHour: 0,
      slowDay: pace?.slowDays?.[index] ?? null,
      isHalved: false,
    })),
    rows: campaigns.map(() => each(names, () => null)),
    ledger: each(names, noEntry),
    values: each(names, (person) => (withoutValue.includes(person) ? 0 : 1)),
    gone: campaigns.map(() => each(names, () => null)),
    tasks: each(profiles, () => null),
    reports: [],
    net: [],
    inbox: campaigns.map(() => each(names, () => 0)),
    inboxWhenOut: campaigns.map(() => each(names, () => null)),
    takesOut,
    read: campaigns.map(() => each(names, () => null)),
    noted: campaigns.map(() => each(names, () => false)),
    isUnfair: false,
    isUnpaid: false,
    maySend: true,
    isOpen: true,
    cap: pace?.account ?? null,
    begun: 0,
    isPaced: pace !== undefined,
    closings: pace?.closings ?? 0,
    hasStarts: pace?.hasStarts ?? false,
    hasLastMoments: pace?.hasLastMoments ?? false,
    slow: pace?.slow ?? SLOW,
    grantedToday: {
      account: 0,
      campaigns: campaigns.map(() => 0),
    },
    record: each(profiles, (index) => ({
      today: 0,
      thisHour: 0,
      slowDays: pace?.slowDays?.[index] ?? null,
      isHalved: false,
    })),
    timeProblem: null,
    hasReplies,
    wrote: each(names, () => null),
    known: each(names, () => null),
    writings,
    said: each(names, () => null),
    isUndecided: each(names, () => false),
    hasStopped: each(names, () => false),
    hasStopLinks,
    budget,
    leftOut: each(names, () => false),
    replyProblem: null,
    isImporting: false,
    unsynced: null,
    backup: null,
    epoch: 1,
    mark: 0,
    grants: 0,
    isFrozen: false,
    machines: each(Math.max(0, ...machineOf) + 1, () => ({
      mark: 0,
      told: 0,
      epoch: 1,
      grants: each(profiles, () => 0),
      hasMerged: false,
      isAwaited: false,
    })),
    machineOf,
    copies,
    wasCopied: false,
    lastEpoch: 1,
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
