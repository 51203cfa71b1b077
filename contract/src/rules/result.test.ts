import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { OUTCOMES } from '../agent.ts';
import { DELIVERY_STATES } from '../campaigns.ts';
import type { ObstacleFacts } from './resting/obstacle.ts';
import { judgeResult, type Report, type ResultFacts } from './result.ts';

const NOW = Date.parse('2026-11-02T09:00:00Z');

const maybe = fc.option(fc.boolean(), { nil: undefined });
const reports: fc.Arbitrary<Report> = fc.record({
  campaign_id: fc.constant(7),
  recipient_id: fc.constant(1),
  outcome: fc.constantFrom(...OUTCOMES),
  blocked: maybe,
  signed_out: maybe,
  profile_in_use: maybe,
  site_unreachable: maybe,
  machine_fault: maybe,
  reason: fc.constantFrom(undefined, 'The page showed an error.'),
  obstacle: fc.constantFrom(undefined, 'A gate.'),
  recipient: fc.constantFrom(undefined, 'ada', 'bo'),
  age: fc.constantFrom(undefined, 30),
});

const ROW: ObstacleFacts = {
  obstacle: 'a gate.',
  obstructed: [2, 3].map((recipient_id) => ({ campaign_id: 7, recipient_id, counts: true })),
  total_list: 9,
  total_sent: 1,
  total_failed: 0,
};

/** Whether it tells an obstacle that is not the fault of its profile, its machine or the site. */
const isObstacle = (report: Report) =>
  report.outcome === 'failed' && report.obstacle !== undefined && !isExcused(report);
const isExcused = (report: Report) =>
  report.blocked ||
  report.signed_out ||
  report.profile_in_use ||
  report.site_unreachable ||
  report.machine_fault;

const traces = fc.record({
  recipient: fc.constantFrom('ada', 'bo'),
  begun_at: fc.constant(NOW - 90_000),
  is_own: fc.boolean(),
  is_settled: fc.boolean(),
});

/** As the tables can say it: without a row there is nothing of a row. */
const facts: fc.Arbitrary<ResultFacts> = fc
  .record({
    state: fc.option(fc.constantFrom(...DELIVERY_STATES)),
    failures: fc.nat({ max: 4 }),
    is_own: fc.boolean(),
    has_lapsed: fc.boolean(),
    is_heard: fc.boolean(),
    is_settled: fc.boolean(),
    is_lent: fc.boolean(),
    has_campaign: fc.boolean(),
    is_over: fc.boolean(),
    is_deleted: fc.boolean(),
    is_of_here: fc.option(fc.boolean()),
    had_recipient: fc.boolean(),
    name: fc.constantFrom(null, 'ada', 'bo'),
    trace: fc.option(traces),
    is_frozen: fc.boolean(),
    backup_at: fc.option(fc.constant(NOW - 60_000)),
    known_until: fc.option(fc.constant(NOW - 90_000)),
    told: fc.option(
      fc.record({
        zone: fc.constant({ changes: [], ahead: [0] }),
        sent_by: fc.option(fc.constant(3)),
        is_told_heard: fc.boolean(),
        is_row_heard: fc.boolean(),
      }),
    ),
    max_retries: fc.nat({ max: 3 }),
    due_at: fc.constant(NOW + 90_000),
    in_use_until: fc.constant(NOW + 60_000),
    obstacle_facts: fc.constantFrom(ROW, { ...ROW, obstacle: 'terms' }),
  })
  .map((drawn) => {
    if (drawn.state === null) return { ...drawn, failures: null, is_own: false, obstacle_facts: null };
    // The row of an obstacle is read of a lease alone that is still held.
    const isHeld = drawn.is_own && (drawn.state === 'leased' || drawn.state === 'sending');
    return {
      ...drawn,
      is_lent: drawn.is_lent && !drawn.is_own,
      trace: null,
      obstacle_facts: isHeld ? drawn.obstacle_facts : null,
    };
  });

