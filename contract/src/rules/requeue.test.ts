import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DELIVERY_STATES } from '../campaigns.ts';
import { judgeRequeue, type RequeueFacts } from './requeue.ts';

const facts: fc.Arbitrary<RequeueFacts> = fc.record({
  state: fc.constantFrom(...DELIVERY_STATES),
  was_begun: fc.boolean(),
  is_held: fc.boolean(),
  is_pending: fc.boolean(),
});

test('a message that is on its way keeps its row, and everything else goes', () => {
  fc.assert(
    fc.property(facts, fc.boolean(), (known, keepsSent) => {
      assert.equal(judgeRequeue(known, keepsSent) === null, known.state === 'sending');
    }),
  );
});

test('only who still has what this campaign gave is back, and never at an old place in the line', () => {
  fc.assert(
    fc.property(facts, fc.boolean(), (known, keepsSent) => {
      const requeued = judgeRequeue(known, keepsSent);
      if (!requeued?.is_back) return assert.ok(!requeued?.goes_behind);
      assert.ok(known.is_held);
      assert.ok(!keepsSent || (known.state !== 'sent' && known.state !== 'uncertain'));
      assert.equal(requeued.goes_behind, !known.is_pending);
    }),
  );
});

test('what was begun and is not known to have arrived is remembered', () => {
  fc.assert(
    fc.property(facts, fc.boolean(), (known, keepsSent) => {
      const isOpen = known.was_begun && known.state !== 'sent' && known.state !== 'sending';
      assert.equal(judgeRequeue(known, keepsSent)?.is_remembered ?? false, isOpen);
    }),
  );
});
