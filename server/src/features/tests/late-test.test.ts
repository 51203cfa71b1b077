import assert from 'node:assert/strict';
import { sweepLeases } from '../../engine/sweep.ts';
import { type Delivery, engineTest, type World } from '../../testing/engine-world.ts';
import { refusal } from '../../testing/refusal.ts';

const IN_USE = 'The profile is open in your own Firefox.';

/** How a test can come back unsent, and why its person then reads that it failed. */
const WAYS: [how: string, end: (world: World, delivery: Delivery) => Promise<unknown>, reason: string][] = [
  [
    'its lease ended',
    async ({ app, turn }) => {
      turn(121);
      await sweepLeases(app.deps);
    },
    'Not sent in time',
  ],
  [
    'its agent handed it back',
    ({ agent }, { token }) =>
      agent.call('POST /api/agent/deliveries/{token}/release', { params: { token }, body: {} }),
    'Not sent in time',
  ],
  [
    'its agent knows nothing of it',
    ({ work }) => work({ holding: { deliveries: [], requests: [] } }),
    'Not sent in time',
  ],
  [
    'begin refused it',
    async (world, delivery) => {
      const { pool } = world.app.database;
      await pool.query('update users set frozen_at = $1', [world.app.clock.now()]);
      assert.equal((await refusal(world.begin(delivery))).code, 'frozen');
      await pool.query('update users set frozen_at = null');
    },
    'Not sent in time',
  ],
  [
    'a person has its profile open',
    (world, delivery) => world.result(delivery, { outcome: 'failed', profile_in_use: true, reason: IN_USE }),
    IN_USE,
  ],
  [
    'Firefox did not start',
    (world, delivery) =>
      world.result(delivery, { outcome: 'failed', machine_fault: true, reason: 'Firefox was not found.' }),
    'Firefox was not found.',
  ],
];

for (const [how, end, expected] of WAYS) {
  engineTest(`a test is not handed out again after ${how}`, async (world) => {
    const profile = await world.profile('kiln.club');
    const { test } = await world.user.call('POST /api/tests', {
      body: { profile_id: profile, recipient: 'marta.kilns', text: 'Hi {username}!' },
    });
    const [delivery] = await world.work();
    assert.ok(delivery);
    await end(world, delivery);
    const ended = await world.user.call('GET /api/tests/{id}', { params: { id: test.id } });
    const { state, reason } = ended.test;
    assert.deepEqual([state, reason], ['failed', expected]);
    assert.deepEqual(await world.work(), []);
    world.turn(450);
    assert.deepEqual(await world.work(), []);
  });
}
