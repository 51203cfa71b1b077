import type pg from 'pg';

/**
 * Has PostgreSQL record each token under which a delivery was leased. A server that is killed between its commit and
 * its answer has leased one that is never seen outside, and its end is a failed try all the same.
 */
export async function keepTries(pool: pg.Pool): Promise<void> {
  await pool.query(`
    create table tries (
      user_id bigint, campaign_id bigint, recipient_id bigint, token uuid,
      primary key (user_id, campaign_id, recipient_id, token)
    );
    create function keep_try() returns trigger language plpgsql security definer set search_path = public as $$
    begin
      insert into tries values (new.user_id, new.campaign_id, new.recipient_id, new.token) on conflict do nothing;
      return null;
    end $$;
    create trigger keep_try after insert or update of token on deliveries
      for each row when (new.token is not null) execute function keep_try()`);
}

/** A column for a query with deliveries as `d`: the number of tokens under which each was leased. */
export const TRIES = `(select count(*)::int from tries t
  where t.user_id = d.user_id and t.campaign_id = d.campaign_id and t.recipient_id = d.recipient_id) as tries`;
