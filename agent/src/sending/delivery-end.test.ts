import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliveryScene, hang } from '../testing/delivery-scene.ts';

const LIMIT = { timeout: 10_000 };

test('an agent that is ending finishes a message that was begun', LIMIT, async () => {
  await using all = await deliveryScene({
    async send(_page, { beforeClick }) {
      await beforeClick();
      all.stop.abort(new Error('Ending.'));
      await new Promise((next) => setImmediate(next));
      return { outcome: 'sent' };
    },
  });
  await all.deliver();
  assert.deepEqual(all.server.outcomesOf(all.delivery), ['sent']);
});

test('a profile that its site blocked rests, also if the thread shows its message', LIMIT, async () => {
  let threads = 0;
  await using all = await deliveryScene({
    openThread: async () => ({ state: 'open', copies: threads++ }),
    async send(_page, { beforeClick }) {
      await beforeClick();
      return { outcome: 'unknown', blocked: true, reason: 'Try again later.' };
    },
  });
  await all.deliver();
  const [result] = await all.server.waitFor('result', all.delivery);
  assert.deepEqual([result?.body.outcome, result?.body.blocked], ['sent', true]);
});

test(
  'a delivery that was not begun is released when the agent ends, whatever the driver reports',
  LIMIT,
  async () => {
    await using all = await deliveryScene({
      async openThread() {
        all.stop.abort(new Error('Ending.'));
        return hang();
      },
    });
    await all.deliver();
    await all.server.waitFor('release', all.delivery);
    assert.deepEqual(all.server.outcomesOf(all.delivery), []);
  },
);

test('a delivery that the journal cannot store is released without a counted try', LIMIT, async () => {
  await using all = await deliveryScene({
    async send(_page, { beforeClick }) {
      await beforeClick();
      return { outcome: 'sent' };
    },
  });
  all.journal.asked = () => Promise.reject(new Error('The disk is full.'));
  await all.deliver();
  await all.server.waitFor('release', all.delivery);
  assert.deepEqual(all.server.outcomesOf(all.delivery), []);
});
