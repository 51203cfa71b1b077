import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import fc from 'fast-check';
import { silentLog } from '../../testing/silent-log.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { openTransactions, type Transactions } from '../transactions.ts';

let database: TestDatabase;
let transactions: Transactions;

before(async () => {
  // One connection, so that the next step would see any leftovers of the first.
  database = await createTestDatabase({ migrations: null, maxConnections: 1 });
  transactions = openTransactions({ pool: database.pool, auditKey: Buffer.alloc(64), log: silentLog });
  await database.pool.query(`
    do $$ begin create role pigeonpost_system nologin; exception when duplicate_object then null; end $$;
    grant pigeonpost_system to current_user;
    create table pigeons (name text primary key);
    grant select, insert on pigeons to pigeonpost_system;
    create function name_pigeons() returns json language plpgsql as $$
    begin
      return (select json_agg(name order by name) from pigeons);
    end $$;
    create function add_pigeon(name text) returns void language plpgsql as $$
    begin
      insert into pigeons values (name);
    end $$`);
});
beforeEach(() => database.pool.query(`truncate pigeons; insert into pigeons values ('Ada'), ('Bob')`));
after(() => database.drop());

async function pigeons(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>('select name from pigeons order by name');
  return rows.map(({ name }) => name);
}

test('a step of the engine reads, decides and writes in one transaction', async () => {
  const before = await transactions.takeStep('a step', async (step) => {
    const known = await step.call<string[]>('name_pigeons', []);
    await step.commit('add_pigeon', ['Cleo']);
    await assert.rejects(step.call('name_pigeons', []), /This step of the engine is over\./);
    return known;
  });
  assert.deepEqual(before, ['Ada', 'Bob']);
  assert.deepEqual(await pigeons(), ['Ada', 'Bob', 'Cleo']);
});

test('a step that only reads ends too, and one that throws or is refused writes nothing', async () => {
  assert.equal(await transactions.takeStep('a step', async () => 'nothing'), 'nothing');
  await transactions.takeStep('a step', (step) => step.call('name_pigeons', []));
  // The connection is not left within its transaction.
  const { rows } = await database.pool.query('select now() = statement_timestamp() as is_new');
  assert.deepEqual(rows, [{ is_new: true }]);
  await assert.rejects(
    transactions.takeStep('a step', async (step) => {
      await step.call('add_pigeon', ['Cleo']);
      throw new Error('decided otherwise');
    }),
    /decided otherwise/,
  );
  await assert.rejects(
    transactions.takeStep('a step', async (step) => {
      await step.call('add_pigeon', ['Cleo']);
      await step.commit('add_pigeon', ['Ada']);
    }),
    /duplicate key/,
  );
  assert.deepEqual(await pigeons(), ['Ada', 'Bob']);
});

test('whatever text a step gives to a function arrives as it is', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 60 }).map((drawn) => drawn.replaceAll('\0', ''));
  const hostile = fc.oneof(text, fc.constantFrom("'", "\\'; select 1; --", '$1', "E'\\x41'", '\\', "''"));
  await fc.assert(
    fc.asyncProperty(hostile, hostile, async (one, other) => {
      const told = await transactions.takeStep('a step', (step) =>
        step.call('jsonb_build_array', [one, other, 1.5, true, null]),
      );
      assert.deepEqual(told, [one, other, 1.5, true, null]);
    }),
    { numRuns: 50 },
  );
});
