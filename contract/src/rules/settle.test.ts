import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CAMPAIGN_STATUSES } from '../campaigns.ts';
import { judgeSettlement, type UnclearFacts } from './settle.ts';

const NOW = Date.parse('2026-11-02T09:00:00Z');

const facts: fc.Arbitrary<UnclearFacts> = fc.record({
  campaign_id: fc.constant(7),
  status: fc.constantFrom(...CAMPAIGN_STATUSES),
  is_held: fc.boolean(),
  is_pending: fc.boolean(),
});

test('what went out is sent, whatever became of its campaign and its recipient', () => {
  fc.assert(
    fc.property(facts, (known) => {
      const change = judgeSettlement('sent', known, NOW);
      assert.equal(change.state, 'sent');
      assert.ok(!change.settles && !change.is_requeued);
    }),
  );
});

test('what did not go out is tried again only by a campaign that goes on and a recipient who is free for it', () => {
  fc.assert(
    fc.property(facts, (known) => {
      const { state, retry_at, settles, is_requeued } = judgeSettlement('not_sent', known, NOW);
      const goesOn = known.status === 'running' || known.status === 'paused';
      assert.equal(state, goesOn && (known.is_held || known.is_pending) ? 'waiting' : 'failed');
      assert.equal(retry_at, state === 'waiting' ? NOW : undefined);
      // A late word of that lease says nothing new; whoever has another campaign or status keeps their place.
      assert.equal(settles, true);
      assert.equal(is_requeued, known.is_held);
    }),
  );
});
