import assert from 'node:assert/strict';
import { readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type TestContext, test } from 'node:test';
import type pg from 'pg';
import { verifyAuditLog } from '../../features/audit-log/verify.ts';
import { startWorld } from '../../testing/engine-world.ts';
import { backUp, backupFile, restored } from '../../testing/restored.ts';
import { drawSchema } from '../../testing/schema-picture.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { FORMAT, readBackup } from './backup-format.ts';
import { restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';
import { writeBackup } from './write-backup.ts';

const NOW = new Date('2026-11-22T10:00:00.000Z');
const STRANGE = 'a tab\t, a line\n, a \\. and a \\n, "quotes", 🕊️';

async function filled(t: TestContext) {
  const world = await startWorld(t);
  const list = await world.list(['ada', 'bo', 'cy']);
  const campaign = await world.campaign({ list, profiles: [await world.profile('one')] });
  await world.start(campaign);
  await world.result(await world.sending(), { outcome: 'failed', reason: STRANGE });
  return world;
}

async function emptyDatabase(t: TestContext) {
  const database = await createTestDatabase({ migrations: null });
  t.after(database.drop);
  return database;
}

/** Every row of every table as text, except what a restore changes. */
async function rowsOf(pool: pg.Pool): Promise<Record<string, string[]>> {
  const { rows: tables } = await pool.query(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
       and relname not in ('schema_versions', 'server_identity', 'freezes', 'sessions', 'audit_heads', 'audit_key', 'time_zones') order by 1`,
  );
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query(
      `select (to_jsonb(t) - 'frozen_at')::text as row from ${name} t order by 1`,
    );
    found[name] = rows.map(({ row }) => row);
  }
  return found;
}

test('a restored database has the content of the backup, and assigns no id again', async (t) => {
  const { app, user, list } = await filled(t);
  const file = await backUp(t, app);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  const before = await rowsOf(app.database.pool);
  await list(['added after the backup']);
  const after = await restored(t, app, file);
  const { audit_log, ...rows_after } = await rowsOf(after.database.pool);
  const { audit_log: audited = [], ...rows_before } = before;
  assert.deepEqual(rows_after, rows_before);
  assert.deepEqual(audit_log?.slice(0, audited.length), audited);
  // The restore itself ended the sign-in, and its line continues the backup's last one.
  const { rows: later } = await after.database.pool.query(
    'select kind, action, actor_id from audit_log where id > $1 order by id',
    [audited.length],
  );
  assert.deepEqual(later, [{ kind: 'session', action: 'deleted', actor_id: null }]);
  assert.deepEqual((await verifyAuditLog(after.database.pool)).errors, []);
  assert.equal(await drawSchema(after.database.pool), await drawSchema(app.database.pool));
  assert.match(
    (await after.database.pool.query("select reason_args->>'words' as words from deliveries")).rows[0].words,
    /a tab\t.*🕊️/s,
  );

  const { rows } = await after.database.pool.query(
    `select frozen_at is not null as is_frozen, backup_at
    from users join freezes on user_id = id where id = $1`,
    [user.id],
  );
  assert.deepEqual(rows, [{ is_frozen: true, backup_at: app.clock.now().toISOString() }]);
  assert.ok(after.deps.identity.epoch > app.deps.identity.epoch);
  assert.equal(after.deps.identity.id, app.deps.identity.id);
  assert.equal((await after.database.pool.query(`select from sessions where kind = 'login'`)).rowCount, 0);
  const lost = await app.database.pool.query('select max(id) as id from recipients');
  const next = await after.database.pool.query(`select nextval('recipients_id_seq') as id`);
  assert.ok(next.rows[0].id > lost.rows[0].id);
});

test('a second restore of the same backup begins another epoch', async (t) => {
  const { app } = await filled(t);
  const file = await backUp(t, app);
  const first = await restored(t, app, file);
  app.clock.advance(1_000);
  const second = await restored(t, app, file);
  assert.ok(second.deps.identity.epoch > first.deps.identity.epoch);
});

test('a damaged or truncated file is refused, and nothing is written', async (t) => {
  const { app } = await filled(t);
  const file = await backUp(t, app);
  const whole = await readFile(file);
  const database = await emptyDatabase(t);
  const refused = (expected: RegExp) => assert.rejects(restoreBackup(database.pool, file, NOW), expected);
  const changed = Buffer.from(whole);
  changed[whole.length >> 1] = (changed[whole.length >> 1] ?? 0) ^ 1;
  await writeFile(file, changed);
  await refused(/^StartError: .*pigeonpost\.backup is not a whole backup/);
  await writeFile(file, whole);
  await truncate(file, whole.length - 20);
  await refused(/is not a whole backup/);
  await writeFile(file, 'something else');
  await refused(/is not a whole backup/);
  const tables = await database.pool.query(`select from pg_tables where schemaname = 'public'`);
  assert.equal(tables.rowCount, 0);
});

test('a change of any bit of a backup is noticed, also in its counts and sequences', async (t) => {
  const file = await backupFile(t);
  await writeBackup(file, async (writer) => {
    await writer.head({
      format: FORMAT,
      taken_at: NOW.toISOString(),
      migration: 1,
      migration_name: 'one.sql',
    });
    await writer.table({ name: 'users', columns: ['id', 'name'] });
    await writer.rows(Buffer.from('1\tada\n2\tbo\n'));
    await writer.end({ rows: { users: 2 }, sequences: { users_id_seq: 2, lists_id_seq: 17 } });
  });
  const read = async () => {
    const entries: string[] = [];
    for await (const entry of readBackup(file)) entries.push(JSON.stringify(entry));
    return entries;
  };
  const whole = await readFile(file);
  const entries = await read();
  for (let bit = 0; bit < whole.length * 8; bit += 1) {
    const changed = Buffer.from(whole);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    await writeFile(file, changed);
    // A few bits of the stream's header say how much memory to take, and change nothing that is read.
    await read().then(
      (found) => assert.deepEqual(found, entries, `bit ${bit}`),
      (error) => assert.match(String(error), /^StartError: .* is not a whole backup/),
    );
  }
});

test('a wrong count or checksum is noticed', async (t) => {
  const end = { rows: { users: 2 }, sequences: {} };
  const head = {
    format: FORMAT,
    taken_at: NOW.toISOString(),
    migration: 1,
    migration_name: '0001-spine.sql',
  };
  const file = await backupFile(t);
  await assert.rejects(
    writeBackup(file, async (writer) => {
      await writer.head({ ...head, format: FORMAT });
      await writer.table({ name: 'users', columns: ['id'] });
      await writer.rows(Buffer.from('1\n'));
      await writer.end(end);
    }),
    /users has 1 rows of 2/,
  );
  assert.deepEqual(await readdir(dirname(file)), []);
});

test('only an empty database is restored into, and only by a version that knows the backup', async (t) => {
  const { app } = await filled(t);
  const file = await backUp(t, app);
  await assert.rejects(
    restoreBackup(app.database.pool, file, NOW),
    /into an empty database only, and this one is not: there are rows in agent_grants, agents, audit_heads, audit_log, campaign_logs/,
  );
  const database = await emptyDatabase(t);
  const write = async (migration: number, migration_name: string) => {
    const other = await backupFile(t);
    await writeBackup(other, async (writer) => {
      await writer.head({ format: FORMAT, taken_at: NOW.toISOString(), migration, migration_name });
      await writer.end({ rows: {}, sequences: {} });
    });
    return restoreBackup(database.pool, other, NOW);
  };
  await assert.rejects(write(999, '0999-later.sql'), /made by a newer Pigeonpost: it is at migration 999/);
  await assert.rejects(write(1, '0001-other.sql'), /made by another Pigeonpost/);
});

test('a backup never replaces a file, and a failed one leaves none', async (t) => {
  const { app } = await filled(t);
  const file = await backUp(t, app);
  await assert.rejects(takeBackup(app.database.pool, file, NOW), /exists already/);
  const empty = await emptyDatabase(t);
  const other = await backupFile(t);
  await assert.rejects(takeBackup(empty.pool, other, NOW), /This database is empty/);
  await assert.rejects(takeBackup(app.database.pool, '/nowhere/at.all', NOW), /cannot be written/);
  assert.deepEqual(await readdir(dirname(other)), []);
});
