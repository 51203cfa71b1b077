import type { Tx } from '../../database/transaction.ts';
import { isAble, isInGoodStanding } from '../campaigns/standing.ts';
import type { Claim } from './claim.ts';

export interface Outlook {
  /** Whether the user may send at all, or has nothing running. */
  is_fit: boolean;
  /** When one of the profiles, or a delivery to try again, falls due next. */
  next_at: string | null;
}

/** What a poll that found nothing waits for. */
export async function findOutlook(
  tx: Tx,
  { userId, agentId, anyMachine, paths }: Claim,
  now: Date,
): Promise<Outlook> {
  const { rows } = await tx.client.query<Outlook>({
    name: 'find-outlook',
    text: OUTLOOK,
    values: [now, userId, anyMachine ? null : agentId, paths],
  });
  return rows[0] ?? { is_fit: true, next_at: null };
}

const OUTLOOK = `
  with running as materialized (
    select id from campaigns where user_id = $2 and status = 'running' and deleted_at is null)
  select ${isInGoodStanding('u')} or not exists (select from running) as is_fit,
    least(
      (select min(p.next_send_at) from running c
        join campaign_profiles cp on cp.user_id = $2 and cp.campaign_id = c.id
        join profiles p on p.user_id = $2 and p.id = cp.profile_id
        where p.next_send_at > $1 and p.lease_token is null and ${isAble('p')}
          and p.profile_path = any ($4::text[])
          and ($3::bigint is null or p.agent_id is null or p.agent_id = $3)),
      (select min(retry.at) from running c
        cross join lateral (select d.retry_at as at from deliveries d
          where d.user_id = $2 and d.campaign_id = c.id and d.retry_at > $1
          order by d.retry_at limit 1) retry)) as next_at
  from users u where u.id = $2`;

/** The site drivers that an agent reported. */
export async function findDrivers(
  tx: Tx,
  { userId, agentId }: { userId: number; agentId: number },
): Promise<string[]> {
  const { rows } = await tx.client.query<{ drivers: string[] }>({
    name: 'find-drivers',
    text: 'select drivers from agents where user_id = $1 and id = $2',
    values: [userId, agentId],
  });
  return rows[0]?.drivers ?? [];
}
