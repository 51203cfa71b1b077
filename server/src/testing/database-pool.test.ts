import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestDatabase } from './test-database.ts';

test('a database that is used again has all time zones, however large their table has grown', async (t) => {
  const first = await createTestDatabase();
  const count = async ({ pool }: typeof first) =>
    (await pool.query<{ zones: number }>('select count(*)::int as zones from time_zones')).rows[0]?.zones;
  const all = await count(first);
  for (let round = 0; round < 4; round++)
    await first.pool.query('begin; update time_zones set version = version; rollback');
  await first.drop();
  const again = await createTestDatabase();
  t.after(() => again.drop());
  assert.equal(await count(again), all);
  assert.ok((all ?? 0) > 400);
});
