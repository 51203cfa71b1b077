import type pg from 'pg';
import { retryAfterDeadlock } from '../database/deadlock.ts';

export interface DatabaseSnapshot {
  /** Makes every table hold again what it held; numbers that were given out are not given out again. */
  restore(): Promise<void>;
}

/** Remembers the rows of every table, which are few: those that a server writes when it starts. */
export async function takeSnapshot(pool: pg.Pool): Promise<DatabaseSnapshot> {
  const tables = await listTables(pool);
  const rows = new Map<string, string>();
  for (const table of tables) {
    const { rows: found } = await pool.query(`select json_agg(t)::text as all from ${table} t`);
    if (found[0].all !== null) rows.set(table, found[0].all);
  }
  return { restore: () => retryAfterDeadlock(() => restore(pool, tables, rows)) };
}

/** Users first: once they are locked, a call that is still under way can add nothing that is missed below. */
async function listTables(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query(
    `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      order by relname <> 'users', relname`,
  );
  return rows.map(({ relname }) => relname);
}

async function restore(pool: pg.Pool, tables: string[], rows: Map<string, string>): Promise<void> {
  const client = await pool.connect();
  try {
    // Everything goes and comes at once, so that no order need suit the foreign keys and no trigger need know.
    await client.query('begin; set local session_replication_role = replica');
    await client.query(tables.map((table) => `delete from ${table}`).join(';'));
    for (const [table, json] of rows) {
      await client.query(
        `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1)`,
        [json],
      );
    }
    await client.query('commit');
    client.release();
  } catch (error) {
    // Its transaction and its setting end with it.
    client.release(true);
    throw error;
  }
}
