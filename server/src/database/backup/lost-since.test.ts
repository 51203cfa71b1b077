import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { engineTest, type World } from '../../testing/engine-world.ts';

const OPERATING = new URL('../../../../docs/operating.md', import.meta.url);

/** The queries that docs/operating.md#backup-and-restore gives for the old database. */
async function queries(backupAt: Date): Promise<string[]> {
  const text = await readFile(OPERATING, 'utf8');
  const block = /```sql\n(-- Erased people[\s\S]*?)```/.exec(text)?.[1] ?? '';
  return block
    .split(';')
    .filter((query) => query.trim() !== '')
    .map((query) => query.replaceAll('TIME OF THE BACKUP', backupAt.toISOString()));
}

/** One of each kind. */
async function askFor(world: World, name: string): Promise<void> {
  const { pool } = world.app.database;
  const body = { recipient: name };
  await world.user.call('POST /api/do-not-contact', { body });
  await pool.query(`insert into erasure_wishes (user_id, recipient, wished_at) values ($1, $2, $3)`, [
    world.user.id,
    name,
    world.app.clock.now(),
  ]);
  await pool.query(
    `insert into erased_people (user_id, hash, erased_at) values ($1, sha256($2::bytea), $3)`,
    [world.user.id, name, world.app.clock.now()],
  );
}

engineTest('what people asked for since a backup is found in the old database', async (world) => {
  const profiles = [await world.profile('one')];
  const list = await world.list(['ada', 'bo', 'cy']);
  const campaign = await world.campaign({ list, profiles, name: 'Spring' });
  const idOf = async (name: string) =>
    (await world.app.database.pool.query('select id from recipients where recipient = $1', [name])).rows[0]
      .id;
  const takeOut = async (name: string) =>
    world.user.call('POST /api/campaigns/{id}/recipients/take-out', {
      params: { id: campaign },
      body: { recipient_ids: [await idOf(name)] },
    });
  await askFor(world, 'di');
  await takeOut('ada');
  const backupAt = world.app.clock.now();
  world.turn(60);
  await askFor(world, 'ed');
  await takeOut('bo');
  const found = [];
  for (const query of await queries(backupAt)) found.push((await world.app.database.pool.query(query)).rows);
  const [erased, stopped, wished, takenOut] = found;
  assert.deepEqual(
    erased?.map(({ count }) => Number(count)),
    [1],
  );
  for (const rows of [stopped, wished])
    assert.deepEqual(
      rows?.map(({ recipient }) => recipient),
      ['ed'],
    );
  assert.deepEqual(
    takenOut?.map(({ campaign: name, recipient }) => [name, recipient]),
    [['Spring', 'bo']],
  );
});
