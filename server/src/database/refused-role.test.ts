import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { silentLog } from '../testing/silent-log.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import type { Tx } from './transaction.ts';
import { openTransactions } from './transactions.ts';

let database: TestDatabase;

before(async () => {
  database = await createTestDatabase({ maxConnections: 1 });
  await database.pool.query(`
    create table pigeons (user_id bigint not null, name text primary key);
    insert into pigeons values (1, 'Ada'), (2, 'Bob');
    alter table pigeons enable row level security;
    create policy own on pigeons to pigeonpost_user using (user_id = app_user_id());
    create policy every_row on pigeons to pigeonpost_system using (true);
    grant select, insert, delete on pigeons to pigeonpost_user, pigeonpost_system`);
});
after(() => database.drop());

async function names(tx: Tx): Promise<string[]> {
  const { rows } = await tx.query<{ name: string }>('select name from pigeons order by name');
  return rows.map(({ name }) => name);
}

test('if the role is refused nothing runs, not even for the owner of the rows', async (t) => {
  const owner = `owner_${process.pid}`;
  await database.pool.query(`
    create role ${owner} login password 'seed'; alter table pigeons owner to ${owner};
    grant pigeonpost_system to ${owner}`);
  const { rows } = await database.pool.query('select current_user as name');
  const url = new URL(database.address.connectionString ?? '');
  url.username = owner;
  url.password = 'seed';
  const pool = new pg.Pool({ connectionString: url.href, max: 1 });
  t.after(async () => {
    await pool.end();
    await database.pool.query(`alter table pigeons owner to ${rows[0].name}; drop owned by ${owner};
      drop role ${owner}`);
  });
  const owners = openTransactions({ pool, auditKey: Buffer.alloc(64), log: silentLog });
  const attempts: ((tx: Tx) => Promise<unknown>)[] = [
    names,
    (tx) => tx.query(`insert into pigeons values (1, 'Cuckoo')`),
    (tx) => tx.query('delete from pigeons'),
    (tx) => names(tx).catch(() => tx.query('delete from pigeons')),
  ];
  for (const asUser of [owners.asUser, owners.readAsUser])
    for (const attempt of attempts) {
      await assert.rejects(asUser(1, attempt), /permission denied to set role|was refused/);
      assert.equal(pool.totalCount, 0);
    }
  assert.deepEqual(await owners.readAsSystem('look', names), ['Ada', 'Bob']);
  assert.equal(pool.totalCount, 1);
});

test('a statement that could not be parsed is parsed again the next time', async (t) => {
  const coops = (tx: Tx) => tx.query('select name from coops');
  for (const way of ['asUser', 'readAsUser'] as const) {
    const pool = new pg.Pool({ ...database.address, max: 1 });
    t.after(() => pool.end());
    const { [way]: asUser } = openTransactions({ pool, auditKey: Buffer.alloc(64), log: silentLog });
    await assert.rejects(asUser(1, coops), /relation "coops" does not exist/);
    await database.pool.query(`create table coops (name text); insert into coops values ('West');
      grant select on coops to pigeonpost_user`);
    assert.deepEqual((await asUser(1, coops)).rows, [{ name: 'West' }]);
    await database.pool.query('drop table coops');
  }
});
