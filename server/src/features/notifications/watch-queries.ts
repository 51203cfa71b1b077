import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import { isNeeded } from '../dashboard/needs-you-queries.ts';
import { IS_WAITING } from '../support/list-queries.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const AWAY_MS = 10 * MINUTE_MS;
/** What began longer ago was told, or is nobody's concern any more. */
const OLDEST_MS = 30 * DAY_MS;
const ENDS_DAYS = [7, 1, 0];
/** Of each kind: the next turn goes on. */
const AT_ONCE = 500;

const ago = (now: Date, ms: number) => new Date(now.getTime() - ms);

/** Machines that a running campaign needs and that have been away for ten minutes, once until they are back. */
export async function listAwayAgents(tx: Tx, now: Date) {
  const { rows } = await sql<{ user_id: number; agent_id: number; machine_name: string }>`
    select user_id, id as agent_id, machine_name from agents
    where revoked_at is null and not is_script
      and last_seen_at between ${ago(now, OLDEST_MS)} and ${ago(now, AWAY_MS)} and ${isNeeded()}
      and not exists (select from notifications n where n.user_id = agents.user_id and n.kind = 'agent_away'
        and n.args @> jsonb_build_object('agent_id', agents.id) and n.created_at > last_seen_at)
    order by user_id, id limit ${sql.lit(AT_ONCE)}`.execute(tx);
  return rows;
}

/** Subscriptions that end within a week or a day, or that have just ended: each end is told once of each. */
export async function listEndings(tx: Tx, now: Date) {
  const { rows } = await sql<{ user_id: number; end_date: string; days: number }>`
    select id as user_id, subscription_end_date as end_date, days
    from users cross join lateral (
      select min(of) as days from unnest(${ENDS_DAYS}::integer[]) of
      where subscription_end_date <= ${now}::timestamptz + make_interval(days => of)) near
    where role = 'user' and is_active and subscription_end_date > ${ago(now, DAY_MS)} and days is not null
      and not exists (select from notifications n where n.user_id = users.id and n.kind = 'subscription_ends'
        and (n.args ->> 'end_date')::timestamptz = subscription_end_date and (n.args ->> 'days')::integer <= days)
    order by id limit ${sql.lit(AT_ONCE)}`.execute(tx);
  return rows;
}

/** Tickets that have waited for a day, once for each administrator until they are answered. */
export async function listLongWaits(tx: Tx, now: Date) {
  const { rows } = await sql<{ user_id: number; ticket_id: number; subject: string; username: string }>`
    select admins.id as user_id, tickets.id as ticket_id, subject, owners.username
    from tickets join users owners on owners.id = tickets.user_id
      join users admins on admins.role = 'admin' and admins.is_active
    where ${IS_WAITING} and last_message_at between ${ago(now, OLDEST_MS)} and ${ago(now, DAY_MS)}
      and not exists (select from notifications n where n.user_id = admins.id and n.kind = 'ticket_waits'
        and n.args @> jsonb_build_object('ticket_id', tickets.id) and n.created_at > last_message_at)
    order by tickets.id limit ${sql.lit(AT_ONCE)}`.execute(tx);
  return rows;
}

/** For each administrator, how many have asked for a new password since they were told last. */
export async function listResetRequests(tx: Tx) {
  const { rows } = await sql<{ user_id: number; count: number; until: string }>`
    select admins.id as user_id, count(*) as count, max(asking.password_reset_requested_at) as until
    from users asking join users admins on admins.role = 'admin' and admins.is_active
    where asking.password_reset_requested_at > coalesce((
      select max((args ->> 'until')::timestamptz) from notifications n
      where n.user_id = admins.id and n.kind = 'reset_requested'), '-infinity')
    group by admins.id order by admins.id limit ${sql.lit(AT_ONCE)}`.execute(tx);
  return rows;
}

/** For each administrator, a backup that is older than its plan, or than the first account if there is none yet: once. */
export async function listLateBackups(
  tx: Tx,
  { now, everyHours }: { now: Date; everyHours: number | undefined },
) {
  if (everyHours === undefined) return [];
  const { rows } = await sql<{ user_id: number; last: string | null }>`
    select admins.id as user_id, last_backup_at as last
    from server_identity cross join lateral (
      select coalesce(last_backup_at, (select min(created_at) from users)) as since) due
      join users admins on admins.role = 'admin' and admins.is_active
    where since < ${ago(now, everyHours * HOUR_MS)}
      and not exists (select from notifications n where n.user_id = admins.id and n.kind = 'backup_late'
        and n.created_at > since)
    order by admins.id limit ${sql.lit(AT_ONCE)}`.execute(tx);
  return rows.map(({ user_id, last }) => ({ user_id, ...(last === null ? {} : { last }) }));
}
