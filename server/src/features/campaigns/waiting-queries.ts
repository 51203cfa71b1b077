import type { OpenWindow } from '@pigeonpost/contract/calls/campaigns';
import { sql } from 'kysely';
import { inNaturalOrder } from '../../database/natural-order.ts';
import type { Tx } from '../../database/transaction.ts';
import type { CampaignKey } from '../../engine/events.ts';
import { connectedSince } from '../agents/connected.ts';
import { isOpen } from '../agents/window-queries.ts';

/** A profile of a campaign that may send, and a machine that may work it; null: none has its folder. */
export interface Sender {
  profile_name: string;
  machine_name: string | null;
  is_connected: boolean;
  /** Whether its machine has a driver, and whether that suits this server. */
  has_driver: boolean;
  can_deliver: boolean;
  /** Whether a person has a window of it open there. */
  is_open: boolean;
  /** Why Firefox could not start with it; null where nothing is known to keep it. */
  fault_reason: string | null;
}

// An agent may leave it out.
const NO_REASON = 'Firefox could not be started.';

/** The eligible profiles of a campaign by name, each with its machine, and with the user's script, which works any. */
export async function listSenders(
  tx: Tx,
  { user_id, campaign_id }: CampaignKey,
  { now, isPractice }: { now: Date; isPractice: boolean },
): Promise<Sender[]> {
  const found = await sql<Sender>`
    select profile_name, machine_name, coalesce(last_seen_at > ${connectedSince(now)}, false) as is_connected,
      has_driver, has_driver and can_deliver(coalesce(drivers, '{}'), ${isPractice}) as can_deliver,
      ${isOpen} as is_open,
      case when faulted_at is not null then coalesce(fault_reason, ${NO_REASON}) end as fault_reason
    from campaign_profiles used
    join profiles on profiles.user_id = used.user_id and profiles.id = used.profile_id
    left join agents on agents.user_id = used.user_id and revoked_at is null
      and (agents.id = profiles.agent_id or is_script and last_seen_at > ${connectedSince(now)})
    -- A script says nothing of drivers, and neither has a machine that has not reported yet.
    cross join lateral (
      select coalesce(is_script or firefox is null or drivers <> '{}', true) as has_driver) known
    where used.user_id = ${user_id} and campaign_id = ${campaign_id}
      and is_eligible(profiles)
    order by ${inNaturalOrder(sql`profile_name`)}, profiles.id, is_script`.execute(tx);
  return found.rows;
}

/** The campaign's profiles that may send and that a person has open in a window: each waits until it is closed. */
export async function listOpenWindows(tx: Tx, { user_id, campaign_id }: CampaignKey): Promise<OpenWindow[]> {
  const found = await sql<OpenWindow>`
    select profiles.id as profile_id, profile_name, profile_path
    from campaign_profiles used
    join profiles on profiles.user_id = used.user_id and profiles.id = used.profile_id
    where used.user_id = ${user_id} and campaign_id = ${campaign_id}
      and is_eligible(profiles) and ${isOpen}
    order by ${inNaturalOrder(sql`profile_name`)}, profiles.id`.execute(tx);
  return found.rows;
}
