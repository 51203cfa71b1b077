import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { isDatabaseAway } from './database/outage.ts';
import { startServerProcess } from './testing/server-process.ts';
import { databaseUrl, withClient } from './testing/template-database.ts';
import { createTestDatabase } from './testing/test-database.ts';
import { until } from './testing/until.ts';

const LISTENS_AGAIN = 'The connection that listens to other servers broke. It is opened again.';

/** Starts a server in its own process, with a database that can be taken away and given back. */
async function scene(t: TestContext) {
  const { address, drop } = await createTestDatabase();
  t.after(drop);
  const { connectionString = '' } = address;
  const name = new URL(connectionString).pathname.slice(1);
  // From another database, because one cannot close itself.
  const onCluster = (query: string) =>
    withClient(databaseUrl(connectionString, 'postgres'), async (client) => void (await client.query(query)));
  const cut = () =>
    onCluster(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`);
  const server = await startServerProcess(t, { address, env: { LOG_FORMAT: 'json' } });
  // Only the database knows whose token this is.
  const headers = { authorization: `Bearer ${'ab'.repeat(32)}` };
  const statusOf = async (path: string) => (await fetch(`${server.url}${path}`, { headers })).status;
  return {
    entries: () => server.said.map((line) => JSON.parse(line) as { level: string; msg: string }),
    statusOf,
    cut,
    async takeAway() {
      await onCluster(`alter database ${name} with allow_connections false`);
      await cut();
    },
    giveBack: () => onCluster(`alter database ${name} with allow_connections true`),
  };
}

test('an outage of the database is logged as an error once, and so is its end', async (t) => {
  const { entries, statusOf, takeAway, giveBack } = await scene(t);
  const started = entries().length;
  for (const count of [1, 2]) {
    await takeAway();
    // The server notices without a call.
    await until(
      'an error in the log',
      () => entries().filter(({ level }) => level === 'error').length === count,
    );
    for (let calls = 0; calls < 5; calls++) {
      assert.equal(await statusOf('/healthz'), 200);
      assert.equal(await statusOf('/readyz'), 503);
      assert.equal(await statusOf('/api/campaigns'), 503);
    }
    await giveBack();
    const isOver = ({ msg }: { msg: string }) =>
      /^The database answers again, after \d+ seconds?\.$/.test(msg);
    await until('the end of the outage', () => entries().filter(isOver).length === count);
    await until('a ready server', async () => (await statusOf('/readyz')) === 200);
    const errors = entries().filter(({ level }) => level === 'error');
    assert.equal(errors.length, count);
    assert.match(errors[0]?.msg ?? '', /^The database does not answer: .*Nothing has to be restarted\.$/);
  }
  const warnings = entries()
    .slice(started)
    .filter(({ level }) => level === 'warn');
  assert.deepEqual([...new Set(warnings.map(({ msg }) => msg))], [LISTENS_AGAIN]);
});

test('a database whose host is not found or not reachable is away; an error of a statement is no outage', () => {
  const away = (code: string) => isDatabaseAway(Object.assign(new Error('it failed'), { code }));
  const codes = [
    'ENOTFOUND',
    'EAI_AGAIN',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ECONNREFUSED',
    '57P03',
  ];
  assert.deepEqual(
    codes.filter((code) => !away(code)),
    [],
  );
  assert.deepEqual(['23505', '42P01', 'EACCES'].filter(away), []);
});

test('a broken connection is a warning and no outage while the database answers', async (t) => {
  const { entries, cut } = await scene(t);
  await cut();
  const broke = 'A connection to the database broke. The database answers.';
  await until('a warning', () => entries().some(({ level, msg }) => level === 'warn' && msg === broke));
  assert.deepEqual(
    entries().filter(({ level, msg }) => level === 'error' || msg.includes('answers again')),
    [],
  );
});
