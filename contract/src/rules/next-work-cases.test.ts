import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  PLAIN_ACCOUNT,
  PLAIN_CAMPAIGN,
  PLAIN_PROFILE,
  PLAIN_RUNNING,
  PLAIN_SENDER,
} from '../testing/plain-facts.ts';
import type { ClaimFacts } from './due-senders.ts';
import type { RunningCampaign, Sender } from './facts.ts';
import { findNextWork } from './next-work.ts';

const NOW = Date.parse('2026-11-02T09:00:00Z');
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

type Facts = ClaimFacts & { has_others: boolean };

/** One campaign with one profile that pauses for a second. */
const paused: Sender = { ...PLAIN_SENDER, next_send_at: NOW + SECOND };
const factsOf = (change: Partial<Facts>, ...senders: Sender[]): Facts => ({
  account: PLAIN_ACCOUNT,
  running: [{ ...PLAIN_RUNNING, senders }],
  day: null,
  handed_out: null,
  agent_id: 1,
  any_machine: false,
  capacity: 3,
  has_others: false,
  ...change,
});
const ask = (change: Partial<Facts>, ...senders: Sender[]) => findNextWork(factsOf(change, ...senders), NOW);
const running = (change: Partial<RunningCampaign>, ...senders: Sender[]) => ({
  running: [{ ...PLAIN_RUNNING, ...change, senders }],
});

test('who has no campaign is quiet for good, unless profiles of another machine may become theirs', () => {
  assert.deepEqual(ask({ running: [] }), { next_at: null, is_quiet: true, may_go_on: true });
  assert.deepEqual(ask({ running: [], has_others: true }), {
    next_at: null,
    is_quiet: false,
    may_go_on: true,
  });
  // Whose subscription has ended has nothing to pause.
  const account = { ...PLAIN_ACCOUNT, subscription_end: NOW };
  assert.equal(ask({ running: [], account }).may_go_on, true);
});

test('a poll wakes at the end of a pause and of a rest, and knows nothing of a message at work', () => {
  const next = (...senders: Sender[]) => ask({}, ...senders).next_at;
  assert.equal(next(paused), NOW + SECOND);
  assert.equal(next({ ...paused, fault_until: NOW + MINUTE }), NOW + MINUTE);
  assert.equal(
    next({ ...paused, fault_until: NOW + MINUTE }, { ...paused, next_send_at: NOW + HOUR }),
    NOW + MINUTE,
  );
  assert.equal(next({ ...paused, is_at_work: true }), null);
  assert.equal(next(PLAIN_SENDER), null);
});

test('the profiles of another machine, and those that cannot send, wake nobody', () => {
  assert.equal(ask({}, { ...paused, agent_id: 2 }).next_at, null);
  assert.equal(ask({ any_machine: true }, { ...paused, agent_id: 2 }).next_at, NOW + SECOND);
  assert.equal(ask({}, { ...paused, agent_id: null }).next_at, NOW + SECOND);
  assert.equal(ask({}, { ...paused, profile: { ...PLAIN_PROFILE, is_blocked: true } }).next_at, null);
});

test('whoever is tried again is waited for, and then for a profile that is free', () => {
  const next = (next_retry_at: number, ...senders: Sender[]) =>
    ask(running({ next_retry_at }, ...senders)).next_at;
  assert.equal(next(NOW + MINUTE, PLAIN_SENDER), NOW + MINUTE);
  assert.equal(next(NOW + MINUTE, { ...paused, next_send_at: NOW + HOUR }), NOW + HOUR);
  assert.equal(next(NOW + MINUTE, { ...PLAIN_SENDER, is_at_work: true }), NOW + MINUTE);
  // The first of them: those of one campaign may be free before those of another.
  assert.equal(
    ask({
      running: [
        ...running({ next_retry_at: NOW + HOUR }, PLAIN_SENDER).running,
        ...running({ next_retry_at: NOW + MINUTE }, PLAIN_SENDER).running,
      ],
    }).next_at,
    NOW + MINUTE,
  );
});

test('an agent is not quiet while a message of it is at work, and none of whose campaigns have a profile here', () => {
  const full = {
    ...paused,
    profile: { ...PLAIN_PROFILE, cap_day: 1, counted_day: '2026-11-02', begun_today: 1 },
  };
  assert.equal(ask({}, full).is_quiet, true);
  assert.equal(ask({}, full, { ...full, is_at_work: true }).is_quiet, false);
  assert.equal(ask({}).is_quiet, false);
});

test('who may not send, or whose links lead nowhere, may not go on', () => {
  assert.equal(ask({}, paused).may_go_on, true);
  assert.equal(ask({ account: { ...PLAIN_ACCOUNT, subscription_end: NOW } }, paused).may_go_on, false);
  const nowhere = { ...PLAIN_CAMPAIGN, is_public: false };
  const both = [...running({}, paused).running, ...running({ campaign: nowhere }, paused).running];
  assert.equal(ask({ running: both }).may_go_on, false);
  assert.equal(ask(running({ campaign: { ...PLAIN_CAMPAIGN, is_public: true } }, paused)).may_go_on, true);
});
