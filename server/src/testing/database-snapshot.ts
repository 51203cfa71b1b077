import type pg from 'pg';
import { retryAfterDeadlock } from '../database/deadlock.ts';

/** The table that no test changes, so that its rows are never put back. */
export const KEPT = 'time_zones';

/** The rows of each table, as the text of a JSON array; null for an empty one. */
export type DatabaseSnapshot = Record<string, string | null>;

/** The few rows of every table after migrations and the start of a server. */
export async function takeSnapshot(database: pg.Pool | pg.Client): Promise<DatabaseSnapshot> {
  // Users first: once they are locked, a running call can add nothing that would be missed after them.
  const { rows: tables } = await database.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> $1
      order by relname <> 'users', relname`,
    [KEPT],
  );
  const snapshot: DatabaseSnapshot = {};
  for (const { name } of tables) {
    const { rows } = await database.query(`select json_agg(t)::text as json from ${name} t`);
    snapshot[name] = rows[0].json;
  }
  return snapshot;
}

/**
 * Restores the rows of every table; used ids are not given out again. If nobody else uses the database, `tables` may
 * name those with rows.
 */
export function restoreSnapshot(
  client: pg.ClientBase,
  snapshot: DatabaseSnapshot,
  tables = Object.keys(snapshot),
): Promise<void> {
  return retryAfterDeadlock(() => restore(client, snapshot, tables));
}

async function restore(client: pg.ClientBase, snapshot: DatabaseSnapshot, tables: string[]): Promise<void> {
  // All rows are replaced at once, so that foreign keys and triggers do not matter.
  await client.query('begin; set local session_replication_role = replica');
  try {
    const emptied = tables.filter((table) => table !== KEPT);
    await client.query(emptied.map((table) => `delete from ${table}`).join(';'));
    for (const [table, json] of Object.entries(snapshot)) {
      if (json === null) continue;
      await client.query(
        `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1)`,
        [json],
      );
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
