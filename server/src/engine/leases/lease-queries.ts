import type { DeliveryState } from '@pigeonpost/contract/campaigns';
import type { LapseFacts } from '@pigeonpost/contract/rules/lapse';
import { type Delays, drawnPace } from '@pigeonpost/contract/rules/time';
import type { Tx } from '../../database/transaction.ts';
import type { CampaignKey } from '../context.ts';

/** A delivery of which a profile holds the lease. */
export interface Held extends CampaignKey {
  recipient_id: number;
  profile_id: number;
  state: DeliveryState;
  /** Whether its campaign has ended. */
  is_over: boolean;
}

const HELD = `
  from profiles p
  join deliveries d on d.user_id = p.user_id and d.campaign_id = p.lease_campaign_id
    and d.recipient_id = p.lease_recipient_id
  left join campaigns c on c.user_id = p.user_id and c.id = p.lease_campaign_id`;
const OF_CAMPAIGN = `d.user_id, d.campaign_id, d.recipient_id, p.id as profile_id, d.state,
  coalesce(c.status in ('completed', 'failed'), false) as is_over`;

/** A lease, those of an agent but the ones that it keeps, and those on what a person changes: conditions for `readHeld`. */
export const ONE_LEASE = 'p.lease_token = $2';
export const UNNAMED_LEASES = 'p.lease_agent_id = $2 and p.lease_token <> all ($3)';
export const LEASES_ON = '(p.lease_recipient_id = any ($2) or c.list_id = $3 or p.id = $4)';

/** Found by the leases, since a user has few profiles. */
export async function readHeld(
  tx: Tx,
  user_id: number,
  condition: string,
  values: unknown[],
): Promise<Held[]> {
  const { rows } = await tx.query<Held>(
    `select ${OF_CAMPAIGN} ${HELD} where p.user_id = $1 and p.lease_token is not null and ${condition}`,
    [user_id, ...values],
  );
  return rows;
}

interface RunOut {
  user_id: number;
  profile_id: number;
  /** From 0 to 1, where the profile's next message falls between the two delays. */
  draw: number;
}

/** Those of these leases that have run out; what was answered since they were found has a new lease, or none. */
export async function readLapsed(
  tx: Tx,
  leases: RunOut[],
  now: Date,
): Promise<(Held & LapseFacts & { token: string })[]> {
  const { rows } = await tx.query<
    Held & Omit<LapseFacts, 'due_at'> & Delays & { token: string; draw: number }
  >(
    `select ${OF_CAMPAIGN}, d.token, d.failures, d.lapsed_token is not null as has_lapsed,
      max_retries(s) as max_retries, given.draw,
      coalesce(s.delay_start, default_delay_start()) as delay_start,
      coalesce(s.delay_end, default_delay_end()) as delay_end ${HELD}
    join unnest($1::bigint[], $2::bigint[], $3::float8[]) with ordinality as given (user_id, profile_id, draw, ord)
      on given.user_id = p.user_id and given.profile_id = p.id
    left join settings s on s.user_id = p.user_id
    where is_lease_over(p.lease_until, $4) and d.state in ('leased', 'sending')
    order by given.ord`,
    [
      leases.map(({ user_id }) => user_id),
      leases.map(({ profile_id }) => profile_id),
      leases.map(({ draw }) => draw),
      now,
    ],
  );
  return rows.map(({ delay_start, delay_end, draw, ...lapsed }) => ({
    ...lapsed,
    due_at: drawnPace({ delay_start, delay_end }, draw, now.getTime()),
  }));
}
