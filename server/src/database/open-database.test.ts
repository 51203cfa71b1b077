import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { silentLog as log } from '../testing/silent-log.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { connectDatabase } from './connect.ts';
import { startEmbeddedPostgres } from './embedded/start.ts';
import { listMigrations } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { readServerIdentity } from './server-identity-queries.ts';
import { openTransactions } from './transactions.ts';

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
