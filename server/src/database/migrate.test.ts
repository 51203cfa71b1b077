import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { migrateDatabase } from './migrate.ts';

const now = new Date('2026-09-12T09:00:00.000Z');
const FIRST = 'create table pigeons (name text)';
const SECOND = `insert into pigeons values ('Ada')`;

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await createTestDatabase({ migrations: null });
  folder = await mkdtemp(join(tmpdir(), 'pigeonpost-migrations-'));
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

async function bring(migrations: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(migrations)) await writeFile(join(folder, name), text);
}

function migrate(): Promise<string[]> {
  return migrateDatabase({ pool: database.pool, now, folder });
}

async function rowsOf(query: string): Promise<unknown[]> {
  return (await database.pool.query(query)).rows;
}

test('an empty database gets every migration in its order, a migrated one only what is new', async () => {
  await bring({ '0001-pigeons.sql': FIRST });
  assert.deepEqual(await migrate(), ['0001-pigeons.sql']);
  await bring({ '0002-first-pigeon.sql': SECOND });
  assert.deepEqual(await migrate(), ['0002-first-pigeon.sql']);
  assert.deepEqual(await migrate(), []);
  assert.deepEqual(await rowsOf('select * from pigeons'), [{ name: 'Ada' }]);
  assert.deepEqual(await rowsOf('select * from schema_versions order by version'), [
    { version: 1, name: '0001-pigeons.sql', applied_at: now.toISOString() },
    { version: 2, name: '0002-first-pigeon.sql', applied_at: now.toISOString() },
  ]);
});

test('two servers that migrate at once run each migration once between them', async () => {
  const slow = 'select pg_sleep(0.2);';
  await bring({ '0001-pigeons.sql': `${slow} ${FIRST}`, '0002-first-pigeon.sql': `${slow} ${SECOND}` });
  const applied = await Promise.all([migrate(), migrate(), migrate()]);
  assert.deepEqual(applied.flat().sort(), ['0001-pigeons.sql', '0002-first-pigeon.sql']);
  assert.deepEqual(await rowsOf('select * from pigeons'), [{ name: 'Ada' }]);
});

test('a migration that fails leaves nothing behind, keeps those before it, and can be tried again', async () => {
  await bring({ '0001-pigeons.sql': FIRST, '0002-broken.sql': `${SECOND}; select 1 / 0` });
  await assert.rejects(migrate(), /0002-broken\.sql failed and left nothing behind: division by zero/);
  assert.deepEqual(await rowsOf('select * from pigeons'), []);
  await bring({ '0002-broken.sql': SECOND });
  assert.deepEqual(await migrate(), ['0002-broken.sql']);
});

test('a database newer than the code is refused with what to do, and left as it is', async () => {
  await bring({ '0001-pigeons.sql': FIRST, '0002-first-pigeon.sql': SECOND });
  await migrate();
  await rm(join(folder, '0002-first-pigeon.sql'));
  await assert.rejects(migrate(), {
    name: 'StartError',
    message:
      /made by a newer Pigeonpost: it is at migration 2, and this version knows only 1\. Start the newer/,
  });
});

test('a number that is missing or given twice is an error before anything runs', async () => {
  await bring({ '0001-pigeons.sql': FIRST, '0003-later.sql': SECOND });
  await assert.rejects(migrate(), /0003-later\.sql is not migration number 2/);
  await bring({ '0001-again.sql': FIRST });
  await assert.rejects(migrate(), /is not migration number 2/);
  assert.deepEqual(await rowsOf(`select to_regclass('pigeons') as pigeons`), [{ pigeons: null }]);
});
