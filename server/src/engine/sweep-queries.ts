import { sql } from 'kysely';
import type { Tx } from '../database/transaction.ts';
import type { CampaignKey } from './context.ts';

const CAMPAIGNS_AT_ONCE = 500;

export interface ExpiredLease {
  user_id: number;
  profile_id: number;
}

/** Leases of any user that have run out. No index: reading 10,000 profiles takes 1 ms, and every lease stays HOT. */
export async function findExpiredLeases(tx: Tx, now: Date): Promise<ExpiredLease[]> {
  const { rows } = await tx.query<ExpiredLease>(
    `select user_id, id as profile_id from profiles where is_lease_over(lease_until, $1) order by lease_until`,
    [now],
  );
  return rows;
}

const INELIGIBLE = `
  select distinct c.user_id from campaigns c join users u on u.id = c.user_id
  where c.status = 'running' and c.deleted_at is null and (
    not may_send(u, $1)
    or not exists (
      select from campaign_profiles cp join profiles p on p.user_id = cp.user_id and p.id = cp.profile_id
      where cp.user_id = c.user_id and cp.campaign_id = c.id and is_eligible(p)))
  limit ${CAMPAIGNS_AT_ONCE}`;

/**
 * Users with running campaigns that may not or cannot go on, and running campaigns that have nothing in work
 * and no name left ahead. What is found is judged again under the user's lock.
 */
export async function findUnfinished(
  tx: Tx,
  now: Date,
): Promise<{ ineligible: number[]; idle: CampaignKey[] }> {
  const ineligible = await tx.query<{ user_id: number }>(INELIGIBLE, [now]);
  const idle = await sql<CampaignKey>`
    select c.user_id, c.id as campaign_id
    from campaigns c join campaign_progress g on g.user_id = c.user_id and g.campaign_id = c.id
    where c.status = 'running' and c.deleted_at is null and g.in_work = 0
      and (select r.id from recipients r where r.user_id = c.user_id and r.list_id = c.list_id
        and r.status = 'pending' and r.position <= c.mark
        and r.position > case when g.passed then 0 else g.cursor end
        order by r.position limit 1) is null
    limit ${CAMPAIGNS_AT_ONCE}`.execute(tx);
  return { ineligible: ineligible.rows.map(({ user_id }) => user_id), idle: idle.rows };
}
