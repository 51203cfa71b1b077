import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { silentLog as log } from '../../testing/silent-log.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { until } from '../../testing/until.ts';
import { startEmbeddedPostgres } from '../embedded/start.ts';
import { ENGINE_CONNECTIONS } from '../engine/engine-pool.ts';
import { VERSION_1_SPACE } from '../functions.ts';
import { listMigrations } from '../migrate.ts';
import { readServerIdentity } from '../server-identity-queries.ts';
import { openTransactions } from '../transactions.ts';
import { connectDatabase } from './connect.ts';
import { openDatabase } from './open-database.ts';

const now = new Date('2026-09-12T09:00:00.000Z');
let dataDir: string;
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pigeonpost-open-'));
  // As root, PostgreSQL runs as nobody, which needs access to this folder.
  await chmod(dataDir, 0o711);
});
after(() => rm(dataDir, { recursive: true }));

test('a DATABASE_URL is used and migrated instead of the embedded PostgreSQL', async () => {
  const named = await createTestDatabase({ migrations: null });
  const database = await openDatabase({ databaseUrl: named.address.connectionString, dataDir, now, log });
  const { rows } = await named.pool.query('select max(version) as version from schema_versions');
  assert.equal(rows[0].version, (await listMigrations()).length);
  assert.deepEqual(await readdir(dataDir), []);
  await database.close();
  await named.drop();
});

test('of two servers that start at once on a new database each says at which version it is', async () => {
  const named = await createTestDatabase({ migrations: null });
  const said: string[] = [];
  const told = { ...log, info: (line: string) => void said.push(line) };
  const options = { databaseUrl: named.address.connectionString, dataDir, now, log: told };
  const both = await Promise.all([openDatabase(options), openDatabase(options)]);
  await Promise.all(both.map(({ close }) => close()));
  const newest = (await listMigrations()).at(-1)?.name;
  assert.equal(said.length, 2);
  for (const line of said)
    assert.match(line, new RegExp(`^The database (was migrated to|is at) ${newest}\\.$`));
  await named.drop();
});

test('version 2 does not start beside a server of version 1, and changes nothing', async () => {
  const named = await createTestDatabase({ migrations: null });
  const options = { databaseUrl: named.address.connectionString, dataDir, now, log };
  const before = await named.pool.connect();
  await before.query(`select pg_advisory_lock_shared(${VERSION_1_SPACE}, 7)`);
  await assert.rejects(openDatabase(options), /Stop all servers of version 1, then start this one\./);
  const { rows } = await named.pool.query(`select from pg_tables where schemaname = 'public'`);
  assert.equal(rows.length, 0);
  before.release(true);
  await (await openDatabase(options)).close();
  await named.drop();
});

test('without a DATABASE_URL the database is in DATA_DIR, and its data survives a restart', async () => {
  const first = await openDatabase({ databaseUrl: undefined, dataDir, now, log });
  const identity = await readServerIdentity(openTransactions({ ...first, log }));
  await first.close();
  const second = await openDatabase({ databaseUrl: undefined, dataDir, now, log });
  assert.deepEqual(await readServerIdentity(openTransactions({ ...second, log })), identity);
  await second.close();
});

test('the connections of requests can become a user and nothing else, and no connection is a superuser', async () => {
  const { pool, systemPool, auditKey, close } = await openDatabase({
    databaseUrl: undefined,
    dataDir,
    now,
    log,
  });
  try {
    for (const [connections, roles] of [
      [pool, ['pigeonpost_user']],
      [systemPool, ['pigeonpost_system', 'pigeonpost_token']],
    ] as const) {
      const { rows } = await connections.query(
        `select current_user as me, rolsuper, rolcreaterole, rolbypassrls,
           (select array_agg(rolname::text order by rolname) from pg_roles
            where rolname <> current_user and pg_has_role(current_user, oid, 'set')) as roles
         from pg_roles where rolname = current_user`,
      );
      const { me: _, ...rights } = rows[0];
      assert.deepEqual(rights, { rolsuper: false, rolcreaterole: false, rolbypassrls: false, roles });
      await assert.rejects(connections.query('select from users'), /permission denied/);
    }
    await assert.rejects(pool.query('set role pigeonpost_system'), /permission denied/);
    for (const attempt of [
      'select inner_pad from audit_key',
      `select audit_mac('x')`,
      'delete from audit_log',
    ])
      for (const connections of [pool, systemPool])
        await assert.rejects(connections.query(`set role none; ${attempt}`), /permission denied/);
    const transactions = openTransactions({ pool, systemPool, auditKey, log });
    assert.deepEqual(await transactions.asUser(1, (tx) => tx.selectFrom('users').select('id').execute()), []);
  } finally {
    await close();
  }
});

