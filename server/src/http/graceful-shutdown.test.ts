import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { rolledBack, waitForLockWaits } from '../testing/lock-waits.ts';
import { startTestApp } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';
import { QUIET_MS } from './graceful-shutdown.ts';

test('a server ends at once although an idle connection is open', {
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

test('a running call is answered before the server ends', async (t) => {
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

test('behind a proxy, calls over its open connections are still answered until they stop', async (t) => {
  const app = await startTestApp(t, { proxies: 1 });
  const { port } = new URL(app.url);
  const kept = connect(Number(port), '127.0.0.1').setEncoding('utf8');
  const unused = connect(Number(port), '127.0.0.1');
  await Promise.all([once(kept, 'connect'), once(unused, 'connect')]);
  const ask = async () => {
    kept.write(`GET /healthz HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`);
    return String((await once(kept, 'data'))[0]).toLowerCase();
  };
  assert.match(await ask(), /^http\/1.1 200 .*connection: keep-alive/s);
  const closed = app.close();
  const isWaiting = () => until('a server that listens for silence', () => app.clock.sleepingFor(0) === 2);
  await isWaiting();
  await assert.rejects(fetch(app.url), TypeError);
  assert.match(await ask(), /^http\/1.1 200 .*connection: close/s);
  await once(kept, 'close');
  // A call came, so the silence starts again.
  app.clock.advance(QUIET_MS);
  await isWaiting();
  assert.equal(unused.readyState, 'open');
  app.clock.advance(QUIET_MS);
  await closed;
});
