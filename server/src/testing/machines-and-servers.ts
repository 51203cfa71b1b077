import assert from 'node:assert/strict';
import type { World } from './engine-world.ts';
import { enrolMachine, type Machine } from './machine.ts';
import { startTestAppOn } from './test-app.ts';

interface Known {
  mark?: number;
  epoch?: number;
  profiles?: { profile_id: number; grant_number: number }[];
  merged?: number;
}

/** A work call with the agent's known epoch, mark and grants. */
export function ask(agent: Pick<Machine, 'call'>, known: Known, { wait = 0, path = '/p/one' } = {}) {
  const { mark, epoch, profiles = [], merged } = known;
  return agent.call('POST /api/agent/work', {
    body: {
      capacity: 1,
      wait_seconds: wait,
      profile_paths: [path],
      ...(mark !== undefined && { mark }),
      ...(epoch !== undefined && { grants: { epoch, profiles } }),
      ...(merged !== undefined && { merged }),
    },
  });
}

/** A running campaign with many recipients and two profiles, and a second machine beside that of the world. */
export async function twoMachines(world: World): Promise<Machine> {
  const profiles = [await world.profile('one'), await world.profile('two')];
  const names = ['ada', 'bo', 'cy', 'di', 'ed'];
  await world.start(await world.campaign({ list: await world.list(names), profiles }));
  const other = await enrolMachine(world.app, world.user, 'laptop');
  await other.report();
  return other;
}

/** Sends one message by that profile. */
export async function send(world: World, path = '/p/one') {
  const [delivery] = await world.work({ paths: [path] });
  assert.ok(delivery);
  await world.begin(delivery);
  await world.result(delivery, { outcome: 'sent' });
  world.turn(1000);
}

/** The subscription stays active. */
export async function letDaysPass(world: World, days: number): Promise<void> {
  world.turn(days * 86_400);
  await world.app.database.pool.query('update users set subscription_end_date = $1', [
    new Date(world.app.clock.now().getTime() + 86_400_000),
  ]);
}

/** A second server on the same database, started a second later. */
export async function usingNextServer(
  world: World,
  work: (later: Awaited<ReturnType<typeof startTestAppOn>>) => Promise<void>,
): Promise<void> {
  world.turn(1);
  const ends: (() => unknown)[] = [];
  const t = { after: (end: () => unknown) => void ends.push(end) };
  const { database, clock, deps } = world.app;
  const later = await startTestAppOn(t as never, { database, clock, config: deps.config });
  try {
    await work(later);
  } finally {
    for (const end of ends) await end();
  }
}
