import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { listMigrations, migrateDatabase } from '../migrate.ts';
import { StartError } from '../start-error.ts';
import { type Head, readBackup, type Table } from './backup-format.ts';
import { forgetNumbers, freezeEverybody } from './freeze-everybody.ts';

interface RestoredBackup {
  taken_at: string;
  rows: Record<string, number>;
}

/**
 * Restores a backup into an empty database, freezes all sending, and begins a new epoch (docs/engine.md#restore). The
 * file is read to its end before anything is written, in one transaction.
 */
export async function restoreBackup(pool: pg.Pool, file: string, now: Date): Promise<RestoredBackup> {
  const head = await readHead(file);
  await requireKnown(head);
  await requireEmpty(pool, head);
  await migrateDatabase({ pool, now, upTo: head.migration });
  const client = await pool.connect();
  try {
    await client.query(
      `begin; set local statement_timeout = 0; set local lock_timeout = 0;
      set local idle_in_transaction_session_timeout = 0`,
    );
    // The lines of the audit log are restored like all other rows.
    await switchAuditing(client, 'disable');
    const rows = await copyAll(client, file);
    await switchAuditing(client, 'enable');
    await freezeEverybody(client, { backup_at: new Date(head.taken_at), now });
    await client.query('commit');
    await client.query('set statement_timeout = 0; analyze');
    // Its settings differ from those of the pool.
    client.release(true);
    return { taken_at: head.taken_at, rows };
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** As the owner of the tables, until the transaction ends; no other role can. */
async function switchAuditing(client: pg.PoolClient, to: 'disable' | 'enable'): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter table %s ${to} trigger %I', tgrelid::regclass, tgname) as statement
     from pg_trigger where tgname like 'audited%' or tgname = 'head_kept' order by tgrelid, tgname`,
  );
  for (const { statement } of rows) await client.query(statement);
}

async function readHead(file: string): Promise<Head> {
  let head: Head | undefined;
  for await (const entry of readBackup(file)) if (entry.kind === 'head') head = entry.head;
  if (!head) throw new StartError(`${file} is not a backup of Pigeonpost. Use another file.`);
  return head;
}

async function requireKnown({ migration, migration_name }: Head): Promise<void> {
  const known = await listMigrations();
  if (migration > known.length)
    throw new StartError(
      `This backup was made by a newer Pigeonpost: it is at migration ${migration}, and this version knows only ` +
        `${known.length}. Restore it with the newer version.`,
    );
  if (known[migration - 1]?.name !== migration_name)
    throw new StartError(
      `This backup was made by another Pigeonpost: its migration ${migration} is ${migration_name}.`,
    );
}

/** A database without tables, or with empty ones, as a failed restore leaves them. */
async function requireEmpty(pool: pg.Pool, { migration }: Head): Promise<void> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and relname not in ('server_identity', 'audit_key', 'time_zones') order by relname`,
  );
  const version = tables.some(({ name }) => name === 'schema_versions')
    ? (await pool.query('select coalesce(max(version), 0) as version from schema_versions')).rows[0].version
    : 0;
  const full: string[] = [];
  for (const { name } of tables) {
    if (name === 'schema_versions') continue;
    const { rowCount } = await pool.query(`select from ${pg.escapeIdentifier(name)} limit 1`);
    if (rowCount) full.push(name);
  }
  if (full.length === 0 && version <= migration) return;
  const why = full.length > 0 ? `there are rows in ${full.join(', ')}` : `it is at migration ${version}`;
  throw new StartError(
    `A backup is restored into an empty database only, and this one is not: ${why}. Stop the servers, make a new ` +
      'database (or choose a new DATA_DIR) and restore into that. Nothing was changed.',
  );
}

async function copyAll(client: pg.PoolClient, file: string): Promise<Record<string, number>> {
  let copying: ReturnType<typeof beginCopy> | undefined;
  for await (const entry of readBackup(file)) {
    if (entry.kind === 'rows') await copying?.write(entry.rows);
    else {
      await copying?.end();
      copying = undefined;
    }
    if (entry.kind === 'table') {
      // The one row that a migration writes.
      if (entry.table.name === 'server_identity') await client.query('delete from server_identity');
      copying = beginCopy(client, entry.table);
    }
    if (entry.kind === 'end') {
      await forgetNumbers(client, entry.end.sequences);
      return entry.end.rows;
    }
  }
  throw new StartError(`${file} has changed while it was read. Restore it again once nothing writes to it.`);
}

function beginCopy(client: pg.PoolClient, { name, columns }: Table) {
  const names = columns.map((column) => pg.escapeIdentifier(column)).join();
  const stream = client.query(copyFrom(`copy ${pg.escapeIdentifier(name)} (${names}) from stdin`));
  const done = new Promise<void>((resolve, reject) => {
    stream.on('finish', () => resolve());
    stream.on('error', reject);
  });
  done.catch(() => {});
  return {
    async write(bytes: Buffer) {
      if (stream.write(bytes)) return;
      await Promise.race([new Promise((resolve) => stream.once('drain', resolve)), done]);
    },
    async end() {
      stream.end();
      await done;
    },
  };
}
