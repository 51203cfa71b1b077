import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestDatabase } from '../testing/test-database.ts';

test('every table with names of people follows a change of the site', async (t) => {
  const { pool, drop } = await createTestDatabase();
  t.after(drop);
  const { rows } = await pool.query<{ with_names: string[]; followed: string[] }>(`
    select array_agg(table_name::text order by table_name::text) as with_names,
      (select array_agg(name order by name) from unnest(tables_of_names()) name) as followed
    from information_schema.columns where table_schema = 'public' and column_name = 'recipient'`);
  assert.deepEqual(rows[0]?.followed, rows[0]?.with_names);
});
