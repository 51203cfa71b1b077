import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import type { Log } from '../log.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { asActor } from './actor.ts';
import type { Tx } from './transaction.ts';
import { callWithin, openTransactions, type Transactions } from './transactions.ts';

let database: TestDatabase;
let transactions: Transactions;
const logged: unknown[] = [];
const log: Log = { info() {}, warn() {}, error: (error: unknown) => void logged.push(error) };

before(async () => {
  // One connection, so that the next transaction would see any leftovers of the first.
  database = await createTestDatabase({ migrations: null, maxConnections: 1 });
  transactions = openTransactions({ pool: database.pool, auditKey: Buffer.alloc(64), log });
  await database.pool.query(`
    do $$ begin create role pigeonpost_user nologin; exception when duplicate_object then null; end $$;
    do $$ begin create role pigeonpost_system nologin; exception when duplicate_object then null; end $$;
    do $$ begin create role pigeonpost_token nologin; exception when duplicate_object then null; end $$;
    grant pigeonpost_user, pigeonpost_system, pigeonpost_token to current_user;
    create table pigeons (user_id bigint not null, name text primary key);
    alter table pigeons enable row level security;
    create policy own on pigeons to pigeonpost_user
      using (user_id = nullif(current_setting('app.user_id', true), '')::bigint);
    create policy every_row on pigeons to pigeonpost_system using (true);
    grant select, insert, update, delete on pigeons to pigeonpost_user, pigeonpost_system;
    create function name_pigeons() returns json language plpgsql as $$
    begin
      return (select json_agg(name order by name) from pigeons);
    end $$;
    create function add_pigeon(owner bigint, name text) returns void language plpgsql as $$
    begin
      insert into pigeons values (owner, name);
    end $$`);
});
beforeEach(async () => {
  logged.length = 0;
  await database.pool.query(`truncate pigeons; insert into pigeons values (1, 'Ada'), (2, 'Bob')`);
});
after(() => database.drop());

async function names(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from pigeons order by name`.execute(tx);
  return rows.map((row) => row.name);
}

async function add(tx: Tx, user_id: number, name: string): Promise<void> {
  await tx.query('insert into pigeons values ($1, $2)', [user_id, name]);
}

test('a user sees their own rows only, through Kysely and through the bare connection', async () => {
  assert.deepEqual(await transactions.asUser(1, names), ['Ada']);
  const { rowCount } = await transactions.asUser(2, (tx) => tx.query('delete from pigeons'));
  assert.equal(rowCount, 1);
  assert.deepEqual(await transactions.asSystem('count pigeons', names), ['Ada']);
});

test('a reading transaction sees the same rows in each statement, and can write none', async () => {
  assert.deepEqual(await transactions.readAsUser(1, names), ['Ada']);
  assert.deepEqual(await transactions.readAsSystem('count pigeons', names), ['Ada', 'Bob']);
  const roleOf = async (tx: Tx) => (await tx.query('select current_user as role')).rows[0].role;
  const roles = await transactions.readAsUser(1, async (tx) => [await roleOf(tx), await roleOf(tx)]);
  assert.deepEqual(roles, ['pigeonpost_user', 'pigeonpost_user']);
  const writes: ((tx: Tx) => Promise<unknown>)[] = [
    (tx) => add(tx, 1, 'Cleo'),
    (tx) => tx.query('delete from pigeons'),
  ];
  for (const attempt of writes)
    for (const read of [transactions.readAsUser(1, attempt), transactions.readAsSystem('look', attempt)])
      await assert.rejects(read, /read-only transaction/);
  await transactions.asUser(1, (tx) => add(tx, 1, 'Cleo'));
  assert.deepEqual(await transactions.readAsUser(1, names), ['Ada', 'Cleo']);
});

test('a transaction runs one statement at a time, so that none runs before it is open', async () => {
  for (const asUser of [transactions.asUser, transactions.readAsUser]) {
    const answers = await asUser(1, (tx) => Promise.allSettled([names(tx), names(tx)]));
    assert.deepEqual(
      answers.map(({ status }) => status),
      ['fulfilled', 'rejected'],
    );
    await assert.rejects(
      asUser(1, (tx) => Promise.all([names(tx), names(tx)])),
      /has not answered its last statement yet/,
    );
  }
  assert.deepEqual(await transactions.asUser(1, names), ['Ada']);
});

test('a transaction names its actor, and the next one does not keep it', async () => {
  const actorOf = async (tx: Tx) =>
    (await tx.query(`select current_setting('app.actor') as actor`)).rows[0].actor;
  const actor = { user_id: 1, username: `O'Hara "Ada"`, address: '127.0.0.1', at: new Date(0) };
  const told = await asActor(actor, () => transactions.asUser(1, actorOf));
  assert.deepEqual(JSON.parse(told), { ...actor, at: '1970-01-01T00:00:00.000Z' });
  assert.equal(await transactions.asUser(1, actorOf), '');
  assert.deepEqual(
    JSON.parse(await asActor(actor, () => transactions.asSystem('look', actorOf))),
    JSON.parse(told),
  );
  assert.equal(await transactions.asSystem('look', actorOf), '');
});