test('the steps of the engine have connections of their own, which are prepared and stay open', async (t) => {
  const named = await createTestDatabase({ migrations: null });
  const database = await openDatabase({ databaseUrl: named.address.connectionString, dataDir, now, log });
  t.after(() => database.close().then(named.drop));
  const { enginePool, systemPool } = database;
  assert.deepEqual([enginePool.totalCount, enginePool.idleCount], [ENGINE_CONNECTIONS, ENGINE_CONNECTIONS]);
  assert.equal(enginePool.options.min, ENGINE_CONNECTIONS);
  // A server that stops within a step keeps its users' locks for so long only.
  const { rows } = await enginePool.query('show idle_in_transaction_session_timeout');
  assert.deepEqual(rows, [{ idle_in_transaction_session_timeout: '3s' }]);

  const planned = async () => {
    const clients = await Promise.all(Array.from({ length: ENGINE_CONNECTIONS }, () => enginePool.connect()));
    const counts = await Promise.all(
      clients.map(async (client) => {
        const { rows } = await client.query<{ count: number }>(
          `select count(*)::int as count from pg_backend_memory_contexts
          where ident ~ '^(read_work_calls|read_lines|record_claims|read_begin_facts|record_begins|read_result_facts|record_results)\\('`,
        );
        return rows[0]?.count;
      }),
    );
    for (const client of clients) client.release();
    return counts;
  };
  const all = Array.from({ length: ENGINE_CONNECTIONS }, () => 7);
  assert.deepEqual(await planned(), all);
  await named.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where pid = any ($1::int[])',
    [
      (await Promise.all([1, 2].map(() => enginePool.query('select pg_backend_pid() as pid')))).map(
        ({ rows }) => rows[0].pid,
      ),
    ],
  );
  await until('the broken connections to be noticed', () => enginePool.totalCount === ENGINE_CONNECTIONS - 2);
  assert.deepEqual(await planned(), all);

  const transactions = openTransactions({ ...database, log });
  const ends = Promise.withResolvers<void>();
  const busy = Array.from({ length: systemPool.options.max }, () =>
    transactions.asSystem('test', () => ends.promise),
  );
  const read = transactions.takeStep('test', (step) =>
    step.call<object>('read_begin_facts', [null, '{}', '{}', null]),
  );
  assert.ok(await read);
  ends.resolve();
  await Promise.all(busy);
});

test('a superuser in DATABASE_URL is told that less is enough', async () => {
  const named = await createTestDatabase({ migrations: null });
  const warned: unknown[] = [];
  const database = await openDatabase({
    databaseUrl: named.address.connectionString,
    dataDir,
    now,
    log: { ...log, warn: (text: unknown) => void warned.push(text) },
  });
  await database.close();
  await named.drop();
  assert.match(String(warned), /is a superuser of its PostgreSQL.*needs no more/s);
});

test('a database that cannot be migrated is closed again, so that the next start can try', async () => {
  const own = await startEmbeddedPostgres({ dataDir, log });
  const owner = await connectDatabase({ address: own.address, log });
  await owner.pool.query(`insert into schema_versions values (9999, '9999-future.sql', now())`);
  await owner.close();
  await own.stop();
  const attempt = openDatabase({ databaseUrl: undefined, dataDir, now, log });
  await assert.rejects(attempt, { name: 'StartError', message: /newer Pigeonpost/ });
  const entries = await readdir(join(dataDir, 'postgres', 'data'));
  assert.ok(!entries.includes('postmaster.pid'), 'its PostgreSQL has ended');
});
