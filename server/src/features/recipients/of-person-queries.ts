import { type RawBuilder, sql } from 'kysely';

// What is known of a person, who may stand in many lists. Each list and campaign is asked by whole keys: no index finds a
// name's rows.

/** A name of one user. */
export interface PersonKey {
  user_id: number;
  name: string;
}

/** The recipients of a name in every list, also deleted ones. */
export function placesOf({ user_id, name }: PersonKey): RawBuilder<unknown> {
  return sql`
      select recipients.id, recipients.list_id, recipients.status, recipients.position
      from lists
      cross join lateral (
        select * from recipients
        where recipients.user_id = lists.user_id and recipients.list_id = lists.id
          and recipients.recipient = ${name}) recipients
      where lists.user_id = ${user_id}
      union all
      select id, list_id, 'deleted', null from deleted_recipients
      where user_id = ${user_id} and recipient = ${name}`;
}

/** For a query with the person's `places`: their deliveries `d` and the campaigns `c` of these, but deleted ones. */
export function deliveriesOf({ user_id }: Pick<PersonKey, 'user_id'>): RawBuilder<unknown> {
  return sql`(select * from campaigns where campaigns.user_id = ${user_id} and campaigns.deleted_at is null) c
      cross join lateral (
        select * from deliveries
        where deliveries.user_id = c.user_id and deliveries.campaign_id = c.id
          and deliveries.recipient_id = any (array(select id from places))) d`;
}
