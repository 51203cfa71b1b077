import type pg from 'pg';

/** The rows of a user's tables as text, with their time. */
export interface SavedTables {
  at: Date;
  rows: ReadonlyMap<string, string | null>;
}

const TABLES = [
  'users',
  'settings',
  'lists',
  'recipients',
  'people',
  'profiles',
  'campaigns',
  'campaign_progress',
  'campaign_profiles',
  'deliveries',
  'daily_performance',
  'campaign_logs',
  'do_not_contact',
  'message_ledger',
  'replies',
  'sending_days',
  'deleted_deliveries',
  'freezes',
  'agent_grants',
];

/** Saves the tables, to be put back later. */
export async function saveTables(pool: pg.Pool, at: Date): Promise<SavedTables> {
  const texts = TABLES.map((table) => `(select json_agg(t)::text from ${table} t) as ${table}`);
  const { rows } = await pool.query(`select ${texts.join(', ')}`);
  return { at, rows: new Map(Object.entries(rows[0])) };
}

/** Puts the tables back, like a restore; times that lay ahead keep their remaining duration. */
export async function putTablesBack(pool: pg.Pool, saved: SavedTables, now: Date): Promise<void> {
  const client = await pool.connect();
  try {
    // All rows at once, so that foreign keys and triggers do not matter.
    await client.query('begin; set local session_replication_role = replica');
    for (const [table, rows] of saved.rows) {
      await client.query(`delete from ${table}`);
      if (rows === null) continue;
      const columns = await columnsOf(client, table);
      await client.query(
        `insert into ${table} (${columns}) overriding system value
        select ${columns} from json_populate_recordset(null::${table}, $1)`,
        [rows],
      );
    }
    const passed = [`${now.getTime() - saved.at.getTime()} milliseconds`];
    await client.query('update deliveries set retry_at = retry_at + $1::interval', passed);
    await client.query(
      'update profiles set lease_until = lease_until + $1::interval, next_send_at = next_send_at + $1::interval',
      passed,
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/**
 * Dates new rows in order of their arrival, each time that it is called, because the clock stands still while names are
 * added and campaigns start.
 */
export function createOrderKeeper(pool: pg.Pool, now: Date): () => Promise<void> {
  const anHourAgo = new Date(now.getTime() - 3_600_000);
  let count = 0;
  return async () => {
    count += 1;
    const moment = new Date(anHourAgo.getTime() - 3_600_000 + count);
    await pool.query('update recipients set created_at = $1 where created_at > $2', [moment, anHourAgo]);
    await pool.query('update campaigns set started_at = $1 where started_at > $2', [moment, anHourAgo]);
  };
}

async function columnsOf(client: pg.ClientBase, table: string): Promise<string> {
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
    where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  );
  return rows[0]?.columns ?? '';
}
