import type { Pace, World } from './first-state.ts';
import { agent, arrives, messages, owner, type Scenario } from './scenario-steps.ts';
import type { Step } from './step.ts';

const paced = (campaigns: number[][], pace: Partial<Pace>): World => ({
  names: 4,
  campaigns,
  profiles: campaigns.flat().length,
  faults: 1,
  ownerActions: 3,
  pace: {
    closings: 1,
    account: null,
    campaigns: campaigns.map(() => null),
    profiles: campaigns.flat().map(() => null),
    ...pace,
  },
});

const start = (campaign = 0) => owner({ kind: 'start', campaign });
const claim = (...profiles: number[]): Step => ({ kind: 'claim', profiles });
const later: Step = { kind: 'wait' };
const nextDay: Step = { kind: 'day passes' };
/** Both are handed somebody, and have asked to begin. */
const bothAsk: Step[] = [claim(0, 1), arrives, arrives, agent('ask', 0), agent('ask', 1)];
const beginTogether: Step = { kind: 'begin together', indexes: [0, 1] };

/** The answer to begin is lost, the hours close, and the agent asks again: it was begun in time. */
const BEGUN_IN_TIME: Scenario = {
  world: paced([[0]], {}),
  steps: [
    start(),
    claim(0),
    arrives,
    agent('ask'),
    arrives,
    { kind: 'drop', index: 0 },
    { kind: 'hours close', campaign: null },
    agent('ask'),
    arrives,
    arrives,
    ...messages(0).slice(5),
    later,
    claim(0),
    { kind: 'hours open', campaign: null },
    claim(0),
  ],
};

/** A profile has sent what it may, and goes on the next day; then its cap is lowered while it has somebody. */
const OF_A_PROFILE: Scenario = {
  world: paced([[0]], { profiles: [1] }),
  steps: [
    start(),
    ...messages(0),
    later,
    claim(0),
    nextDay,
    ...messages(0),
    owner({ kind: 'cap', of: 'profiles', index: 0, cap: 2 }),
    later,
    claim(0),
    arrives,
    owner({ kind: 'cap', of: 'profiles', index: 0, cap: 1 }),
    agent('ask'),
    arrives,
    arrives,
  ],
};

const nextHour: Step = { kind: 'hour passes' };

/** A profile has sent what it may this hour, and goes on in the next; its cap of the hour is lowered while it asks. */
const OF_AN_HOUR: Scenario = {
  world: paced([[0]], { hours: [1] }),
  steps: [
    start(),
    ...messages(0),
    later,
    claim(0),
    nextHour,
    ...messages(0),
    owner({ kind: 'cap', of: 'hours', index: 0, cap: 2 }),
    later,
    claim(0),
    arrives,
    owner({ kind: 'cap', of: 'hours', index: 0, cap: 1 }),
    agent('ask'),
    arrives,
    arrives,
    nextDay,
    claim(0),
  ],
};

const another: Step[] = [...messages(0), later];
/** A profile that begins slowly sends seven on its second day. */
const BEGINS_SLOWLY: Scenario = {
  world: { ...paced([[0]], { slowDays: [1] }), names: 9 },
  steps: [start(), ...Array.from({ length: 7 }, () => another).flat(), claim(0), nextDay, ...another],
};

/** Its twentieth day is over with the first message of the next one; days without a message are none of them. */
const HAS_BEGUN_SLOWLY: Scenario = {
  world: paced([[0]], { slowDays: [19] }),
  steps: [start(), ...another, ...another, nextDay, ...another],
};

/** A profile was blocked and resumed: its caps are halved, rounded up, until its owner or the week ends that. */
const AFTER_A_BLOCK: Scenario = {
  world: { ...paced([[0]], { profiles: [2], hours: [1] }), ownerActions: 6 },
  steps: [
    start(),
    ...messages(0).slice(0, 5),
    { kind: 'agent fault', profile: 0, fault: 'blocked' },
    agent('report'),
    arrives,
    arrives,
    owner({ kind: 'resume', profile: 0 }),
    start(),
    later,
    nextHour,
    claim(0),
    nextDay,
    claim(0),
    arrives,
    owner({ kind: 'full', profile: 0 }),
    ...messages(0).slice(2),
  ],
};

/** A last moment comes while somebody is handed out: begin refuses, the sweep pauses, and a start waits for another. */
const LAST_MOMENT: Scenario = {
  world: { ...paced([[0]], { hasLastMoments: true }), ownerActions: 6 },
  steps: [
    owner({ kind: 'last moment', campaign: 0 }),
    start(),
    ...another,
    claim(0),
    arrives,
    { kind: 'last moment near', campaign: 0 },
    agent('ask'),
    arrives,
    arrives,
    claim(0),
    { kind: 'last moment passes', campaign: 0 },
    { kind: 'sweep' },
    start(),
    owner({ kind: 'no last moment', campaign: 0 }),
    start(),
    claim(0),
  ],
};

/** Two profiles ask at once for the last place of their campaign's cap; in a batch, after it was lowered. */
const OF_A_CAMPAIGN: Scenario = {
  world: paced([[0, 1]], { campaigns: [2] }),
  steps: [
    start(),
    ...messages(0),
    later,
    claim(0, 1),
    arrives,
    agent('ask', 1),
    arrives,
    arrives,
    nextDay,
    claim(0),
  ],
};
const OF_A_CAMPAIGN_IN_A_BATCH: Scenario = {
  world: paced([[0, 1]], { campaigns: [2] }),
  steps: [start(), ...bothAsk, owner({ kind: 'cap', of: 'campaigns', index: 0, cap: 1 }), beginTogether],
};

/** The same of two campaigns and their account. */
const OF_THE_ACCOUNT: Scenario = {
  world: paced([[0], [1]], { account: 2 }),
  steps: [start(0), start(1), ...messages(0), later, claim(0, 1), nextDay, claim(0)],
};
const OF_THE_ACCOUNT_IN_A_BATCH: Scenario = {
  world: paced([[0], [1]], { account: 2 }),
  steps: [
    start(0),
    start(1),
    ...bothAsk,
    owner({ kind: 'cap', of: 'account', index: 0, cap: 1 }),
    beginTogether,
  ],
};

/** One agent is handed the last message that the cap allows; others get nothing until it is given back. */
const LAST_PLACE: Scenario = {
  world: paced([[0], [1]], { account: 1 }),
  steps: [
    start(0),
    start(1),
    claim(0),
    arrives,
    claim(1),
    { kind: 'agent fault', profile: 0, fault: 'releases' },
    arrives,
    claim(1),
  ],
};

/** Where the rules of time refuse, and where they do not. */
export const PACED_SCENARIOS: readonly [string, Scenario][] = [
  ['begun before the hours closed', BEGUN_IN_TIME],
  ['the cap of a profile', OF_A_PROFILE],
  ['the cap of an hour', OF_AN_HOUR],
  ['a profile begins slowly', BEGINS_SLOWLY],
  ['a profile has begun slowly', HAS_BEGUN_SLOWLY],
  ['at half after a block', AFTER_A_BLOCK],
  ['a last moment comes', LAST_MOMENT],
  ['the cap of a campaign', OF_A_CAMPAIGN],
  ['the cap of a campaign in a batch', OF_A_CAMPAIGN_IN_A_BATCH],
  ['the last place of a cap', LAST_PLACE],
  ['the cap of the account', OF_THE_ACCOUNT],
  ['the cap of the account in a batch', OF_THE_ACCOUNT_IN_A_BATCH],
];
