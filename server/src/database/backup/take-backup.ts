import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { StartError } from '../start-error.ts';
import { countRows, FORMAT, type Table } from './backup-format.ts';
import { type BackupWriter, writeBackup } from './write-backup.ts';

/** The written rows by table. */
interface TakenBackup {
  taken_at: string;
  rows: Record<string, number>;
}

/** Made by migrating before a restore, or by the first server that starts afterwards. */
const NOT_COPIED = ['schema_versions', 'audit_key', 'time_zones'];

/**
 * Writes a snapshot of the whole database to a new file, while servers run (docs/engine.md#backup). `pool` must be the
 * owner's, to whom row-level security does not apply. The whole file's moment is kept in the database.
 */
export async function takeBackup(pool: pg.Pool, file: string, now: Date): Promise<TakenBackup> {
  const client = await pool.connect();
  try {
    await client.query(`begin isolation level repeatable read read only;
      set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0;
      set local row_security = off`);
    const migration = await readMigration(client);
    const tables = await listTables(client);
    const taken_at = now.toISOString();
    const rows: Record<string, number> = {};
    await writeBackup(file, async (writer) => {
      await writer.head({ format: FORMAT, taken_at, ...migration });
      for (const table of tables) {
        await writer.table(table);
        rows[table.name] = await copyRows(client, table, writer);
      }
      // Sequences are outside of transactions: read last, none is behind the copied rows.
      await writer.end({ rows, sequences: await readSequences(client) });
    });
    await client.query('commit');
    await keepMoment(client, taken_at);
    client.release();
    return { taken_at, rows };
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** For who is told when the next one is due. A standby can be backed up too, and writes nothing. */
async function keepMoment(client: pg.PoolClient, taken_at: string): Promise<void> {
  const { rows } = await client.query('select pg_is_in_recovery() as is_standby');
  if (!rows[0].is_standby)
    await client.query('update server_identity set last_backup_at = greatest(last_backup_at, $1)', [
      taken_at,
    ]);
}

async function copyRows(client: pg.PoolClient, table: Table, writer: BackupWriter): Promise<number> {
  const columns = table.columns.map((column) => pg.escapeIdentifier(column)).join();
  let count = 0;
  for await (const chunk of client.query(
    copyTo(`copy ${pg.escapeIdentifier(table.name)} (${columns}) to stdout`),
  )) {
    count += countRows(chunk);
    await writer.rows(chunk);
  }
  return count;
}

async function readMigration(client: pg.ClientBase): Promise<{ migration: number; migration_name: string }> {
  const found = await client
    .query('select version, name from schema_versions order by version desc limit 1')
    .catch((error: pg.DatabaseError) => {
      if (error.code !== '42P01') throw error;
      return { rows: [] };
    });
  const [newest] = found.rows;
  if (!newest)
    throw new StartError(
      'This database is empty: no Pigeonpost has used it yet. Set DATABASE_URL or DATA_DIR to the one that is meant.',
    );
  return { migration: newest.version, migration_name: newest.name };
}

/** In an order that suits the foreign keys; generated columns are left out. */
async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows: tables } = await client.query<Table>(
    `select relname as name, array_agg(attname::text order by attnum) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> all ($1)
       and attnum > 0 and not attisdropped and attgenerated = ''
     group by relname order by relname`,
    [NOT_COPIED],
  );
  const { rows: keys } = await client.query<{ child: string; parent: string }>(
    `select child.relname as child, parent.relname as parent from pg_constraint
     join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
     where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`,
  );
  return sortByKeys(tables, keys);
}

function sortByKeys(tables: Table[], keys: { child: string; parent: string }[]): Table[] {
  const sorted: Table[] = [];
  let left = tables;
  while (left.length > 0) {
    const names = new Set(left.map(({ name }) => name));
    const waits = new Set(keys.filter(({ parent }) => names.has(parent)).map(({ child }) => child));
    const free = left.filter(({ name }) => !waits.has(name));
    if (free.length === 0) throw new Error('The foreign keys of some tables form a ring.');
    sorted.push(...free);
    left = left.filter(({ name }) => waits.has(name));
  }
  return sorted;
}

async function readSequences(client: pg.ClientBase): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `select sequencename as name, coalesce(last_value, start_value - 1)::text as last from pg_sequences where schemaname = 'public'`,
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, Number(last)]));
}
