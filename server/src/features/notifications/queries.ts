import type { Role } from '@pigeonpost/contract/account/subscription';
import {
  type CollectTime,
  defaultChoice,
  kindsOf,
  type NotificationChoice,
  type NotificationKind,
} from '@pigeonpost/contract/notifications/kinds';
import type { Told } from '@pigeonpost/contract/notifications/notice';
import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import { connectedSince } from '../agents/connected.ts';
import { IS_UNREAD, IS_WAITING } from '../support/list-queries.ts';

/** A notification as it is stored. */
export type Stored = Told & {
  id: number;
  created_at: string;
  is_read: boolean;
  is_mailed: boolean;
  /** Whether what it tells has passed; of campaigns their standstill says it. */
  is_over: boolean;
};

type Whose = { user_id: number; now: Date };

/** Whether what a notification `n` of these kinds tells has passed. Users may not read when a backup was taken. */
const isOver = (now: Date, kinds: NotificationKind[]) => sql<boolean>`coalesce(case n.kind
  when 'profile_blocked' then (select blocked_at is null from ${profileOf})
  when 'profile_signed_out' then (select signed_out_at is null from ${profileOf})
  when 'profile_resting' then (select faulted_at is null from ${profileOf})
  when 'agent_away' then (select revoked_at is not null or last_seen_at > ${connectedSince(now)} from agents
    where agents.user_id = n.user_id and agents.id = (n.args ->> 'agent_id')::bigint)
  when 'wishes' then not exists (select from replies r where r.user_id = n.user_id and is_undecided(r))
  when 'ticket_answered' then (select not ${IS_UNREAD} from tickets
    where tickets.user_id = n.user_id and tickets.id = (n.args ->> 'ticket_id')::bigint)
  when 'ticket_waits' then (select not ${IS_WAITING} from tickets
    where tickets.id = (n.args ->> 'ticket_id')::bigint)
  when 'subscription_ends' then (select subscription_end_date is distinct from (n.args ->> 'end_date')::timestamptz
    from users where users.id = n.user_id)
  when 'reset_requested' then not exists (select from users where password_reset_requested_at is not null)
  when 'backup_late' then ${kinds.includes('backup_late') ? HAS_LATER_BACKUP : sql`true`}
  else false end, true)`;

const HAS_LATER_BACKUP = sql`(select coalesce(last_backup_at > n.created_at, false) from server_identity)`;

const profileOf = sql`profiles where profiles.user_id = n.user_id and profiles.id = (n.args ->> 'profile_id')::bigint
  and profiles.is_active and profiles.deleted_at is null`;

/** The newest notifications of these kinds. */
export async function listNewest(
  tx: Tx,
  { user_id, now, kinds, limit }: Whose & { kinds: NotificationKind[]; limit: number },
): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    select n.id, n.kind, n.args, n.created_at, n.read_at is not null as is_read, n.mailed_at is not null as is_mailed,
      ${isOver(now, kinds)} as is_over
    from notifications n
    where n.user_id = ${user_id} and n.kind = any (${kinds}) order by n.id desc limit ${limit}`.execute(tx);
  return rows;
}

/** Which of these campaigns are still there. */
export async function findCampaigns(
  tx: Tx,
  { user_id, ids }: { user_id: number; ids: number[] },
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from campaigns where user_id = ${user_id} and id = any (${ids}::bigint[]) and deleted_at is null`.execute(
    tx,
  );
  return new Set(rows.map(({ id }) => id));
}

/** How many notifications of these kinds are unread. */
export async function countUnread(
  tx: Tx,
  { user_id, kinds }: { user_id: number; kinds: NotificationKind[] },
): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*) as unread from notifications
    where user_id = ${user_id} and read_at is null and kind = any (${kinds})`.execute(tx);
  return rows[0]?.unread ?? 0;
}

/** Another user's ids are nobody's here. Returns how many were unread. */
export async function markRead(
  tx: Tx,
  { user_id, ids, now }: Whose & { ids: number[] | 'all' },
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('notifications')
    .set({ read_at: now })
    .where('user_id', '=', user_id)
    .where('read_at', 'is', null)
    .$if(ids !== 'all', (query) => query.where('id', '=', sql<number>`any (${ids}::bigint[])`))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export type Choices = { choices: ({ kind: NotificationKind } & NotificationChoice)[]; collect: CollectTime };

/** Where the user is told of each kind of their role, by their choice or as it is without one. */
export async function findChoices(tx: Tx, { id, role }: { id: number; role: Role }): Promise<Choices> {
  const chosen = await tx
    .selectFrom('notification_choices')
    .select(['kind', 'in_app', 'by_mail'])
    .where('user_id', '=', id)
    .execute();
  const { collect_mail: collect } = await tx
    .selectFrom('settings')
    .select('collect_mail')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();
  const choices = kindsOf(role).map((kind) => ({
    ...(chosen.find((choice) => choice.kind === kind) ?? defaultChoice(kind)),
    kind,
  }));
  return { choices, collect };
}

/** Notes what was chosen; what is left out stays. */
export async function putChoices(
  tx: Tx,
  {
    user_id,
    choices,
    collect,
  }: {
    user_id: number;
    choices: Choices['choices'];
    collect: CollectTime | undefined;
  },
): Promise<void> {
  for (const choice of choices) {
    await tx
      .insertInto('notification_choices')
      .values({ user_id, ...choice })
      .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet(choice))
      .execute();
  }
  if (collect)
    await tx.updateTable('settings').set({ collect_mail: collect }).where('user_id', '=', user_id).execute();
}

const KEPT_DAYS = 90;
/** The most notifications that are kept of a user. */
export const KEPT = 500;

/** Deletes what is older than 90 days, and of each user what is beyond the newest 500. */
export async function forgetNotifications(tx: Tx, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - KEPT_DAYS * 86_400_000);
  await sql`delete from notifications where created_at < ${oldest}`.execute(tx);
  await sql`
    delete from notifications n using (
      select user_id, id, row_number() over (partition by user_id order by id desc) as place from notifications) placed
    where placed.user_id = n.user_id and placed.id = n.id and place > ${sql.lit(KEPT)}`.execute(tx);
}

/** What these notifications tell, in the order of the ids. */
export async function getTold(tx: Tx, { user_id, ids }: { user_id: number; ids: number[] }): Promise<Told[]> {
  const { rows } = await sql<Told>`
    select kind, args from notifications where user_id = ${user_id} and id = any (${ids}::bigint[])
    order by array_position(${ids}::bigint[], id)`.execute(tx);
  return rows;
}

/** Has a user mailed nothing of these kinds any more; the app tells them as before. */
export async function endMails(
  tx: Tx,
  { user_id, kinds }: { user_id: number; kinds: NotificationKind[] },
): Promise<void> {
  for (const kind of kinds) {
    await sql`
      insert into notification_choices (user_id, kind, in_app, by_mail)
      select id, ${kind}, ${defaultChoice(kind).in_app}, false from users where id = ${user_id}
      on conflict (user_id, kind) do update set by_mail = false`.execute(tx);
  }
}