test('reading sees what others commit meanwhile, statement by statement', async (t) => {
  const other = new pg.Client(database.address);
  await other.connect();
  t.after(() => other.end());
  const [before, after] = await transactions.readAsUser(1, async (tx) => {
    const before = await names(tx);
    await other.query(`insert into pigeons values (1, 'Cleo')`);
    return [before, await names(tx)];
  });
  assert.deepEqual([before, after], [['Ada'], ['Ada', 'Cleo']]);
});

test('reading returns its connection as its own role, whether it succeeded or not', async () => {
  const swallowed = transactions.readAsUser(1, (tx) =>
    tx.query('select from nowhere').catch(() => 'swallowed'),
  );
  assert.equal(await swallowed, 'swallowed');
  await assert.rejects(
    transactions.readAsUser(1, (tx) => tx.query('select from nowhere')),
    /does not exist/,
  );
  const { rows } = await database.pool.query(
    `select current_user = session_user as is_login, current_setting('transaction_read_only') as reads`,
  );
  assert.deepEqual(rows, [{ is_login: true, reads: 'off' }]);
});

test('a transaction without a statement still sends its notifications', async (t) => {
  const ears = new pg.Client(database.address);
  await ears.connect();
  t.after(() => ears.end());
  const heard: unknown[] = [];
  ears.on('notification', ({ payload }) => heard.push(payload));
  await ears.query('listen coop');
  await transactions.asUser(1, async (tx) => tx.notify('coop', `Ada's home`));
  await ears.query('select');
  assert.deepEqual(heard, [`Ada's home`]);
});

test('a user can write no row of another user', async () => {
  await assert.rejects(
    transactions.asUser(1, (tx) => add(tx, 2, 'Cuckoo')),
    /row-level security/,
  );
});

test("a function called for a user sees and writes only that user's rows, also after a call for another user", async () => {
  const callAsUser = (user_id: number, name: string, args: unknown[]) =>
    transactions.asUser(user_id, (tx) => callWithin(tx, name, args));
  // On one connection, so that a plan for one role or user would show with the next.
  assert.deepEqual(await transactions.callAsSystem('name_pigeons', []), ['Ada', 'Bob']);
  assert.deepEqual(await callAsUser(1, 'name_pigeons', []), ['Ada']);
  assert.deepEqual(await callAsUser(2, 'name_pigeons', []), ['Bob']);
  assert.deepEqual(await transactions.callAsSystem('name_pigeons', []), ['Ada', 'Bob']);
  await assert.rejects(callAsUser(1, 'add_pigeon', [2, 'Cuckoo']), /row-level security/);
  await callAsUser(1, 'add_pigeon', [1, 'Cher']);
  assert.deepEqual(await transactions.asUser(1, names), ['Ada', 'Cher']);
});

test('the server itself sees every row, and names its purpose in the database', async () => {
  assert.deepEqual(await transactions.asSystem('count pigeons', names), ['Ada', 'Bob']);
  const { rows } = await transactions.asSystem(`sweep 'late' leases`, (tx) =>
    tx.query(`select current_setting('application_name') as name`),
  );
  assert.equal(rows[0].name, `pigeonpost: sweep 'late' leases`);
});

