import type { Tx } from '../database/transaction.ts';
import type { Claim } from './claim.ts';
import { isEligibleProfile, isEligibleUser } from './eligible.ts';

export interface NextWork {
  /** Whether the user may send, or has no running campaign. */
  may_send: boolean;
  /** When one of the profiles, or a delivery to try again, falls due next. */
  next_at: string | null;
}

/** What a poll that found nothing waits for. */
export async function findNextWork(
  tx: Tx,
  { user_id, agent_id, anyMachine, paths }: Claim,
  now: Date,
): Promise<NextWork> {
  const { rows } = await tx.client.query<NextWork>({
    name: 'find-next-work',
    text: NEXT_WORK,
    values: [now, user_id, anyMachine ? null : agent_id, paths],
  });
  return rows[0] ?? { may_send: true, next_at: null };
}

const NEXT_WORK = `
  with running as materialized (
    select id from campaigns where user_id = $2 and status = 'running' and deleted_at is null)
  select ${isEligibleUser('u')} or not exists (select from running) as may_send,
    least(
      (select min(p.next_send_at) from running c
        join campaign_profiles cp on cp.user_id = $2 and cp.campaign_id = c.id
        join profiles p on p.user_id = $2 and p.id = cp.profile_id
        where p.next_send_at > $1 and p.lease_token is null and ${isEligibleProfile('p')}
          and p.profile_path = any ($4::text[])
          and ($3::bigint is null or p.agent_id is null or p.agent_id = $3)),
      (select min(retry.at) from running c
        cross join lateral (select d.retry_at as at from deliveries d
          where d.user_id = $2 and d.campaign_id = c.id and d.retry_at > $1
          order by d.retry_at limit 1) retry)) as next_at
  from users u where u.id = $2`;
