import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';

const OF_THE_SERVER = ['login_failures', 'schema_versions'];

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.drop());

async function namesOf(condition: string): Promise<string[]> {
  const { rows } = await database.pool.query(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and ${condition} order by 1`,
  );
  return rows.map(({ name }) => name);
}

test('every table stands behind row-level security, except those that no user can touch', async () => {
  assert.deepEqual(await namesOf('not relrowsecurity'), OF_THE_SERVER);
  const rights = `has_table_privilege('pigeonpost_user', oid, 'select, insert, update, delete')`;
  assert.deepEqual(await namesOf(`not ${rights}`), OF_THE_SERVER);
});

test('every policy asks for the user of the transaction, and no other opens the same table', async () => {
  const { rows } = await database.pool.query(
    `select tablename, qual from pg_policies where qual is distinct from '(user_id = app_user_id())' or with_check is not null`,
  );
  assert.deepEqual(rows, [{ tablename: 'users', qual: '(id = app_user_id())' }]);
});

test('the role of the users can neither bypass the policies nor sign in', async () => {
  const { rows } = await database.pool.query(
    `select rolsuper, rolbypassrls, rolcanlogin from pg_roles where rolname = 'pigeonpost_user'`,
  );
  assert.deepEqual(rows, [{ rolsuper: false, rolbypassrls: false, rolcanlogin: false }]);
});
