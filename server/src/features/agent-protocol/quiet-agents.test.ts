import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { createWorld, engineTest } from '../../testing/engine-world.ts';

engineTest('quiet agents that call at once are noted together, each by its own session', async (world) => {
  const [ended, disabled] = [await createWorld(world.app), await createWorld(world.app)];
  const worlds = [world, ended, disabled, await createWorld(world.app)];
  for (const each of worlds) assert.deepEqual(await each.work(), []);
  // By hand, so that no nudge makes their tokens be looked up.
  const { pool } = world.app.database;
  await pool.query('delete from sessions where agent_id = $1', [ended.agent.agent_id]);
  await pool.query('update users set is_active = false where id = $1', [disabled.user.id]);
  world.turn(50);
  const statements = mock.method(world.app.deps, 'callAsSystem').mock;
  const answers = await Promise.allSettled(worlds.map((each) => each.work()));
  assert.deepEqual(
    answers.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
  );
  assert.deepEqual(
    statements.calls.map(({ arguments: [name] }) => name),
    ['see_quiet_agents'],
  );
  const { rows } = await pool.query('select count(*)::int as seen from agents where last_seen_at = $1', [
    world.app.clock.now(),
  ]);
  assert.deepEqual(rows, [{ seen: 2 }]);
});
