import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DELIVERY_STATES, type DeliveryState } from '../campaigns.ts';
import { RECIPIENT_STATUSES } from '../recipients.ts';
import { type Decided, type Followed, type FollowFacts, follow, type Reporter } from './follow.ts';
import type { ResultChange } from './result.ts';

const NOW = Date.parse('2026-11-02T09:00:00Z');
const CAMPAIGN = 7;
const OWN = 'own lease';
const OTHER = 'other lease';

const WITHOUT_ROW: FollowFacts = {
  state: null,
  profile_id: null,
  token: null,
  failures: null,
  lapsed_token: null,
  settled_token: null,
  begun_at: null,
  ended_at: null,
  retry_at: null,
  skipped_at: null,
  is_taken_out: null,
  is_heard: null,
  begun_name: null,
  day: null,
  list_id: 3,
  recipient: 'anna',
  status: 'pending',
  held_by: CAMPAIGN,
  today: '2026-11-02',
  is_frozen: false,
};
const SENDING: FollowFacts = {
  ...WITHOUT_ROW,
  state: 'sending',
  profile_id: 1,
  token: OWN,
  failures: 1,
  begun_at: NOW - 60_000,
  is_heard: false,
  is_taken_out: false,
};
const REPORTER: Reporter = {
  // An hour behind UTC.
  told: { zone: { changes: [], ahead: [-60] }, sent_by: 2, is_row_heard: false, is_told_heard: true },
};

const decide = (state: DeliveryState, more: Partial<Decided> = {}): Decided => ({
  campaign_id: CAMPAIGN,
  change: { state },
  ...more,
});
const report = (state: DeliveryState, token: string, more: Partial<ResultChange> = {}): Decided => ({
  campaign_id: CAMPAIGN,
  token,
  report: REPORTER,
  change: {
    state,
    takes_token: true,
    blocks: false,
    signs_out: false,
    obstructs: false,
    is_forgotten: false,
    ...more,
  },
});

const states = fc.constantFrom(...DELIVERY_STATES);
/** The facts of the row that was written. */
const after = (facts: FollowFacts, { sent_by, ...row }: Followed): FollowFacts => ({
  ...facts,
  ...row,
  recipient: facts.recipient,
  profile_id: sent_by,
  day: row.state === 'waiting' ? null : row.day,
});

test("a campaign's numbers and those of its days are those of its rows, whichever way they went", () => {
  fc.assert(
    fc.property(fc.array(fc.record({ state: states, isTold: fc.boolean() }), { minLength: 1 }), (steps) => {
      let facts = WITHOUT_ROW;
      const numbers = { sent: 0, failed: 0, not_found: 0, uncertain: 0, in_work: 0, skipped: 0 };
      const days = { sent: 0, failed: 0, not_found: 0, uncertain: 0 };
      for (const [index, { state, isTold }] of steps.entries()) {
        const isNew = isTold && index % 2 === 0;
        const followed = follow(
          isTold ? report(state, isNew ? `${OTHER} ${index}` : OWN) : decide(state),
          facts,
          NOW + index,
        );
        for (const key of Object.keys(numbers) as (keyof typeof numbers)[])
          numbers[key] += followed.added[key];
        for (const day of followed.days)
          for (const key of Object.keys(days) as (keyof typeof days)[]) days[key] += day[key];
        facts = after(facts, followed);
      }
      const is = (...counted: DeliveryState[]) => Number(counted.includes(facts.state as DeliveryState));
      const reached = {
        sent: is('sent'),
        failed: is('failed', 'not_found', 'uncertain'),
        not_found: is('not_found'),
        uncertain: is('uncertain'),
      };
      assert.deepEqual(days, reached);
      assert.deepEqual(numbers, {
        ...reached,
        in_work: is('leased', 'sending', 'waiting'),
        skipped: is('skipped'),
      });
    }),
  );
});

test('a correction counts on the day of what it corrects', () => {
  const unclear = { ...SENDING, state: 'uncertain' as const, day: '2026-10-30', ended_at: NOW - 5 };
  const { days } = follow(report('sent', OWN), unclear, NOW);
  assert.deepEqual(days, [
    { day: '2026-10-30', at: NOW - 5, profile_id: 1, sent: 1, failed: -1, not_found: 0, uncertain: -1 },
  ]);
});

test('a message that the row does not know counts on the day when it was sent, for the profile that sent it', () => {
  // Half an hour after midnight by UTC, and before it where the user is.
  const told_at = Date.parse('2026-11-02T00:30:00Z');
  const told = report('sent', OTHER, { begun_at: told_at, sent_by: 2 });
  const followed = follow(told, { ...SENDING, state: 'uncertain', day: null }, NOW);
  assert.equal(followed.begun_at, told_at);
  assert.equal(followed.sent_by, 2);
  assert.ok(followed.is_unbegun && followed.is_heard);
  assert.deepEqual(
    followed.days.map(({ profile_id, day, sent, uncertain }) => ({ profile_id, day, sent, uncertain })),
    [
      { profile_id: 1, day: '2026-11-01', sent: 0, uncertain: -1 },
      { profile_id: 2, day: '2026-11-01', sent: 1, uncertain: 0 },
    ],
  );
  const known = follow(report('sent', OWN, { begun_at: NOW, sent_by: 2 }), SENDING, NOW);
  assert.equal(known.begun_at, SENDING.begun_at);
  assert.equal(known.sent_by, 1);
  assert.ok(!known.is_unbegun && !known.is_heard);
});

