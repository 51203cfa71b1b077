import { firstState, type World } from './first-state.ts';
import { RULES } from './rules.ts';
import type { State } from './state.ts';
import { apply } from './steps.ts';

export const ALONE: World = { names: 1, campaigns: [[0]], profiles: 1, faults: 2, ownerActions: 1 };
export const IN_DANGER: World = { ...ALONE, faults: 0, ownerActions: 0, disasters: 1 };
/** Two machines, and a copy of the database that may be put back twice. */
export const COPIED: World = {
  names: 2,
  campaigns: [[0, 1]],
  profiles: 2,
  machineOf: [0, 1],
  faults: 0,
  ownerActions: 0,
  copies: 2,
  isPlain: true,
};
export const TWO_PROFILES: World = {
  names: 2,
  campaigns: [[0, 1]],
  profiles: 2,
  faults: 2,
  ownerActions: 1,
};
export const TWO_CAMPAIGNS: World = {
  names: 1,
  campaigns: [[0], [1]],
  profiles: 2,
  faults: 1,
  ownerActions: 2,
};

/** A deleted name may be added again, and the first two names may be one person's. */
export const NEVER_TWICE: World = {
  names: 2,
  campaigns: [[0], [1]],
  profiles: 2,
  faults: 1,
  ownerActions: 2,
  neverTwice: true,
  hasTwins: true,
};

/** A text with a blank, for which the second person has no value. */
export const WITH_VALUES: World = {
  names: 2,
  campaigns: [[0]],
  profiles: 1,
  faults: 1,
  ownerActions: 2,
  withBlank: [0],
  withoutValue: [1],
};

/** Two profiles of one campaign, and one of another, whose caps are nearly reached. */
export const PACED: World = {
  names: 2,
  campaigns: [[0, 1]],
  profiles: 2,
  faults: 1,
  ownerActions: 1,
  pace: { closings: 1, account: 2, campaigns: [2], profiles: [1, null] },
};
export const TWO_PACED: World = {
  names: 2,
  campaigns: [[0], [1]],
  profiles: 2,
  faults: 0,
  ownerActions: 1,
  pace: { closings: 1, account: 1, campaigns: [null, 2], profiles: [2, null] },
};

/** A profile with a cap of an hour, and one that begins slowly, for a day. */
export const SLOW: World = {
  names: 3,
  campaigns: [[0], [1]],
  profiles: 2,
  faults: 0,
  ownerActions: 0,
  pace: {
    closings: 0,
    account: null,
    campaigns: [null, null],
    profiles: [null, null],
    hours: [1, null],
    slowDays: [null, 0],
    slow: { first: 2, more: 0, days: 1 },
  },
};
/** A profile whose caps are halved once it was blocked, and a campaign that may have a last moment. */
export const HALVED: World = {
  names: 3,
  campaigns: [[0]],
  profiles: 1,
  faults: 1,
  ownerActions: 2,
  pace: { closings: 0, account: null, campaigns: [null], profiles: [2], hours: [1], hasLastMoments: true },
};

/** Two campaigns of one profile, whose starts can be undone and scheduled. */
export const STARTS: World = {
  names: 2,
  campaigns: [[0], [0]],
  profiles: 1,
  faults: 0,
  ownerActions: 3,
  pace: { closings: 0, account: null, campaigns: [null, null], profiles: [null], hasStarts: true },
};

/** Two profiles of a campaign that pauses after its first person. */
export const CANARY: World = {
  names: 2,
  campaigns: [[0, 1]],
  profiles: 2,
  faults: 1,
  ownerActions: 2,
  canaries: [1],
  takesOut: true,
};
/** A follow-up by two profiles, each with people of its own. */
export const FOLLOWED: World = {
  names: 2,
  campaigns: [[0, 1]],
  profiles: 2,
  faults: 1,
  ownerActions: 2,
  followUps: [0],
  own: [1, 0],
};
/** One name of it is for all. */
export const GIVEN: World = { ...FOLLOWED, own: [1, null] };
/** Two campaigns whose first two names are one person's, who writes back. */
export const REPLIED: World = {
  ...TWO_CAMPAIGNS,
  names: 2,
  hasTwins: true,
  hasReplies: true,
  ownerActions: 0,
};
/** The same, where one message without a reply is enough, and the second campaign leaves out a list. */
export const LEFT_ALONE: World = { ...REPLIED, budget: 1, leavesOut: [1], ownerActions: 1 };
/** The same, where what they write may ask for no more messages, or is a machine's and ends no budget. */
export const UNDECIDED: World = { ...REPLIED, writings: ['perhaps'], ownerActions: 1 };
export const AUTOMATIC: World = { ...REPLIED, writings: ['automatic'], budget: 1 };
const ALL_REPLIES: World = { ...UNDECIDED, writings: ['words', 'perhaps', 'automatic'], budget: 1 };
/** The same, where they can only stop all messages. */
export const STOPPED: World = { ...REPLIED, hasReplies: false, hasStopLinks: true };
export const TAKEN_OUT: World = { ...ALONE, names: 2, ownerActions: 2, takesOut: true };

/** Small enough to visit all states near their start. */
export const NEAR = {
  alone: ALONE,
  'two profiles': TWO_PROFILES,
  'two campaigns': TWO_CAMPAIGNS,
  'never twice': NEVER_TWICE,
  'in danger': { ...IN_DANGER, faults: 1, ownerActions: 1 },
  copied: { ...COPIED, faults: 1 },
  values: WITH_VALUES,
  paced: PACED,
  'two campaigns, paced': TWO_PACED,
  starts: STARTS,
  slow: SLOW,
  halved: HALVED,
  canary: CANARY,
  'taken out': TAKEN_OUT,
  'follow-up': FOLLOWED,
  'left alone': LEFT_ALONE,
  'all kinds of replies': ALL_REPLIES,
  replied: { ...REPLIED, hasStopLinks: true },
};

/** For long walks. */
export const WIDE: World = {
  names: 4,
  campaigns: [[0, 1], [2]],
  profiles: 3,
  faults: 8,
  ownerActions: 12,
  disasters: 2,
  withBlank: [0],
  withoutValue: [1],
};
export const WIDE_PACED: World = {
  ...WIDE,
  disasters: 0,
  pace: {
    closings: 8,
    account: 2,
    campaigns: [2, 1],
    profiles: [1, null, 2],
    hours: [null, 1, 2],
    slowDays: [null, 0, 1],
    slow: { first: 1, more: 1, days: 2 },
    hasLastMoments: true,
    hasStarts: true,
  },
};
export const WIDE_CHOSEN: World = { ...WIDE, disasters: 0, canaries: [2, 1], takesOut: true };
export const WIDE_NEVER_TWICE: World = { ...WIDE, neverTwice: true, hasTwins: true };

/** The campaigns run, except those left to the owner. */
export function started(world: World, left: number[] = []): State {
  const s = firstState(world);
  for (const campaign of world.campaigns.keys()) {
    if (left.includes(campaign)) continue;
    s.ownerActions += 1;
    apply(s, { kind: 'owner', step: { kind: 'start', campaign } }, RULES);
  }
  return s;
}
