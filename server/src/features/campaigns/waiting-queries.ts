import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import { connectedSince } from '../agents/connected.ts';
import type { CampaignKey } from './effects.ts';

/** A profile of a campaign that may send, and a machine that may work it; null: none has its folder. */
export interface Sender {
  profile_name: string;
  machine_name: string | null;
  is_connected: boolean;
  drivers: string[];
}

/** The able profiles of a campaign by name, each with its machine, and with the user's script, which works any. */
export async function listSenders(
  tx: Tx,
  { user_id, campaign_id }: CampaignKey,
  now: Date,
): Promise<Sender[]> {
  const found = await sql<Sender>`
    select profile_name, machine_name, coalesce(last_seen_at > ${connectedSince(now)}, false) as is_connected,
      coalesce(drivers, '{}') as drivers
    from campaign_profiles used
    join profiles on profiles.user_id = used.user_id and profiles.id = used.profile_id
    left join agents on agents.user_id = used.user_id and revoked_at is null
      and (agents.id = profiles.agent_id or is_script and last_seen_at > ${connectedSince(now)})
    where used.user_id = ${user_id} and campaign_id = ${campaign_id}
      and profiles.is_active and deleted_at is null and blocked_at is null
    order by lower(profile_name), profiles.id, is_script`.execute(tx);
  return found.rows;
}
