import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { freePort } from '@pigeonpost/contract/testing/free-port';
import { silentLog } from '../../testing/silent-log.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { StartError } from '../start-error.ts';
import { connectDatabase } from './connect.ts';

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase({ migrations: null });
});
after(() => database.drop());

async function readValue(expression: string): Promise<unknown> {
  const { rows } = await database.pool.query(`select ${expression} as value`);
  return rows[0].value;
}

test('numbers, times and days leave the database in the form of the answers', async () => {
  assert.equal(await readValue('count(*)'), 1);
  assert.equal(await readValue('sum(7::bigint)'), 7);
  assert.equal(await readValue('9007199254740991::bigint'), Number.MAX_SAFE_INTEGER);
  assert.equal(await readValue(`timestamptz '2026-01-02 04:04:05.678999+01'`), '2026-01-02T03:04:05.678Z');
  assert.equal(await readValue(`date '2026-01-02'`), '2026-01-02');
  assert.equal(await readValue('null::timestamptz'), null);
  assert.deepEqual(await readValue('array[1, null, 3]::bigint[]'), [1, null, 3]);
  assert.deepEqual(await readValue(`array[timestamptz '2026-01-02 03:04:05+00', null]`), [
    '2026-01-02T03:04:05.000Z',
    null,
  ]);
  assert.deepEqual(await readValue(`array[date '2026-01-02']`), ['2026-01-02']);
});

test('after a pause two connections are still open for the next calls, and the others are closed', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const clients = await Promise.all([1, 2, 3, 4, 5].map(() => database.pool.connect()));
  for (const client of clients) client.release();
  assert.equal(database.pool.totalCount, 5);
  t.mock.timers.tick(60_000);
  assert.equal(database.pool.totalCount, 2);
});

test('a number that JavaScript cannot hold exactly is an error, not another number', async () => {
  await assert.rejects(readValue('9007199254740992::bigint'), RangeError);
  await assert.rejects(readValue(`'NaN'::numeric`), RangeError);
  await assert.rejects(readValue(`timestamptz 'infinity'`), RangeError);
  assert.equal(await readValue('count(*)'), 1, 'the connection works on');
});

test('a killed connection ends neither the process nor the pool', async () => {
  const client = await database.pool.connect();
  const { rows } = await client.query('select pg_backend_pid() as pid');
  const end = new Promise((resolve) => client.once('end', resolve));
  await database.pool.query('select pg_terminate_backend($1)', [rows[0].pid]);
  await end;
  client.release();
  assert.equal(await readValue('count(*)'), 1);
});

test('a DATABASE_URL where nothing listens gives a sentence that says what to do, without the password', async () => {
  const port = await freePort();
  const address = { connectionString: `postgres://owner:hush@127.0.0.1:${port}/pigeons` };
  await assert.rejects(connectDatabase({ address, log: silentLog }), (error) => {
    assert.ok(error instanceof StartError);
    assert.match(
      error.message,
      new RegExp(`127.0.0.1:${port}, database pigeons does not answer: nothing listens there`),
    );
    assert.match(error.message, /correct DATABASE_URL/);
    assert.doesNotMatch(error.message, /hush/);
    return true;
  });
});

test('a wrong password, a missing database and a server that is not PostgreSQL have different errors', async () => {
  const url = new URL(String(database.address.connectionString));
  const refused = (change: Partial<URL>) => {
    const address = { connectionString: Object.assign(new URL(url), change).href };
    return assert.rejects.bind(null, connectDatabase({ address, log: silentLog }));
  };
  await refused({ password: 'wrong' })({ name: 'StartError', message: /refuses this user or password/ });
  await refused({ pathname: '/nowhere' })({ name: 'StartError', message: /has no database of that name/ });
  const sockets: Socket[] = [];
  const server = createServer((socket) =>
    sockets.push(socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  await refused({ port: String((server.address() as { port: number }).port) })({
    name: 'StartError',
    message: /does not answer/,
  });
  server.close();
});
