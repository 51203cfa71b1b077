import type { FoundPerson } from '@pigeonpost/contract/calls/people';
import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';

interface Wanted {
  user_id: number;
  /** In its stored form: without @, in lower case. */
  beginning: string;
  limit: number;
  now: Date;
}

// A character that no name has, sorted after all others.
const LAST = '\u{10ffff}';
const LISTS_NAMED = 3;

/**
 * The people whose name begins with the text, the exact name first: from lists, do-not-contact, and the people who were
 * written to or of whom something is known. Each list gives only its first names, from the index of its names.
 */
export async function findPeople(tx: Tx, { user_id, beginning, limit, now }: Wanted): Promise<FoundPerson[]> {
  const within = sql`recipient >= ${beginning} and recipient < ${beginning + LAST}`;
  const first = sql`order by recipient limit ${limit}`;
  const { rows } = await sql<FoundPerson>`
    with names as materialized (
      select distinct recipient from (
        select found.recipient from lists cross join lateral (
          select recipient from recipients
          where recipients.user_id = lists.user_id and recipients.list_id = lists.id and ${within} ${first}) found
        where lists.user_id = ${user_id} and lists.deleted_at is null
        union all
        (select recipient from do_not_contact where user_id = ${user_id} and ${within} ${first})
        union all
        (select recipient from message_ledger where user_id = ${user_id} and ${within}
          and messaged_at(message_ledger, ${now}) is not null ${first})
        union all
        (select recipient from people where user_id = ${user_id} and ${within}
          and (fields ?| array(select id::text from fields where user_id = ${user_id} and deleted_at is null)
            or tags && array(select id from tags where user_id = ${user_id} and deleted_at is null)) ${first})
        union all
        (select distinct recipient from person_notes where user_id = ${user_id} and ${within} ${first})
      ) known order by recipient limit ${limit}
    )
    select names.recipient as name, (places.list_names)[1:${LISTS_NAMED}] as list_names,
      cardinality(places.list_names) as list_count, last.done as last,
      exists (select from do_not_contact d where d.user_id = ${user_id} and d.recipient = names.recipient)
        as do_not_contact
    from names
    cross join lateral (
      select coalesce(array_agg(lists.name order by r.id desc), '{}') as list_names,
        coalesce(array_agg(r.id), '{}') || array(
          select id from deleted_recipients gone
          where gone.user_id = ${user_id} and gone.recipient = names.recipient) as ids
      from lists join recipients r
        on r.user_id = lists.user_id and r.list_id = lists.id and r.recipient = names.recipient
      where lists.user_id = ${user_id} and lists.deleted_at is null) places
    left join lateral (
      select jsonb_build_object('state', d.state, 'campaign_name', c.name, 'at', coalesce(d.ended_at, d.begun_at)) as done
      from campaigns c join deliveries d
        on d.user_id = c.user_id and d.campaign_id = c.id and d.recipient_id = any (places.ids)
      where c.user_id = ${user_id} and c.deleted_at is null
      order by coalesce(d.ended_at, d.begun_at) desc nulls last, c.id desc limit 1) last on true
    order by names.recipient`.execute(tx);
  return rows;
}
