import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { rolledBack, waitForLockWaits } from '../testing/lock-waits.ts';
import { startTestApp } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';

test('a server ends at once although a connection is open that says nothing', {
  timeout: 60_000,
}, async (t) => {
  const { url, close } = await startTestApp(t);
  const { hostname, port } = new URL(url);
  const silent = connect(Number(port), hostname);
  await once(silent, 'connect');
  const ended = once(silent, 'close');
  await close();
  await ended;
  assert.equal(silent.readyState, 'closed');
  await assert.rejects(fetch(url), TypeError);
});

test('a call that does not end is cut off after seven seconds', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const { list } = await user.call('POST /api/lists', { body: { name: 'People' } });
  await rolledBack(app.database, async (client) => {
    await client.query('select pg_advisory_xact_lock(1, $1::int)', [user.id]);
    const cut = assert.rejects(user.call('DELETE /api/lists/{id}', { params: { id: list.id } }));
    await waitForLockWaits(app.database, 1);
    const closed = app.close();
    await until('a server that waits for its calls', () => app.clock.sleeping > 0);
    app.clock.advance(7_000);
    await Promise.all([closed, cut]);
  });
});

test('a call under way is answered before the server ends', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const { list } = await user.call('POST /api/lists', { body: { name: 'People' } });
  const { removed } = await rolledBack(app.database, async (client) => {
    await client.query('select pg_advisory_xact_lock(1, $1::int)', [user.id]);
    const removed = user.call('DELETE /api/lists/{id}', { params: { id: list.id } });
    await waitForLockWaits(app.database, 1);
    app.close();
    return { removed };
  });
  assert.deepEqual(await removed, {});
});
