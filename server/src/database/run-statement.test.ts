import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { listStartables } from '../engine/start/start-queries.ts';
import { getDashboard } from '../features/campaigns/dashboard-queries.ts';
import { listCampaigns } from '../features/campaigns/list-queries.ts';
import { silentLog } from '../testing/silent-log.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import type { Tx } from './transaction.ts';
import { openTransactions, type Transactions } from './transactions.ts';

let database: TestDatabase;
let transactions: Transactions;

before(async () => {
  // One connection, whose prepared statements are then checked.
  database = await createTestDatabase({ maxConnections: 1 });
  transactions = openTransactions({ pool: database.pool, auditKey: Buffer.alloc(64), log: silentLog });
  await database.pool.query(`
    create table pigeons (user_id bigint not null, name text primary key);
    insert into pigeons values (1, 'Ada'), (2, 'Bob');
    alter table pigeons enable row level security;
    create policy own on pigeons to pigeonpost_user using (user_id = app_user_id());
    create policy every_row on pigeons to pigeonpost_system using (true);
    grant select, delete on pigeons to pigeonpost_user, pigeonpost_system`);
});
after(() => database.drop());

/** The prepared statements of a connection that contain a text. */
async function preparedWith(text: string) {
  const { rows } = await database.pool.query(
    `select generic_plans > 0 as is_plan_kept from pg_prepared_statements
    where position($1 in statement) > 0 and statement not like '%pg_prepared_statements%'`,
    [text],
  );
  return rows;
}

test('a frequent statement is parsed once by a connection, and sees as its caller', async () => {
  const after = (tx: Tx, letter: string) =>
    tx.query('select name from pigeons where name > $1 order by name', [letter]).then(({ rows }) => rows);
  for (let round = 0; round < 4; round++) await transactions.readAsUser(1, (tx) => after(tx, 'A'));
  assert.deepEqual(await preparedWith('name > $1 order by'), []);
  for (let round = 0; round < 12; round++) {
    assert.deepEqual(await transactions.readAsUser(1, (tx) => after(tx, 'A')), [{ name: 'Ada' }]);
    assert.deepEqual(await transactions.readAsUser(1, (tx) => after(tx, 'B')), []);
  }
  assert.deepEqual(await transactions.readAsUser(2, (tx) => after(tx, 'A')), [{ name: 'Bob' }]);
  assert.equal((await transactions.readAsSystem('look', (tx) => after(tx, 'A'))).length, 2);
  assert.deepEqual(await preparedWith('name > $1 order by'), [{ is_plan_kept: true }]);
});

test('statements of Kysely are prepared as well', async () => {
  const find = (tx: Tx) => sql`select name as found from pigeons where name = ${'Ada'}`.execute(tx);
  for (let round = 0; round < 5; round++) await transactions.asUser(1, find);
  assert.equal((await preparedWith('name as found')).length, 1);
});

test('the plans of the dashboard, of the first campaigns and of what may start are kept', async () => {
  const asked = { user_id: 1, range: {}, now: new Date('2026-11-30T09:00:00.000Z') };
  const page = {
    slice: { page: 1, limit: 10, offset: 0 },
    search: undefined,
    status: undefined,
    waiting_ids: [],
  };
  for (let round = 0; round < 12; round++)
    await transactions.readAsUser(1, async (tx) => {
      await getDashboard(tx, asked);
      await listCampaigns(tx, { ...asked, ...page, sort_by: 'under_way' });
      await listStartables(tx, {
        user_id: 1,
        campaign_ids: round % 2 ? [1] : [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
      });
    });
  for (const text of ['select figures.*', 'limit 10', 'as is_retrying'])
    assert.deepEqual(await preparedWith(text), [{ is_plan_kept: true }], text);
});

test('texts that are never repeated are not kept', async () => {
  const read = (tx: Tx, mark: number) => tx.query(`select name as of_${mark} from pigeons`);
  await transactions.asUser(1, async (tx) => {
    for (let mark = 0; mark < 20; mark++) await read(tx, mark);
  });
  assert.deepEqual(await preparedWith('name as of_'), []);
});

test('a statement about recipients is planned each time, however long its list becomes', async () => {
  const find = (tx: Tx) => tx.query('select id from recipients where user_id = $1 and list_id = $2', [1, 1]);
  for (let round = 0; round < 12; round++) await transactions.readAsUser(1, find);
  assert.deepEqual(await preparedWith('from recipients'), []);
});

test('a text holds one statement', async () => {
  for (const asUser of [transactions.asUser, transactions.readAsUser])
    await assert.rejects(
      asUser(1, (tx) => tx.query('select 1; delete from pigeons')),
      /multiple commands/,
    );
});