test("another delivery's lease is no news of the row's", () => {
  const followed = follow(report('sent', OTHER, { takes_token: false }), SENDING, NOW);
  assert.equal(followed.token, OWN);
  assert.equal(followed.sent_by, 1);
});

test('a result gives the recipient its status, unless a person gave it another or another campaign has it', () => {
  const statuses = fc.constantFrom(...RECIPIENT_STATUSES);
  fc.assert(
    fc.property(states, statuses, fc.constantFrom(CAMPAIGN, 8, null), (state, status, held_by) => {
      const { new_status } = follow(decide(state), { ...SENDING, status, held_by }, NOW);
      const isOurs = held_by === CAMPAIGN;
      if (['waiting', 'stopped', 'skipped'].includes(state))
        assert.equal(new_status, isOurs && status === 'pending' ? 'pending' : null);
      else if (isOurs || status === 'pending')
        assert.equal(new_status, state === 'uncertain' ? 'failed' : state);
      else assert.equal(new_status, null);
    }),
  );
  const gone = { ...SENDING, recipient: null, status: null, held_by: null, begun_name: 'anna' };
  const followed = follow(report('sent', OWN), gone, NOW);
  assert.equal(followed.new_status, null);
  assert.equal(followed.recipient, 'anna');
});

test('what a lease came to is not forgotten with the next event', () => {
  const lapsed = follow(
    decide('waiting', { change: { state: 'waiting', lapses: true }, token: OWN }),
    SENDING,
    NOW,
  );
  assert.equal(lapsed.lapsed_token, OWN);
  const settles: Decided = {
    campaign_id: CAMPAIGN,
    change: { state: 'waiting', settles: true, is_requeued: true },
    token: OWN,
    place: 5,
  };
  const settled = follow(settles, { ...SENDING, state: 'uncertain', status: 'failed' }, NOW);
  assert.deepEqual([settled.settled_token, settled.new_status, settled.new_position], [OWN, 'pending', 5]);
  fc.assert(
    fc.property(states, (state) => {
      const facts = { ...SENDING, lapsed_token: OTHER, settled_token: OTHER };
      const { lapsed_token, settled_token } = follow(decide(state), facts, NOW);
      assert.deepEqual([lapsed_token, settled_token], [OTHER, OTHER]);
    }),
  );
});

test('the ledger is told of the row as it is written, under the name that is known, and of nobody without one', () => {
  const told = report('sent', OTHER, { begun_at: NOW - 7000, sent_by: 2 });
  const { note } = follow(told, { ...SENDING, state: 'uncertain' }, NOW);
  const at = NOW - 7000;
  assert.deepEqual(note, {
    last_messaged_at: at,
    first_messaged_at: at,
    not_found_at: null,
    begun: { [CAMPAIGN]: null },
    without_reply: { [CAMPAIGN]: at / 1000 },
  });
  const gone = { ...SENDING, recipient: null, begun_name: 'anna' };
  assert.equal(follow(report('sent', OWN), gone, NOW).note?.last_messaged_at, SENDING.begun_at);
  assert.equal(follow(report('sent', OWN), { ...gone, begun_name: null }, NOW).note, null);
  assert.equal(follow(decide('skipped'), { ...SENDING, state: 'leased' }, NOW).note, null);
});

test('what ends without being sent has the reason of its line, if it has none of its own', () => {
  const line = { kind: 'unclear' } as const;
  const reasonOf = (state: DeliveryState, reason?: ResultChange['reason']) =>
    follow(decide(state, { change: { state, reason, log_reason: line } }), SENDING, NOW).reason;
  assert.deepEqual(reasonOf('uncertain'), line);
  assert.deepEqual(reasonOf('failed', { kind: 'not_sent' }), { kind: 'not_sent' });
  assert.equal(reasonOf('waiting'), null);
});

test('only what waits has a moment to be tried again, and only what is skipped one of that', () => {
  fc.assert(
    fc.property(states, (state) => {
      const facts = { ...SENDING, retry_at: NOW, skipped_at: NOW - 9, is_taken_out: true };
      const { retry_at, skipped_at, is_taken_out } = follow(decide(state), facts, NOW);
      assert.equal(retry_at, state === 'waiting' || state === 'stopped' ? NOW : null);
      assert.equal(skipped_at, state === 'skipped' ? NOW - 9 : null);
      assert.equal(is_taken_out, state === 'skipped');
    }),
  );
});

test('a word that comes while a restored database waits for machines is counted for its owner', () => {
  assert.ok(follow(report('sent', OWN), { ...SENDING, is_frozen: true }, NOW).is_merged);
  assert.ok(!follow(decide('sent'), { ...SENDING, is_frozen: true }, NOW).is_merged);
  assert.equal(follow(report('failed', OWN), SENDING, NOW).ended_at, NOW);
  assert.equal(follow(decide('uncertain'), SENDING, NOW).ended_at, null);
});
