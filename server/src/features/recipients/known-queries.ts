import type { Recipient } from '@pigeonpost/contract/calls/recipients';
import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';

interface Known {
  fields: Record<string, string>;
  tags: number[];
}

/**
 * Adds what is known of recipients, without deleted fields and tags (docs/behaviour.md#fields). A query by names, and no
 * join with the page: each name is one probe of an index, whatever the statistics say.
 */
export async function addKnown(
  tx: Tx,
  { user_id, recipients, field_ids }: { user_id: number; recipients: Recipient[]; field_ids: number[] },
): Promise<Recipient[]> {
  const names = recipients.map(({ recipient }) => recipient);
  const { rows } = await sql<Known & { recipient: string }>`
    with shown as materialized (
      select id::text as key from fields
      where user_id = ${user_id} and id = any (${field_ids}::bigint[]) and deleted_at is null)
    select recipient,
      coalesce((select jsonb_object_agg(key, people.fields -> key) from shown where people.fields ? key), '{}') as fields,
      array(
        select tag from unnest(people.tags) tag
        where exists (select from tags where tags.user_id = ${user_id} and tags.id = tag and deleted_at is null)
        order by tag) as tags
    from people where user_id = ${user_id} and recipient = any (${names}::text[])`.execute(tx);
  const known = new Map(rows.map(({ recipient, fields, tags }) => [recipient, { fields, tags }]));
  return recipients.map((one) => ({ ...one, ...(known.get(one.recipient) ?? { fields: {}, tags: [] }) }));
}
