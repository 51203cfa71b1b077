import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SiteDriver } from '../drivers/driver.ts';
import { deliveryScene } from '../testing/delivery-scene.ts';
import { toObstacle } from './obstacle.ts';

/** What the server is told of one delivery through this driver. */
async function told(driver: Partial<SiteDriver>) {
  await using scene = await deliveryScene(driver);
  await scene.deliver();
  const [result] = await scene.server.waitFor('result', scene.delivery);
  return [result?.body.outcome, result?.body.reason, result?.body.obstacle];
}

test('what a driver throws before the press is an obstacle, without the name of the person', async () => {
  const openThread: SiteDriver['openThread'] = async (_page, { person }) => {
    throw new Error(`https://hearth.example/t/${person} shows a banner.`);
  };
  const [outcome, reason, obstacle] = await told({ openThread });
  assert.equal(outcome, 'failed');
  assert.match(String(reason), /hearth\.example\/t\/[^…]/);
  assert.equal(obstacle, 'https://hearth.example/t/… shows a banner.');
});

test('a driver says which failure before the press is about the person', async () => {
  const closed = { state: 'closed', reason: 'Only followers can write.' } as const;
  assert.deepEqual(await told({ openThread: async () => closed }), ['failed', closed.reason, undefined]);
  const failed = { outcome: 'failed', reason: 'A captcha.' } as const;
  assert.deepEqual(await told({ send: async () => failed }), ['failed', 'A captcha.', undefined]);
  const obstacle = { ...failed, obstacle: true } as const;
  assert.deepEqual(await told({ send: async () => obstacle }), ['failed', 'A captcha.', 'A captcha.']);
});

test('a name is taken out as a word, in any case and as an address has it', () => {
  assert.equal(toObstacle('The thread of @Zoë.K, not of zoë.k', 'zoë.k'), 'The thread of …, not of …');
  assert.equal(toObstacle('/t/zo%C3%AB did not load', 'zoë'), '/t/… did not load');
  assert.equal(toObstacle('The editor is annabel', 'anna'), 'The editor is annabel');
});
