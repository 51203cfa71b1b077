import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { createWorld, engineTest } from '../../testing/engine-world.ts';

engineTest('quiet agents that call at once are noted together, each by its own session', async (world) => {
  const worlds = [world, await createWorld(world.app), await createWorld(world.app)];
  for (const each of worlds) assert.deepEqual(await each.work(), []);
  const [, ended] = worlds;
  await world.app.database.pool.query('delete from sessions where agent_id = $1', [ended?.agent.agent_id]);
  world.turn(50);
  const statements = mock.method(world.app.deps, 'callAsSystem').mock;
  const answers = await Promise.allSettled(worlds.map((each) => each.work()));
  assert.deepEqual(
    answers.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.deepEqual(
    statements.calls.map(({ arguments: [name] }) => name),
    ['see_quiet_agents'],
  );
  const { rows } = await world.app.database.pool.query(
    'select count(*)::int as seen from agents where last_seen_at = $1',
    [world.app.clock.now()],
  );
  assert.deepEqual(rows, [{ seen: 2 }]);
});
