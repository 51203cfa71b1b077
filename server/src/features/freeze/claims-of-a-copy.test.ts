import assert from 'node:assert/strict';
import type { KnownToAgent } from '@pigeonpost/contract/rules/freeze/copy';
import { findCaller } from '../../access/authenticate.ts';
import { claimForWorkCalls } from '../../engine/claim/claim.ts';
import { counting } from '../../testing/counted-messages.ts';
import { createWorld, engineTest, type World } from '../../testing/engine-world.ts';
import { twoMachines } from '../../testing/machines-and-servers.ts';

/** Claims of one batch, and the messages to the database that they took. */
async function claimTogether(calls: { world: World; known: KnownToAgent; path?: string }[]) {
  const { deps } = calls[0]?.world.app ?? assert.fail();
  const { counted, asked } = counting(deps);
  const given = calls.map(async ({ world: { user, agent }, known, path = '/p/one' }) => {
    const { session_id } = (await findCaller(deps, agent.token)) ?? assert.fail();
    const { agent_id } = agent;
    return { user_id: user.id, session_id, agent_id, any_machine: false, paths: [path], capacity: 1, known };
  });
  const answers = await claimForWorkCalls(counted, await Promise.all(given), { usual: 60, unread: 60 });
  return { answers: answers.map((answer) => answer ?? assert.fail()), asked };
}

engineTest('a call that knows no more than the tables asks no more of them', async (world) => {
  await twoMachines(world);
  const { epoch } = world.app.deps.identity;
  const { rows } = await world.app.database.pool.query<{ id: number }>('select id from profiles');
  const profiles = rows.map(({ id }) => ({ profile_id: id, grant_number: 0 }));
  const known = { mark: 0, epoch, profiles, merged: epoch };
  const { answers, asked } = await claimTogether([{ world, known, path: '/p/none' }]);
  assert.deepEqual(asked, ['read_work_calls']);
  assert.deepEqual([answers[0]?.epoch, answers[0]?.mark, answers[0]?.has_frozen], [epoch, 0, false]);
});

engineTest('a call that freezes its user is handed nothing, and another one beside it is', async (world) => {
  const other = await createWorld(world.app);
  for (const one of [world, other]) await twoMachines(one);
  const { epoch } = world.app.deps.identity;
  const { answers, asked } = await claimTogether([
    { world, known: { mark: 3, epoch } },
    { world: other, known: { mark: 0, epoch } },
  ]);
  assert.deepEqual(asked, ['read_work_calls', 'record_copies', 'read_lines', 'record_claims']);
  const told = answers.map(({ mark, has_frozen, deliveries }) => [mark, has_frozen, deliveries.length]);
  assert.deepEqual(told, [
    [3, true, 0],
    [0, false, 1],
  ]);
  const { rows } = await world.app.database.pool.query(
    `select u.frozen_at is not null as is_frozen, u.epoch, (select count(*)::int from freezes f where f.user_id = u.id) as freezes,
      (select sum(granted)::int from agent_grants g where g.user_id = u.id) as mark
    from users u where u.id = any ($1) order by u.id`,
    [[world.user.id, other.user.id]],
  );
  assert.deepEqual(rows, [
    { is_frozen: true, epoch: answers[0]?.epoch, freezes: 1, mark: 3 },
    { is_frozen: false, epoch: 0, freezes: 0, mark: null },
  ]);
  const body = { machine_name: 'third', platform: 'linux', agent_version: '1' };
  const { server } = await world.user.call('POST /api/agent/enrol', { body });
  assert.deepEqual([server.epoch, server.mark], [answers[0]?.epoch, 3]);
});

engineTest('a frozen user whose agent is still to merge gets the mark alone', async (world) => {
  await twoMachines(world);
  const { epoch } = world.app.deps.identity;
  const { pool } = world.app.database;
  await pool.query('update users set frozen_at = $1, epoch = $2', [world.app.clock.now(), epoch + 5]);
  const { answers, asked } = await claimTogether([{ world, known: { mark: 7, epoch } }]);
  assert.deepEqual(asked, ['read_work_calls', 'record_copies']);
  const [answer] = answers;
  assert.deepEqual([answer?.epoch, answer?.mark, answer?.has_frozen], [epoch + 5, 7, false]);
  const { rows } = await pool.query('select agent_id, granted from agent_grants');
  assert.deepEqual(rows, [{ agent_id: world.agent.agent_id, granted: 7 }]);
  assert.deepEqual((await pool.query('select from freezes')).rowCount, 0);
});
