import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSource } from './source-files.ts';

/**
 * Tables that stay whole when the others are distributed by user (docs/scaling.md#distributing), and their keys that do
 * not begin with user_id.
 */
const WHOLE = new Map([
  ['users', 'what all others belong to'],
  ['sessions', 'found by a token, before the user is known'],
  ['agents', 'what sessions point to'],
  ['password_resets', 'found by a token'],
  ['mailed_links', 'found by a token'],
  ['mails', 'sent across users'],
  ['email_addresses', 'asked for at a wish of a password'],
  ['reset_wishes', 'of names that nobody may have'],
  ['known_addresses', 'asked for at a sign-in'],
  ['login_failures', 'counted by names that nobody may have'],
  ['opt_out_links', 'found by a code, without a user'],
  ['recovered_links', 'found by a code, without a user'],
  ['pairings', 'found by a code, before there is a user'],
  ['security_events', 'read by administrators, across users'],
  ['tickets', 'read by administrators, across users'],
  ['ticket_messages', 'read with their tickets'],
  ['deleted_users', 'work that is left'],
  ['schema_versions', 'of the database'],
  ['server_identity', 'of the database'],
  ['audit_key', 'of the database'],
  ['erasure_key', 'of the database'],
  ['time_zones', 'of the database'],
]);

test('the keys of every distributed table begin with user_id', () => {
  const keys = keysOf(readSource('server/schema.sql'));
  assert.ok(
    keys.some(({ table }) => table === 'deliveries'),
    'it finds no key at all',
  );
  assert.deepEqual(
    keys.filter(({ table, columns }) => !WHOLE.has(table) && !/^user_id\b/.test(columns)),
    [],
  );
  const tables = new Set(keys.map(({ table }) => table));
  assert.deepEqual(
    [...WHOLE.keys()].filter((table) => !tables.has(table)),
    [],
  );
});

test('the statements that distribute name every distributed table, and drop each key to one that is not', () => {
  const [, statements = ''] =
    /## Distributing\n.*?```sql\n(.*?)```/s.exec(readSource('docs/scaling.md')) ?? [];
  const schema = readSource('server/schema.sql');
  const tables = [...schema.matchAll(/^create table (\w+) \(/gm)].map(([, name = '']) => name);
  const spread = tables.filter((name) => !WHOLE.has(name)).sort();
  const named = [...statements.matchAll(/'(\w+)'/g)].map(([, name = '']) => name);
  assert.deepEqual([...new Set(named)].filter((name) => name !== 'user_id').sort(), spread);
  const foreign = schema.matchAll(/constraint (\w+) FOREIGN KEY \([^)]*\) REFERENCES (\w+)/g);
  const toWhole = [...foreign].filter(
    ([, key = '', to = '']) => WHOLE.has(to) && spread.some((t) => key.startsWith(`${t}_`)),
  );
  assert.deepEqual(
    toWhole.map(([, key]) => key).filter((key) => !statements.includes(`drop constraint ${key};`)),
    [],
  );
});

test('the check finds keys of every kind', () => {
  const keys = keysOf(`create table a (
  constraint a_pkey PRIMARY KEY (id),
  constraint a_b_fkey FOREIGN KEY (b, user_id) REFERENCES b(id)
);
CREATE UNIQUE INDEX a_once ON a USING btree (name) WHERE is_one;
`);
  assert.deepEqual(
    keys.map(({ columns }) => columns),
    ['id', 'b, user_id', 'name'],
  );
});

function keysOf(schema: string): { table: string; columns: string }[] {
  return schema.split(/^create table /m).flatMap((text) => {
    const table = /^\w+/.exec(text)?.[0] ?? '';
    const keys = text.matchAll(
      /(?:PRIMARY KEY|FOREIGN KEY|UNIQUE) \(([^)]*)\)|CREATE UNIQUE INDEX \w+ ON \w+ USING \w+ \(([^)]*)\)/g,
    );
    return [...keys].map(([, key, index]) => ({ table, columns: key ?? index ?? '' }));
  });
}
