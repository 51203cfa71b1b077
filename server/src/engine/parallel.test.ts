import assert from 'node:assert/strict';
import { ApiError } from '@pigeonpost/contract/client';
import { type Delivery, engineTest, type World } from '../testing/engine-world.ts';
import { enrolMachine, type Machine } from '../testing/machine.ts';
import { sweepLeases } from './sweep.ts';

const NAMES = 60;
const PROFILES = 6;
/** Far more than an agent needs until both campaigns have ended. */
const MOST_CALLS = 500;

engineTest('agents that work side by side on one list reach every name once', async (world) => {
  await world.app.database.pool.query('update settings set delay_start = 0, delay_end = 0');
  const list = await world.list(Array.from({ length: NAMES }, (_, index) => `name${index}`));
  const profiles: number[] = [];
  for (let index = 0; index < PROFILES; index += 1) profiles.push(await world.profile(`p${index}`));
  const campaigns = [
    await world.campaign({ list, profiles: profiles.slice(0, 3), name: 'One' }),
    await world.campaign({ list, profiles: profiles.slice(3), name: 'Two' }),
  ];
  for (const campaign of campaigns) await world.start(campaign);
  const arrived: string[] = [];
  const other = await enrolMachine(world.app, world.user, 'other');
  await other.report();
  let isOver = false;
  const disturbing = disturb(world, campaigns, () => isOver);
  const working = [world.agent, world.agent, other].map((agent) => workOff(world, agent, arrived));
  await Promise.all(working).finally(() => {
    isOver = true;
  });
  await disturbing;
  for (const campaign of campaigns) assert.equal((await world.details(campaign)).status, 'completed');
  assert.equal(arrived.length, NAMES);
  assert.equal(new Set(arrived).size, NAMES);
});

/** Works until both campaigns have ended, saying everything twice at once. */
async function workOff(world: World, agent: Machine, arrived: string[]): Promise<void> {
  for (let calls = 0; calls < MOST_CALLS; calls += 1) {
    const { campaigns } = await world.user.call('GET /api/campaigns');
    if (campaigns.every(({ status }) => status === 'completed')) return;
    const paths = Array.from({ length: PROFILES }, (_, index) => `/p/p${index}`);
    const { deliveries } = await agent.call('POST /api/agent/work', {
      body: { capacity: 2, wait_seconds: 0, profile_paths: paths },
    });
    await Promise.all(deliveries.map((delivery) => send(world, delivery, arrived)));
  }
  assert.fail(`The campaigns had not ended after ${MOST_CALLS} work calls.`);
}

async function send(world: World, delivery: Delivery, arrived: string[]): Promise<void> {
  const begun = await Promise.allSettled([world.begin(delivery), world.begin(delivery)]);
  // The first may be refused by a pause, and the second then finds no lease.
  if (begun.some(({ status }) => status === 'rejected')) {
    for (const one of begun)
      if (one.status === 'rejected') assert.ok(one.reason instanceof ApiError, String(one.reason));
    if (begun.every(({ status }) => status === 'rejected')) return;
  }
  arrived.push(delivery.recipient);
  const said = [1, 2].map(() => world.result(delivery, { outcome: 'sent' }));
  for (const { state } of await Promise.all(said)) assert.equal(state, 'sent');
}

/** The owner pauses and goes on, and the sweep runs, all the while. */
async function disturb(world: World, campaigns: number[], isOver: () => boolean): Promise<void> {
  while (!isOver())
    for (const id of campaigns) {
      // A name that the other campaign holds is looked at again half a minute later.
      world.turn(1);
      await sweepLeases(world.app.deps);
      await ignoreConflict(world.user.call('POST /api/campaigns/{id}/stop', { params: { id } }));
      await ignoreConflict(world.start(id));
    }
}

async function ignoreConflict(call: Promise<unknown>): Promise<void> {
  await call.catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
  });
}
