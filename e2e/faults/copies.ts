import type pg from 'pg';
import { until } from '../kills/until.ts';
import { forgetGrants } from './judge-grants.ts';
import { SERVERS } from './servers.ts';

/** The user's tables that a foreign restore would set back; tokens stay, so that all programs can still call. */
const TABLES = [
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
  'message_ledger',
  'replies',
  'deleted_deliveries',
  'freezes',
  'agent_grants',
  'sending_days',
] as const;

const LISTENERS = `select pid from pg_stat_activity where application_name = 'pigeonpost: listener'`;
/** Servers that were killed meanwhile are restarted within that time. */
const LISTENING_WITHIN_MS = 120_000;

/** A user's rows at one moment. */
export interface Copy {
  rows: ReadonlyMap<string, string>;
  /** The number of sendings granted by then. */
  mark: number;
}

/** Under the user's lock, so that no step is half done. */
export async function takeCopy(pool: pg.Pool, user_id: number): Promise<Copy> {
  return underLock(pool, user_id, (client) => readCopy(client, user_id));
}

async function readCopy(client: pg.ClientBase, user_id: number): Promise<Copy> {
  const texts = [
    ...TABLES.map((table) => [table, `select json_agg(t) from ${table} t where user_id = $1`] as const),
    ['users', 'select json_agg(t) from (select frozen_at, epoch from users where id = $1) t'] as const,
    ['agents', 'select json_agg(t) from (select id, merged_epoch from agents where user_id = $1) t'] as const,
  ];
  const { rows } = await client.query<Record<string, string>>(
    `select ${texts.map(([name, text]) => `coalesce((${text})::text, '[]') as ${name}`).join(', ')}`,
    [user_id],
  );
  return { rows: new Map(Object.entries(rows[0] ?? {})), mark: await readMark(client, user_id) };
}

interface Putting {
  user_id: number;
  copy: Copy;
  /** For running servers, whose connections then break: the mark that the user's agent knows. */
  running?: { knownMark: () => Promise<number> } | undefined;
  signal: AbortSignal;
}

/**
 * Sets the user's rows back, as if the database were replaced by a copy. Returns whether any grant is forgotten;
 * undefined if it was not done, because a grant is still on its way to the agent.
 */
export async function putBack(
  pool: pg.Pool,
  { user_id, copy, running, signal }: Putting,
): Promise<boolean | undefined> {
  return underLock(pool, user_id, async (client) => {
    const mark = await readMark(client, user_id);
    if (running && (await running.knownMark()) < mark) return undefined;
    if (running) await breakListeners(pool, signal);
    await client.query('set local session_replication_role = replica');
    await forgetGrants(client, user_id);
    for (const table of TABLES)
      await replaceRows(client, { table, user_id, rows: copy.rows.get(table) ?? '[]' });
    await client.query(
      `update users set frozen_at = copied.frozen_at, epoch = copied.epoch
      from json_to_recordset($2) as copied (frozen_at timestamptz, epoch bigint) where id = $1`,
      [user_id, copy.rows.get('users')],
    );
    await client.query(
      `update agents a set merged_epoch = copied.merged_epoch
      from json_to_recordset($2) as copied (id bigint, merged_epoch bigint) where a.user_id = $1 and a.id = copied.id`,
      [user_id, copy.rows.get('agents')],
    );
    return mark > copy.mark;
  });
}

async function readMark(client: pg.ClientBase, user_id: number): Promise<number> {
  const { rows } = await client.query<{ mark: number }>('select read_mark($1) as mark', [user_id]);
  return Number(rows[0]?.mark);
}

async function replaceRows(
  client: pg.ClientBase,
  { table, user_id, rows }: { table: string; user_id: number; rows: string },
): Promise<void> {
  const found = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
    where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  );
  const columns = found.rows[0]?.columns ?? '';
  await client.query(`delete from ${table} where user_id = $1`, [user_id]);
  await client.query(
    `insert into ${table} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${table}, $1)`,
    [rows],
  );
}

/** Cuts the servers' listening connections, and waits until they have noticed and listen again. */
async function breakListeners(pool: pg.Pool, signal: AbortSignal): Promise<void> {
  const before = new Set((await pool.query<{ pid: number }>(LISTENERS)).rows.map(({ pid }) => pid));
  await pool.query(`select pg_terminate_backend(pid) from (${LISTENERS}) listening`);
  // A server that was killed a moment ago may still have a connection beside the one of its successor.
  const awaited = Math.min(before.size, SERVERS);
  const look = async () => {
    const { rows } = await pool.query<{ pid: number }>(LISTENERS);
    return rows.filter(({ pid }) => !before.has(pid)).length >= awaited ? true : undefined;
  };
  if (!(await until(look, { milliseconds: LISTENING_WITHIN_MS, signal })))
    throw new Error('The servers do not listen again.');
}

async function underLock<T>(
  pool: pg.Pool,
  user_id: number,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(
      'begin; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = 0',
    );
    await client.query('select pg_advisory_xact_lock(1, $1::int)', [user_id]);
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
}
