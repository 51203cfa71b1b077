import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startWorld } from '../../testing/engine-world.ts';
import { refusal } from '../../testing/refusal.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { removeDeletedUsers } from './remove-deleted-users.ts';

const HOUR_MS = 3_600_000;

/** The number of a user's rows in each table, whatever tables there are. */
async function rowsOf({ database }: TestApp, user_id: number): Promise<Record<string, number>> {
  const { rows: tables } = await database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'user_id' and table_name not in ('security_events', 'audit_log', 'audit_heads') order by 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await database.pool.query(`select count(*) as count from ${name} where user_id = $1`, [
      user_id,
    ]);
    counts[name] = rows[0].count;
  }
  return counts;
}

const filled = (counts: Record<string, number>) =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name]) => name);

test('a deleted user is gone at once, and every row of theirs soon after, but no other user’s', async (t) => {
  const world = await startWorld(t);
  const { app, user, agent } = world;
  const ida = await app.signUp({ role: 'admin' });
  // Another user's world, with the same names.
  const lena = await app.signUp();
  for (const { id } of [user, lena])
    await app.database.pool.query(
      `insert into do_not_contact (user_id, recipient, created_at) values ($1, 'nobody', $2)`,
      [id, app.clock.now()],
    );
  await lena.call('POST /api/templates', { body: { name: 'Hers', content: 'Hello' } });
  const list = await world.list(Array.from({ length: 2500 }, (_, n) => `name.${n}`));
  const campaign = await world.campaign({ list, profiles: [await world.profile('kiln')] });
  await world.start(campaign);
  await user.call('POST /api/templates', { body: { name: 'His', content: 'Hello' } });
  await user.call('GET /api/firefox-profiles');
  const delivery = await world.sending();
  const hers = await rowsOf(app, lena.id);

  await ida.call('DELETE /api/users/{id}', { params: { id: user.id } });
  assert.equal((await refusal(user.call('GET /api/settings'))).status, 401);
  assert.equal(
    (
      await refusal(
        agent.call('POST /api/agent/work', { body: { capacity: 1, wait_seconds: 0, profile_paths: [] } }),
      )
    ).status,
    401,
  );
  assert.equal((await refusal(world.result(delivery, { outcome: 'sent' }))).status, 401);
  const { rows: running } = await app.database.pool.query(
    `select from campaigns where user_id = $1 and status = 'running'`,
    [user.id],
  );
  assert.deepEqual(running, []);
  const { users } = await ida.call('GET /api/users');
  assert.deepEqual(
    users.map(({ id }) => id),
    [ida.id, lena.id],
  );
  // The name is free again, for another id.
  const made = await ida.call('POST /api/users', {
    body: { username: user.username, password: 'raku-night' },
  });
  assert.notEqual(made.user.id, user.id);
  const again = await refusal(ida.call('DELETE /api/users/{id}', { params: { id: user.id } }));
  assert.deepEqual([again.status, again.message], [404, 'User not found']);

  await removeDeletedUsers(app.deps);
  assert.deepEqual(filled(await rowsOf(app, user.id)), []);
  assert.deepEqual(await rowsOf(app, lena.id), hers);

  // An earlier call may write once more, so its rows are looked for during an hour.
  await app.database.pool.query(
    `insert into templates (user_id, name, content, created_at) values ($1, 'late', 'late', $2)`,
    [user.id, app.clock.now()],
  );
  app.clock.advance(HOUR_MS + 1000);
  await removeDeletedUsers(app.deps);
  assert.deepEqual(filled(await rowsOf(app, user.id)), []);
  const { rows } = await app.database.pool.query('select from deleted_users');
  assert.deepEqual(rows, []);
});

test('removing a deleted user stops when the server ends, and continues at its next start', async (t) => {
  const { app, user, list } = await startWorld(t);
  const ida = await app.signUp({ role: 'admin' });
  await list(Array.from({ length: 1500 }, (_, n) => `name.${n}`));
  await ida.call('DELETE /api/users/{id}', { params: { id: user.id } });
  const stop = new AbortController();
  stop.abort();
  await removeDeletedUsers(app.deps, stop.signal);
  assert.ok(filled(await rowsOf(app, user.id)).includes('recipients'));
  await removeDeletedUsers(app.deps);
  assert.deepEqual(filled(await rowsOf(app, user.id)), []);
});
