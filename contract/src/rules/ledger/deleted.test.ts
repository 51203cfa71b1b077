import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { OUTCOMES } from '../../agent.ts';
import { LAST_CAMPAIGN_ID } from '../../tests.ts';
import { type DeletedFacts, judgeOfDeleted, NO_CAMPAIGN } from './deleted.ts';

const NOW = Date.parse('2026-11-02T09:00:00Z');
const CAMPAIGN = 7;

const reports = fc.record({ campaign_id: fc.constant(CAMPAIGN), outcome: fc.constantFrom(...OUTCOMES) });
const facts: fc.Arbitrary<DeletedFacts> = fc.record({
  trace: fc.option(
    fc.record({
      recipient: fc.constant('ada'),
      begun_at: fc.constant(NOW - 90_000),
      is_own: fc.boolean(),
      is_settled: fc.boolean(),
    }),
  ),
  is_of_here: fc.option(fc.boolean()),
  name: fc.constantFrom(null, 'ada', 'bo'),
});
const forAll = (
  holds: (report: Parameters<typeof judgeOfDeleted>[0], known: DeletedFacts) => void,
): unknown => fc.assert(fc.property(reports, facts, holds), { numRuns: 1000 });

test('another server is not believed, and without a trace only one that says it is this one, of who is there', () => {
  forAll((report, known) => {
    const verdict = judgeOfDeleted(report, known, NOW);
    if (known.is_of_here === false) assert.equal(verdict, null);
    if (known.trace === null && !(known.is_of_here && known.name)) assert.equal(verdict, null);
    if (verdict) assert.equal(verdict.recipient, known.trace?.recipient ?? known.name);
  });
});

test('who says that a message went out is believed of every person who is known', () => {
  forAll((report, known) => {
    const isKnown = known.trace !== null || (known.is_of_here === true && known.name !== null);
    fc.pre(isKnown && known.is_of_here !== false);
    const verdict = judgeOfDeleted({ ...report, outcome: 'sent' }, known, NOW);
    assert.equal(verdict?.state, 'sent');
    const at = known.trace?.begun_at ?? NOW;
    assert.deepEqual([verdict?.note?.first_messaged_at, verdict?.note?.last_messaged_at], [at, at]);
  });
});

test('only the last lease takes back what was unclear, and only what no owner settled becomes so again', () => {
  forAll((report, known) => {
    const verdict = judgeOfDeleted(report, known, NOW);
    const isTakenBack = report.outcome === 'failed' || report.outcome === 'not_found';
    if (isTakenBack && verdict) {
      assert.ok(known.trace?.is_own);
      assert.equal(verdict.note?.begun[CAMPAIGN], null);
    }
    if (report.outcome === 'unknown' && known.trace)
      assert.equal(verdict === null, known.trace.is_settled || known.is_of_here === false);
  });
});

test('what left no trace is noted under no campaign, and a test is noted nowhere', () => {
  const known = { trace: null, is_of_here: true, name: 'ada' };
  const noted = (campaign_id: number) =>
    judgeOfDeleted({ campaign_id, outcome: 'unknown' }, known, NOW)?.note?.begun;
  assert.deepEqual(noted(CAMPAIGN), { [NO_CAMPAIGN]: { at: NOW / 1000, unclear: true } });
  assert.equal(noted(LAST_CAMPAIGN_ID + 1), undefined);
});
