import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { silentLog } from '../testing/silent-log.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { migrateDatabase } from './migrate.ts';
import { connectDatabase } from './opening/connect.ts';
import { requireOwnRoles } from './opening/roles.ts';
import { readServerIdentity } from './server-identity-queries.ts';
import { openTransactions } from './transactions.ts';

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

test('an empty database gets every migration in order, a migrated one only the new ones', async () => {
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

test('a failed migration leaves nothing behind, keeps those before it, and can be repeated', async () => {
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

test('a missing or repeated number is an error before anything runs', async () => {
  await bring({ '0001-pigeons.sql': FIRST, '0003-later.sql': SECOND });
  await assert.rejects(migrate(), /0003-later\.sql is not migration number 2/);
  await bring({ '0001-again.sql': FIRST });
  await assert.rejects(migrate(), /is not migration number 2/);
  assert.deepEqual(await rowsOf(`select to_regclass('pigeons') as pigeons`), [{ pigeons: null }]);
});

test('a user of DATABASE_URL with too few rights is told which ones to grant, and they are enough', async () => {
  const { role, address, remove } = await createPlainOwner(database);
  const own = await connectDatabase({ address, log: silentLog });
  try {
    const attempt = migrateDatabase({ pool: own.pool, now });
    await assert.rejects(attempt, {
      name: 'StartError',
      message: /grant pigeonpost_user, pigeonpost_system, pigeonpost_token to .* with admin option/,
    });
    await database.pool.query(
      `grant pigeonpost_user, pigeonpost_system, pigeonpost_token to ${role} with admin option`,
    );
    assert.deepEqual((await migrateDatabase({ pool: own.pool, now }))[0], '0001-spine.sql');
    const transactions = openTransactions({ pool: own.pool, auditKey: Buffer.alloc(64), log: silentLog });
    const seen = await transactions.asUser(1, (tx) => tx.selectFrom('users').select('id').execute());
    assert.deepEqual(seen, []);
    assert.equal((await readServerIdentity(transactions)).epoch, 1);
    await requireOwnRoles({ pool: own.pool, log: silentLog });
    await database.pool.query(`revoke pigeonpost_token from ${role} cascade`);
    await assert.rejects(requireOwnRoles({ pool: own.pool, log: silentLog }), {
      name: 'StartError',
      message: /may not use the role pigeonpost_token.*As a superuser, run: /s,
    });
  } finally {
    await own.close();
    await remove();
  }
});

/** A role that owns the database and has no other right, as hosting companies give it. */
async function createPlainOwner({ pool, address }: TestDatabase) {
  const role = `plain_${randomUUID().slice(0, 8)}`;
  const { rows } = await pool.query('select current_database() as name, current_user as superuser');
  await pool.query(`
    do $$ begin create role pigeonpost_user nologin; exception when duplicate_object then null; end $$;
    do $$ begin create role pigeonpost_system nologin; exception when duplicate_object then null; end $$;
    do $$ begin create role pigeonpost_token nologin; exception when duplicate_object then null; end $$;
    create role ${role} login password 'plain';
    alter database ${rows[0].name} owner to ${role}`);
  const url = new URL(String(address.connectionString));
  const remove = () =>
    pool.query(
      `reassign owned by ${role} to ${rows[0].superuser}; drop owned by ${role} cascade; drop role ${role}`,
    );
  return {
    role,
    address: { connectionString: Object.assign(url, { username: role, password: 'plain' }).href },
    remove,
  };
}
