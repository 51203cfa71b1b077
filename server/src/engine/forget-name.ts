import { ERASED_NAME } from '@pigeonpost/contract/people/erasures';
import { type RawBuilder, sql } from 'kysely';
import { lockUser } from '../database/locks.ts';
import type { Tx } from '../database/transaction.ts';

interface Batch {
  user_id: number;
  campaign_id: number;
  recipient: string;
  /** The last row that was looked at before; 0: none. */
  after: number;
  limit: number;
}

/** A text without the name, which a site's answer may quote. A name is taken as it is, not as a pattern. */
const without = (text: RawBuilder<unknown>, name: string) =>
  sql`regexp_replace(${text}, '***=' || ${name}::text, ${ERASED_NAME}, 'gi')`;

/** The values of a reason without the name. */
const valuesWithout = (args: RawBuilder<unknown>, name: string) => sql`(
  select jsonb_object_agg(key, case when jsonb_typeof(value) = 'string' then to_jsonb(${without(sql`value #>> '{}'`, name)}) else value end)
  from jsonb_each(${args}))`;

/** Forgets to whom these deliveries of all campaigns went. What is counted stays. The user's lock must be held. */
export async function forgetRecipients(
  tx: Tx,
  { user_id, name, recipient_ids }: { user_id: number; name: string; recipient_ids: readonly number[] },
): Promise<void> {
  await sql`
    update deliveries d set recipient = null, blanks = null, reason = ${without(sql`d.reason`, name)},
      reason_args = ${valuesWithout(sql`d.reason_args`, name)}
    from campaigns c
    where c.user_id = ${user_id} and d.user_id = c.user_id and d.campaign_id = c.id
      and d.recipient_id = any (${recipient_ids}::bigint[])`.execute(tx);
}

/** The same for a name of deliveries whose recipients are gone: looks at the next ones, and gives the last; null: none. */
export async function forgetNameInDeliveries(tx: Tx, batch: Batch): Promise<number | null> {
  const { user_id, campaign_id, recipient, after, limit } = batch;
  await lockUser(tx, user_id);
  const { rows } = await sql<{ last: number | null }>`
    with looked as materialized (
      select recipient_id, recipient from deliveries
      where user_id = ${user_id} and campaign_id = ${campaign_id} and recipient_id > ${after}
      order by recipient_id limit ${limit}),
    forgotten as (
      update deliveries d set recipient = null, blanks = null, reason = ${without(sql`d.reason`, recipient)},
        reason_args = ${valuesWithout(sql`d.reason_args`, recipient)}
      from looked
      where d.user_id = ${user_id} and d.campaign_id = ${campaign_id} and d.recipient_id = looked.recipient_id
        and looked.recipient = ${recipient})
    select max(recipient_id) as last from looked`.execute(tx);
  return rows[0]?.last ?? null;
}

/**
 * Replaces the name in the next lines of a log, and gives the last line that was looked at; null: none. What the person wrote
 * goes.
 */
export async function forgetNameInLog(tx: Tx, batch: Batch): Promise<number | null> {
  const { user_id, campaign_id, recipient, after, limit } = batch;
  const { rows } = await sql<{ last: number | null }>`
    with looked as materialized (
      select id, recipient from campaign_logs
      where user_id = ${user_id} and campaign_id = ${campaign_id} and id > ${after} order by id limit ${limit}),
    forgotten as (
      update campaign_logs l set recipient = ${ERASED_NAME},
        message = case when l.action = 'replied' then '' else ${without(sql`l.message`, recipient)} end,
        reason_args = ${valuesWithout(sql`l.reason_args`, recipient)}
      from looked
      where l.user_id = ${user_id} and l.campaign_id = ${campaign_id} and l.id = looked.id
        and looked.recipient = ${recipient})
    select max(id) as last from looked`.execute(tx);
  return rows[0]?.last ?? null;
}