test('the server itself is no superuser, and the role for token look-ups sees nothing else', async () => {
  const roleOf = async (tx: Tx) => (await tx.query('select current_user as role')).rows[0].role;
  assert.equal(await transactions.asSystem('count pigeons', roleOf), 'pigeonpost_system');
  assert.equal(await transactions.asSystem('token check', roleOf), 'pigeonpost_token');
  await assert.rejects(transactions.asSystem('token check', names), /permission denied/);
  for (const attempt of ['drop table pigeons', 'create table mine ()', `copy pigeons to program 'true'`])
    await assert.rejects(
      transactions.asSystem('count pigeons', (tx) => tx.query(attempt)),
      /must be owner|permission denied/,
      attempt,
    );
});

test('a connection that has served a user answers nothing, and no error, outside of a transaction', async () => {
  await transactions.asUser(1, names);
  const { rows } = await database.pool.query(
    `select current_user as role, current_setting('app.user_id', true) as id`,
  );
  assert.equal(rows[0].id, '');
  assert.notEqual(rows[0].role, 'pigeonpost_user');
  await database.pool.query('set role pigeonpost_user');
  assert.equal((await database.pool.query('select from pigeons')).rowCount, 0);
  await database.pool.query('reset role');
});

test('a throw rolls back, and its connection serves the next', async () => {
  const error = new Error('changed my mind');
  await assert.rejects(
    transactions.asUser(1, async (tx) => {
      await add(tx, 1, 'Cleo');
      throw error;
    }),
    error,
  );
  assert.deepEqual(await transactions.asUser(1, names), ['Ada']);
});

test('an effect after the commit finds the change done', async () => {
  const order: string[] = [];
  const answer = await transactions.asUser(1, async (tx, afterCommit) => {
    afterCommit(() => order.push('first'));
    afterCommit(() => order.push('second'));
    await add(tx, 1, 'Cleo');
    order.push('written');
    return 'done';
  });
  assert.equal(answer, 'done');
  assert.deepEqual(order, ['written', 'first', 'second']);
});

test('nothing follows a transaction that was rolled back', async () => {
  const followed: string[] = [];
  await assert.rejects(
    transactions.asUser(1, async (_tx, afterCommit) => {
      afterCommit(() => followed.push('event'));
      throw new Error('no');
    }),
  );
  await assert.rejects(
    transactions.asUser(1, async (tx, afterCommit) => {
      afterCommit(() => followed.push('event'));
      await add(tx, 1, 'Ada').catch(() => {});
    }),
    /error was swallowed: nothing was written/,
  );
  assert.deepEqual(followed, []);
});

test('a failed effect is logged, and does not affect the call or the next effect', async () => {
  const followed: string[] = [];
  await transactions.asUser(1, async (tx, afterCommit) => {
    afterCommit(() => {
      throw new Error('no socket');
    });
    afterCommit(() => followed.push('event'));
    await add(tx, 1, 'Cleo');
  });
  assert.deepEqual(followed, ['event']);
  assert.equal(logged.length, 1);
  assert.deepEqual(await transactions.asUser(1, names), ['Ada', 'Cleo']);
});

test('a transaction that is over refuses to work, because its connection belongs to another', async () => {
  const escaped = await transactions.asUser(1, async (tx) => ({ tx }));
  await assert.rejects(names(escaped.tx), /transaction is over/);
  await assert.rejects(escaped.tx.query('select'), /transaction is over/);
});

test('a connection that breaks in the middle fails its call and is not used again', async () => {
  for (const asUser of [transactions.asUser, transactions.readAsUser]) {
    await assert.rejects(asUser(1, (tx) => tx.query('select pg_terminate_backend(pg_backend_pid())')));
    await assert.rejects(
      asUser(1, async (tx) => {
        await names(tx);
        await tx.query('select pg_terminate_backend(pg_backend_pid())');
      }),
    );
    assert.deepEqual(await asUser(1, names), ['Ada']);
  }
});

test('an invalid user id never reaches the database', async () => {
  for (const id of [0, -1, 1.5, Number.NaN, '1' as unknown as number]) {
    await assert.rejects(transactions.asUser(id, names), TypeError);
  }
});
