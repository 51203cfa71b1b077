import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findEngineWrites } from './engine-writes.ts';
import { listSources, readSource } from './source-files.ts';

// Tests may prepare any state; the types of the tables name every column.
const OTHERS =
  /^server\/(src\/(?!engine\/|testing\/|database\/tables\.ts$)(?!.*\.test\.ts$).*\.ts|functions\/(?!engine\/).*\.sql)$/;

test('only the engine writes deliveries, the progress of campaigns and the leases on profiles', () => {
  const writes = listSources(OTHERS).flatMap((path) =>
    findEngineWrites(readSource(path)).map((found) => `${path}: ${found}`),
  );
  assert.deepEqual(writes, []);
});

test('the check finds the engine itself', () => {
  const engine = listSources(/^server\/functions\/engine\/.*\.sql$/);
  assert.ok(engine.some((path) => findEngineWrites(readSource(path)).length > 0));
});

const BAD = [
  'sql`delete from deliveries where id = 1`',
  'sql`update\n      deliveries set state = null`',
  'INSERT INTO "campaign_progress" (user_id) values (1)',
  'truncate deliveries',
  "tx.insertInto('campaign_progress').values({})",
  'tx\n    .updateTable("deliveries")',
  'tx.deleteFrom(table)',
  'update profiles set is_active = false, lease_token = null',
  '.set({ lease_until: null })',
  'insert into profiles (user_id, lease_agent_id) values (1, 2)',
];
for (const source of BAD)
  test(`the check notices ${JSON.stringify(source)}`, () => {
    assert.equal(findEngineWrites(source).length, 1);
  });

const GOOD = [
  "tx.selectFrom('deliveries').selectAll()",
  'select count(*) from deliveries d join campaign_progress g using (campaign_id)',
  "tx.updateTable('profiles').set({ is_active: true })",
  'and profiles.lease_token is null',
  'update campaigns set status = 1 -- its deliveries stay',
];
for (const source of GOOD)
  test(`the check lets pass ${JSON.stringify(source)}`, () => {
    assert.deepEqual(findEngineWrites(source), []);
  });
