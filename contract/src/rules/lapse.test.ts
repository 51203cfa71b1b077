import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { judgeLapse, type LapseFacts } from './lapse.ts';

const NOW = Date.parse('2026-11-02T09:00:00Z');

const facts: fc.Arbitrary<LapseFacts> = fc.record({
  campaign_id: fc.constant(7),
  is_over: fc.boolean(),
  state: fc.constantFrom('leased', 'sending'),
  failures: fc.nat({ max: 4 }),
  has_lapsed: fc.boolean(),
  max_retries: fc.nat({ max: 3 }),
  due_at: fc.constant(NOW + 90_000),
});

test('what was begun is unclear and never tried again, and every lapse paces its profile', () => {
  fc.assert(
    fc.property(facts, (known) => {
      const { state, due_at } = judgeLapse(known, NOW);
      assert.equal(state === 'uncertain', known.state === 'sending');
      assert.equal(due_at, known.due_at);
    }),
  );
});

test('the first lapse costs no try, each later one does, and the last try ends it', () => {
  fc.assert(
    fc.property(facts, (known) => {
      const change = judgeLapse({ ...known, state: 'leased' }, NOW);
      const isLast = known.has_lapsed && known.failures >= known.max_retries;
      assert.equal(change.state, isLast ? 'failed' : known.is_over ? 'stopped' : 'waiting');
      assert.equal(change.failures, known.has_lapsed ? known.failures + 1 : undefined);
      if (!isLast) assert.equal(change.retry_at, known.has_lapsed ? known.due_at : NOW);
    }),
  );
});
