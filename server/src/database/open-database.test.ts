import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { silentLog as log } from '../testing/silent-log.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { listMigrations } from './migrate.ts';
import { openDatabase } from './open-database.ts';

const now = new Date('2026-09-12T09:00:00.000Z');
let dataDir: string;
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pigeonpost-open-'));
  // As root, PostgreSQL runs as nobody, who must be able to pass.
  await chmod(dataDir, 0o711);
});
after(() => rm(dataDir, { recursive: true }));

test('a DATABASE_URL is used and migrated instead of a PostgreSQL of our own', async () => {
  const named = await createTestDatabase({ migrations: null });
  const database = await openDatabase({ databaseUrl: named.address.connectionString, dataDir, now, log });
  const { rows } = await named.pool.query('select max(version) as version from schema_versions');
  assert.equal(rows[0].version, (await listMigrations()).length);
  assert.deepEqual(await readdir(dataDir), []);
  await database.close();
  await named.drop();
});

test('without a DATABASE_URL the database lies in DATA_DIR, and what was written is there the next time', async () => {
  const first = await openDatabase({ databaseUrl: undefined, dataDir, now, log });
  await first.pool.query('create table pigeons as select 7 as id');
  await first.close();
  const second = await openDatabase({ databaseUrl: undefined, dataDir, now, log });
  assert.deepEqual((await second.pool.query('select * from pigeons')).rows, [{ id: 7 }]);
  await second.close();
});

test('a database that cannot be migrated is closed again, so that the next start can try', async () => {
  const database = await openDatabase({ databaseUrl: undefined, dataDir, now, log });
  await database.pool.query(`insert into schema_versions values (9999, '9999-future.sql', now())`);
  await database.close();
  const attempt = openDatabase({ databaseUrl: undefined, dataDir, now, log });
  await assert.rejects(attempt, { name: 'StartError', message: /newer Pigeonpost/ });
  const entries = await readdir(join(dataDir, 'postgres', 'data'));
  assert.ok(!entries.includes('postmaster.pid'), 'its PostgreSQL has ended');
});