const isSomebodyElse = ({ recipient }: Report, { is_own, name }: ResultFacts) =>
  !is_own && recipient !== undefined && name !== null && recipient !== name;

const forAll = (holds: (report: Report, known: ResultFacts) => void) =>
  fc.assert(fc.property(reports, facts, holds), { numRuns: 2000 });

test('what was sent stays sent, and who says so is believed if anybody is', () => {
  forAll((report, known) => {
    const { answer, change } = judgeResult(report, known, NOW);
    if (known.state === 'sent') assert.ok(change === null || change.state === 'sent', answer);
    if (report.outcome !== 'sent' || known.state === null || known.state === 'sent') return;
    const isRefused = !known.has_campaign || known.is_of_here === false || isSomebodyElse(report, known);
    assert.equal(answer === 'sent', !isRefused, answer);
  });
});

test('only an own failed is tried again or ends a delivery as failed, and that only when no try is left', () => {
  forAll((report, known) => {
    const { change } = judgeResult(report, known, NOW);
    const isEnded = change?.state === 'failed' && known.state !== 'failed';
    if (change?.state === 'waiting' || change?.state === 'failed')
      assert.ok(known.is_own && report.outcome === 'failed');
    const before = known.failures ?? 0;
    const most = known.max_retries + (isObstacle(report) ? 1 : 0);
    if (change?.failures !== undefined) assert.equal(change.failures, before + 1);
    if (change?.state === 'waiting' && change.failures !== undefined) assert.ok(change.failures <= most);
    // What was unclear is settled by its own agent however many tries are left.
    if (isEnded && known.state !== 'uncertain') assert.ok(before >= most);
  });
});

test('what is not the fault of the recipient costs no try', () => {
  forAll((report, known) => {
    const { change } = judgeResult(report, known, NOW);
    const isInWay = isObstacle(report) && known.obstacle_facts === ROW;
    if (change) assert.equal(change.obstructs, isInWay);
    if (isInWay || (isExcused(report) && !(report.machine_fault && report.outcome !== 'failed')))
      assert.equal(change?.failures, undefined);
  });
});

test('a report that repeats what is recorded changes nothing', () => {
  forAll((report, known) => {
    const { change } = judgeResult(report, known, NOW);
    if (change === null || !change.takes_token) return;
    const after = {
      ...known,
      state: change.state,
      failures: change.failures ?? known.failures ?? 0,
      is_own: true,
      is_heard: true,
      // The lease has ended with the first.
      obstacle_facts: null,
    };
    assert.equal(judgeResult(report, after, NOW).change, null);
  });
});

test('no report of another server, of nobody, or of a campaign that is not there changes a row', () => {
  forAll((report, known) => {
    if (known.has_campaign && known.is_of_here !== false && !isSomebodyElse(report, known)) return;
    assert.equal(judgeResult(report, known, NOW).change, null);
  });
});

test('an unknown never lets anybody be written to again', () => {
  forAll((report, known) => {
    const { change } = judgeResult({ ...report, outcome: 'unknown' }, known, NOW);
    assert.ok(change === null || change.state === 'uncertain');
  });
});

test('only what is gone with its campaign is told to the ledger alone, and of what a restore forgot by name', () => {
  forAll((report, known) => {
    const { answer, of_deleted, change } = judgeResult(report, known, NOW);
    const isGone = known.state === null && (!known.has_campaign || known.is_deleted);
    if (of_deleted) assert.ok(isGone && change === null && answer === of_deleted.state);
    if (answer !== 'elsewhere') return;
    const { is_frozen, backup_at, known_until } = known;
    assert.ok(is_frozen || backup_at !== null || known_until !== null);
    assert.ok(known.is_of_here === true && !known.is_lent && of_deleted === null);
    // What has left a trace is not forgotten, unless that is somebody else's.
    if (isGone && known.trace)
      assert.notEqual(report.recipient ?? known.trace.recipient, known.trace.recipient);
  });
});
