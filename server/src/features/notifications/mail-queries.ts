import type { Role } from '@pigeonpost/contract/account/subscription';
import type { NotificationKind } from '@pigeonpost/contract/notifications/kinds';
import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';

/** A user who may have something to be mailed. */
export interface MailReader {
  id: number;
  username: string;
  role: Role;
  time_zone: string;
  subscription_end_date: string | null;
}

const DAY_MS = 86_400_000;
/** What nobody could be told of for so long is told by the bell alone. */
const OLDEST_MS = 3 * DAY_MS;

/**
 * Whether a notification `n` of a user with the address `e` may still be mailed: not if it is older than the address, or than a
 * restore, whose moment is the epoch.
 */
const isUnsettled = (now: Date) => sql<boolean>`(n.settled_at is null and n.read_at is null
  and n.created_at > ${new Date(now.getTime() - OLDEST_MS)} and n.created_at >= e.confirmed_at
  and n.created_at > to_timestamp(greatest(u.epoch, (select epoch from server_identity))))`;

/** The active users with a confirmed address whose oldest unsettled notification is from before a moment. */
export async function listMailReaders(
  tx: Tx,
  { now, before }: { now: Date; before: Date },
): Promise<MailReader[]> {
  const { rows } = await sql<MailReader>`
    select u.id, u.username, u.role, u.time_zone, u.subscription_end_date
    from notifications n join users u on u.id = n.user_id and u.is_active
      join email_addresses e on e.user_id = u.id and e.address is not null
    where ${isUnsettled(now)}
    group by u.id having min(n.created_at) <= ${before} order by u.id`.execute(tx);
  return rows;
}

export interface Unsettled {
  id: number;
  kind: NotificationKind;
  created_at: string;
}

/** A user's unsettled notifications, the newest first. Another server that looks meanwhile waits, and finds them settled. */
export async function lockUnsettled(
  tx: Tx,
  { user_id, now }: { user_id: number; now: Date },
): Promise<Unsettled[]> {
  const { rows } = await sql<Unsettled>`
    select n.id, n.kind, n.created_at
    from notifications n join users u on u.id = n.user_id join email_addresses e on e.user_id = u.id
    where n.user_id = ${user_id} and ${isUnsettled(now)}
    order by n.id desc for update of n`.execute(tx);
  return rows;
}

/** Notes that it is decided of these whether they are mailed, and which are. */
export async function settleNotifications(
  tx: Tx,
  { user_id, ids, mailed, now }: { user_id: number; ids: number[]; mailed: number[]; now: Date },
): Promise<void> {
  await sql`
    update notifications
    set settled_at = ${now}, mailed_at = case when id = any (${mailed}::bigint[]) then ${now}::timestamptz end
    where user_id = ${user_id} and id = any (${ids}::bigint[])`.execute(tx);
}
