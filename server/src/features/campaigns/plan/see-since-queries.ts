import type { PlanGroup } from '@pigeonpost/contract/calls/plans';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../database/transaction.ts';

/** Since when somebody is in a group, and the name of the campaign by which they are, where it is known. */
export interface Since {
  at: string | null;
  by: string | null;
}

interface Asked {
  user_id: number;
  recipients: string[];
  now: Date;
}

/** Of the people of a page, by name; those of other groups have none. */
export async function findSince(tx: Tx, group: PlanGroup, asked: Asked): Promise<ReadonlyMap<string, Since>> {
  const query = QUERIES[group];
  if (!query || asked.recipients.length === 0) return new Map();
  const { rows } = await sql<Since & { recipient: string }>`${query(asked)}`.execute(tx);
  return new Map(rows.map(({ recipient, at, by }) => [recipient, { at, by }]));
}

const QUERIES: Partial<Record<PlanGroup, (asked: Asked) => RawBuilder<unknown>>> = {
  messaged: lastMessages,
  recently: lastMessages,
  replied: lastReplies,
  do_not_contact: ({ user_id, recipients }) => sql`
    select recipient, created_at as at, null as by from do_not_contact
    where user_id = ${user_id} and recipient = any (${recipients}::text[])`,
};

/**
 * No index finds a name's messages: one that was sent is looked for in the campaigns that had results on its day or on the
 * next one, by whole keys. One that is unclear is named by its entry of the ledger.
 */
function lastMessages({ user_id, recipients, now }: Asked): RawBuilder<unknown> {
  return sql`
    with messaged as materialized (
      select l.recipient, l.begun, moment.at, wall_time(moment.at, u.time_zone)::date as day
      from message_ledger l
      join users u on u.id = l.user_id
      cross join lateral (select messaged_at(l, ${now}) as at offset 0) moment
      where l.user_id = ${user_id} and l.recipient = any (${recipients}::text[])),
    worked as materialized (
      select distinct p.day, c.id, c.name, c.list_id
      from daily_performance p
      join campaigns c on c.user_id = p.user_id and c.id = p.campaign_id and c.deleted_at is null
      where p.user_id = ${user_id} and p.day = any (array(
        select day + later from messaged, unnest(array[0, 1]) later)))
    select m.recipient, m.at, coalesce(
      (select c.name from jsonb_each(m.begun) b (campaign_id, entry)
        join campaigns c on c.user_id = ${user_id} and c.id = b.campaign_id::bigint and c.deleted_at is null
        where to_timestamp((entry->>'at')::float8) = m.at limit 1),
      (select w.name from worked w
        cross join lateral (select id from recipients
          where user_id = ${user_id} and list_id = w.list_id and recipient = m.recipient offset 0) r
        cross join lateral (select state, coalesce(begun_at, ended_at) as at from deliveries
          where user_id = ${user_id} and campaign_id = w.id and recipient_id = r.id offset 0) d
        where w.day in (m.day, m.day + 1) and d.state = 'sent' and d.at = m.at limit 1)) as by
    from messaged m`;
}

function lastReplies({ user_id, recipients }: Asked): RawBuilder<unknown> {
  return sql`
    select l.recipient, l.replied_at as at, c.name as by
    from message_ledger l
    left join lateral (select campaign_id from replies
      where user_id = l.user_id and recipient = l.recipient order by at desc, id desc limit 1) last on true
    left join campaigns c on c.user_id = l.user_id and c.id = last.campaign_id and c.deleted_at is null
    where l.user_id = ${user_id} and l.recipient = any (${recipients}::text[])`;
}
