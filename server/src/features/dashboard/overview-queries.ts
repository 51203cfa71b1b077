import { ENDS_SOON_DAYS } from '@pigeonpost/contract/account/subscription';
import type { Overview } from '@pigeonpost/contract/calls/dashboard';
import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { campaignTables, totalList } from '../campaigns/campaign-queries.ts';
import { findWaits, needingSomebody, shortOf } from '../campaigns/standstill/standstill.ts';

const ROWS_SHOWN = 5;
const CAMPAIGNS_SHOWN = 10;
/** The most running campaigns of all users that are examined. */
const LOOKED_AT = 1000;

/** An administrator's dashboard: running work of all users, and what waits for an administrator. */
export async function getOverview(tx: Tx, deps: Pick<Deps, 'clock' | 'config' | 'disk'>): Promise<Overview> {
  const now = deps.clock.now();
  return {
    disk_free: deps.disk.tooFew() ?? null,
    users: await countUsers(tx, now),
    ending: await listEnding(tx, now),
    tickets: await listWaitingTickets(tx),
    running: await listRunning(tx, deps),
  };
}

async function countUsers(tx: Tx, now: Date): Promise<Overview['users']> {
  const {
    rows: [counts],
  } = await sql<Overview['users']>`
    select count(*) as total, count(*) filter (where active) as active, count(*) filter (where not active) as expired,
      count(*) filter (where created_at > ${now}::timestamptz - interval '7 days') as new_this_week
    from users, lateral (select is_active and coalesce(subscription_end_date > ${now}, true) as active) status`.execute(
    tx,
  );
  if (!counts) throw new Error('Aggregates gave no row.');
  return counts;
}

async function listEnding(tx: Tx, now: Date): Promise<Overview['ending']> {
  const { rows: users } = await sql<Overview['ending']['users'][number] & { total: number }>`
    select id, username, pack, subscription_end_date, count(*) over () as total,
      (select count(*) from campaigns where campaigns.user_id = users.id and deleted_at is null
        and status = 'running') as running_campaigns
    from users
    where role = 'user' and is_active and subscription_end_date > ${now}
      and subscription_end_date <= ${now}::timestamptz + ${ENDS_SOON_DAYS} * interval '1 day'
    order by subscription_end_date, id limit ${sql.lit(ROWS_SHOWN)}`.execute(tx);
  return { total: users[0]?.total ?? 0, users };
}

async function listWaitingTickets(tx: Tx): Promise<Overview['tickets']> {
  type Row = Overview['tickets']['waiting'][number] & { total: number; urgent: number; oldest_at: string };
  const { rows: waiting } = await sql<Row>`
    select tickets.id, subject, users.username as created_by, priority, last.created_at as waiting_since, assigned_to,
      assigned.username as assigned_to_name, count(*) over () as total,
      count(*) filter (where priority = 'urgent') over () as urgent, min(last.created_at) over () as oldest_at
    from tickets join users on users.id = tickets.user_id
    left join users assigned on assigned.id = tickets.assigned_to
    cross join lateral (
      select account_id, created_at from ticket_messages messages
      where messages.user_id = tickets.user_id and messages.ticket_id = tickets.id order by messages.id desc limit 1) last
    where status in ('open', 'in_progress') and account_id = tickets.user_id
    order by array_position(array['urgent', 'high', 'medium', 'low'], priority), last.created_at, tickets.id
    limit ${sql.lit(ROWS_SHOWN)}`.execute(tx);
  const [first] = waiting;
  return {
    total: first?.total ?? 0,
    urgent: first?.urgent ?? 0,
    oldest_at: first?.oldest_at ?? null,
    waiting,
  };
}

type RunningRow = Omit<Overview['running']['campaigns'][number], 'waiting_reason' | 'standstill'>;

async function listRunning(tx: Tx, deps: Pick<Deps, 'clock' | 'config'>): Promise<Overview['running']> {
  const { rows: running } = await sql<{ user_id: number; id: number }>`
    select user_id, id from campaigns where status = 'running' and deleted_at is null
    order by id desc limit ${sql.lit(LOOKED_AT)}`.execute(tx);
  const waits = await findWaits(tx, {}, deps);
  const standing = new Set(needingSomebody(waits));
  const standingFirst = [...running].sort((a, b) => Number(standing.has(b.id)) - Number(standing.has(a.id)));
  const shown = standingFirst.slice(0, CAMPAIGNS_SHOWN);
  const ids = shown.map(({ id }) => id);
  const owners = shown.map(({ user_id }) => user_id);
  const { rows } = await sql<RunningRow>`
    select campaigns.id, campaigns.name, users.username, ${totalList} as total_list, total_sent, total_failed,
      (select max(last_action) from daily_performance done
        where done.user_id = campaigns.user_id and done.campaign_id = campaigns.id) as last_action_at
    from ${campaignTables} join users on users.id = campaigns.user_id
    where campaigns.user_id = any (${owners}) and campaigns.id = any (${ids}) and campaigns.deleted_at is null`.execute(
    tx,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    total: running.length,
    users: new Set(running.map(({ user_id }) => user_id)).size,
    standing: running.filter(({ id }) => standing.has(id)).length,
    campaigns: ids.flatMap((id) => {
      const row = byId.get(id);
      const wait = waits.get(id);
      return row
        ? { ...row, waiting_reason: wait?.reason ?? null, standstill: wait ? shortOf(wait) : null }
        : [];
    }),
  };
}
