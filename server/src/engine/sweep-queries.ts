import type { Tx } from '../database/transaction.ts';
import { showTests } from './show-tests.ts';

const LOOKS_AT_ONCE = 5_000;
const USERS_AT_ONCE = 500;

/** Whose work a sweep judges. */
export type Swept = number[] | 'everybody';

export interface ExpiredLease {
  user_id: number;
  profile_id: number;
}

/**
 * Takes the campaigns that are due off the index and gives their users, with those whose subscription, or a campaign's
 * last moment, has just passed.
 * A campaign with somebody in work is due again when its first lease ends. A claim that commits meanwhile makes a lease
 * that ends no earlier than `lease_seconds` from now, and its row is read anew. A time farther ahead was set by a clock
 * that was wrong. A row that a step is writing is left to the next turn: the sweep holds no user's lock here.
 */
export async function takeDue(tx: Tx, now: Date): Promise<number[]> {
  const { rows } = await tx.query<{ user_id: number }>(
    `with due as (
      select user_id, campaign_id from campaign_progress
      where sweep_at < $1 or sweep_at > $1 + make_interval(secs => lease_seconds() + slack_seconds())
      limit ${LOOKS_AT_ONCE} for no key update skip locked),
    taken as (
      update campaign_progress g set sweep_at = case when g.in_work > 0 then least(
        $1 + make_interval(secs => lease_seconds()),
        (select min(lease_until) from profiles p
          where p.user_id = g.user_id and p.lease_campaign_id = g.campaign_id)) end
      from due where g.user_id = due.user_id and g.campaign_id = due.campaign_id
      returning g.user_id)
    select user_id from taken
    union
    select c.user_id from users u join campaigns c on c.user_id = u.id and c.status = 'running'
    where u.subscription_end_date > $1 - interval '1 hour' and u.subscription_end_date <= $1
    union
    select user_id from campaigns where status = 'running' and deleted_at is null and not_after <= $1`,
    [now],
  );
  return rows.map(({ user_id }) => user_id);
}

/** Has the next sweep look at a user's running campaigns. The user's lock must be held. */
export async function sweepSoon(tx: Tx, user_id: number): Promise<void> {
  await tx.query(
    `update campaign_progress g set sweep_at = '-infinity' from campaigns c
    where c.user_id = $1 and c.status = 'running' and c.deleted_at is null
      and g.user_id = c.user_id and g.campaign_id = c.id and g.sweep_at is distinct from '-infinity'`,
    [user_id],
  );
}

/** Leases that have run out. */
export async function findExpiredLeases(tx: Tx, now: Date, users: Swept): Promise<ExpiredLease[]> {
  const { rows } = await tx.query<ExpiredLease>(
    `select user_id, id as profile_id from profiles p
    where ${isOf(users, 'p')} and is_lease_over(lease_until, $2) order by lease_until`,
    [idsOf(users), now],
  );
  return rows;
}

/**
 * Users with running campaigns that may not or cannot go on, or that have nothing in work and no name that may be taken
 * ahead. What is found is judged by the rules under the user's lock.
 */
export async function findUnfinished(tx: Tx, now: Date, users: Swept): Promise<{ user_id: number }[]> {
  await showTests(tx);
  const { rows } = await tx.query<{ user_id: number }>(
    `select distinct c.user_id
    from campaigns c join users u on u.id = c.user_id
    join campaign_progress g on g.user_id = c.user_id and g.campaign_id = c.id
    where ${isOf(users, 'c')} and c.status = 'running' and c.deleted_at is null and (
      not may_send(u, $2)
      or c.not_after <= $2
      or not may_link(c.parts)
      or not exists (
        select from campaign_profiles cp join profiles p on p.user_id = cp.user_id and p.id = cp.profile_id
        where cp.user_id = c.user_id and cp.campaign_id = c.id and is_eligible(p) and sends_by(c, cp))
      or g.in_work = 0 and is_last(c, g))
    limit ${USERS_AT_ONCE}`,
    [idsOf(users), now],
  );
  return rows;
}

// Two texts, because one plan would read everybody's rows for one user, too.
const isOf = (users: Swept, table: string) =>
  users === 'everybody' ? '$1::bigint[] is null' : `${table}.user_id = any ($1::bigint[])`;
const idsOf = (users: Swept) => (users === 'everybody' ? null : users);
