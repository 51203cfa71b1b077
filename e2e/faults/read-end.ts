import type { ReasonKind } from '@pigeonpost/contract/reasons';
import type pg from 'pg';
import { TRIES } from './tries.ts';

/** A delivery of a scene that has come to rest. */
export interface EndedDelivery {
  campaign_id: number;
  recipient: string | null;
  token: string;
  state: string;
  reason_kind: ReasonKind | null;
  reason_args: { blank?: string; characters?: number } | null;
  /** The values of its message, by the ids of fields. */
  blanks: Record<string, string> | null;
  failures: number;
  tries: number;
  was_stopped: boolean;
  /** Log lines by action. */
  sent_lines: number;
  failed_lines: number;
  unclear_lines: number;
  skipped_lines: number;
}

export interface NameInList {
  list_id: number;
  recipient: string;
  status: string;
}

export interface Total {
  id: number;
  total_list: number;
  total_sent: number;
  total_failed: number;
  was_stopped: boolean;
}

const WAS_STOPPED = `exists (select from campaign_logs l where l.user_id = c.user_id and l.campaign_id = c.id
  and l.reason_kind = 'stopped_early')`;

/** A scene that has come to rest, all in one snapshot: a result that is recorded meanwhile is in every answer or in none. */
export async function readEnd(pool: pg.Pool, user_id: number) {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const deliveries = await listDeliveries(client, user_id);
    const names = await listNames(client, user_id);
    const totals = await listTotals(client, user_id);
    await client.query('commit');
    client.release();
    return { deliveries, names, totals };
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
}

async function listDeliveries(client: pg.ClientBase, user_id: number): Promise<EndedDelivery[]> {
  const { rows } = await client.query<EndedDelivery>(
    `select d.campaign_id, r.recipient, d.token, d.state, d.reason_kind, d.reason_args, d.blanks, d.failures, ${TRIES}, ${WAS_STOPPED} as was_stopped, lines.*
    from deliveries d
    join campaigns c on c.user_id = d.user_id and c.id = d.campaign_id
    left join recipients r on r.user_id = d.user_id and r.id = d.recipient_id
    cross join lateral (
      select count(*) filter (where action = 'message_sent')::int as sent_lines,
        count(*) filter (where action = 'message_failed')::int as failed_lines,
        count(*) filter (where action = 'message_failed' and reason_kind = 'unclear')::int
          as unclear_lines,
        count(*) filter (where action = 'skipped')::int as skipped_lines
      from campaign_logs l
      where l.user_id = d.user_id and l.campaign_id = d.campaign_id and l.recipient = r.recipient) lines
    where d.user_id = $1`,
    [user_id],
  );
  return rows;
}

async function listNames(client: pg.ClientBase, user_id: number): Promise<NameInList[]> {
  const { rows } = await client.query<NameInList>(
    'select list_id, recipient, status from recipients where user_id = $1',
    [user_id],
  );
  return rows;
}

async function listTotals(client: pg.ClientBase, user_id: number): Promise<Total[]> {
  const { rows } = await client.query<Total>(
    `select c.id, g.total_list, g.total_sent, g.total_failed, ${WAS_STOPPED} as was_stopped
    from campaigns c join campaign_progress g on g.user_id = c.user_id and g.campaign_id = c.id
    where c.user_id = $1 and c.status in ('completed', 'failed')`,
    [user_id],
  );
  return rows;
}

/** How many of all scenes were skipped for a missing value, or a message that is too long. */
export async function countUnfit(pool: pg.Pool): Promise<{ unfilled: number; tooLong: number }> {
  const { rows } = await pool.query<{ unfilled: number; tooLong: number }>(
    `select count(*) filter (where reason_kind = 'unfilled')::int as unfilled,
      count(*) filter (where reason_kind = 'too_long')::int as "tooLong"
    from deliveries where state = 'skipped'`,
  );
  return rows[0] ?? { unfilled: 0, tooLong: 0 };
}
