import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';

const OF_THE_SERVER = [
  'audit_heads',
  'audit_key',
  'deleted_users',
  'erasure_key',
  'login_failures',
  'reset_wishes',
  'schema_versions',
  'server_identity',
];
// Only triggers write the log, and only the owner reads its key.
const AUDIT = ['audit_heads', 'audit_key', 'audit_log'];

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

test('every table has row-level security, except those that no user can access', async () => {
  assert.deepEqual(await namesOf('not relrowsecurity'), [...OF_THE_SERVER, 'time_zones']);
  const rights = `(has_any_column_privilege('pigeonpost_user', oid, 'select, insert, update')
    or has_table_privilege('pigeonpost_user', oid, 'delete'))`;
  assert.deepEqual(await namesOf(`not ${rights}`), OF_THE_SERVER);
  const code = `has_column_privilege('pigeonpost_user', 'pairings', 'device_code_hash', 'select')`;
  assert.deepEqual((await database.pool.query(`select ${code} as seen`)).rows, [{ seen: false }]);
});

test('every policy of the users checks the user of the transaction, and no other policy opens the same table', async () => {
  const { rows } = await database.pool.query(
    `select tablename, qual, with_check from pg_policies where roles = '{pigeonpost_user}' and (qual is distinct from '(user_id = app_user_id())' or with_check is not null) order by 1`,
  );
  const hidesTests = (id: string) =>
    `((user_id = app_user_id()) AND ((NOT is_test(${id})) OR shows_tests_to_user()))`;
  assert.deepEqual(rows, [
    { tablename: 'campaigns', qual: hidesTests('id'), with_check: null },
    { tablename: 'daily_performance', qual: hidesTests('campaign_id'), with_check: null },
    { tablename: 'lists', qual: hidesTests('id'), with_check: null },
    // A user's transaction can only add a line there.
    { tablename: 'security_events', qual: null, with_check: '(user_id = app_user_id())' },
    { tablename: 'users', qual: '(id = app_user_id())', with_check: null },
  ]);
});

test('the server itself sees every row of every table but three of the owner, and can change what it needs', async () => {
  const opened = `relrowsecurity and not exists (select from pg_policies
    where tablename = relname and roles = '{pigeonpost_system}' and cmd = 'ALL' and qual = 'true')`;
  // Of campaigns it sees all but in the claim of a version that fills no blanks, and tests but where it reads for people.
  assert.deepEqual(await namesOf(opened), ['campaigns', 'daily_performance', 'lists']);
  const lacks = (right: string) => `not has_table_privilege('pigeonpost_system', oid, '${right}')`;
  assert.deepEqual(await namesOf(lacks('select')), ['audit_key', 'erasure_key', 'schema_versions']);
  for (const right of ['insert', 'delete'])
    assert.deepEqual(await namesOf(lacks(right)), [
      ...AUDIT,
      'erasure_key',
      'schema_versions',
      'server_identity',
      'time_zones',
    ]);
  const unchanged = [
    ...AUDIT,
    'erasure_key',
    'schema_versions',
    'security_events',
    'server_identity',
    'time_zones',
  ];
  assert.deepEqual(await namesOf(lacks('update')), unchanged);
  const may = (right: string) => `has_table_privilege('pigeonpost_system', oid, '${right}')`;
  assert.deepEqual(await namesOf(`(${may('truncate')} or ${may('trigger')} or ${may('references')})`), []);
});

test('the role for token look-ups sees sessions and their users, never a password', async () => {
  const sees = `has_any_column_privilege('pigeonpost_token', oid, 'select')`;
  assert.deepEqual(await namesOf(sees), ['sessions', 'users']);
  const changes = `has_any_column_privilege('pigeonpost_token', oid, 'insert, update')
    or has_table_privilege('pigeonpost_token', oid, 'delete')`;
  assert.deepEqual(await namesOf(`(${changes})`), ['sessions']);
  const { rows } = await database.pool.query(
    `select has_column_privilege('pigeonpost_token', 'users', 'password_hash', 'select') as hash`,
  );
  assert.deepEqual(rows, [{ hash: false }]);
});

test('the roles can neither bypass the policies nor sign in', async () => {
  const { rows } = await database.pool.query(
    `select rolsuper, rolbypassrls, rolcanlogin from pg_roles
     where rolname in ('pigeonpost_user', 'pigeonpost_system', 'pigeonpost_token')`,
  );
  const none = { rolsuper: false, rolbypassrls: false, rolcanlogin: false };
  assert.deepEqual(rows, [none, none, none]);
});
