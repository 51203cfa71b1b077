import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import { connectedSince } from '../agents/connected.ts';
import { runningCampaignOfProfile } from '../campaigns/running.ts';
import type { WindowProfile } from '../requests/queue-window-requests.ts';

export async function findWindowProfile(
  tx: Tx,
  { userId, profilePath }: { userId: number; profilePath: string },
): Promise<(WindowProfile & { is_active: boolean }) | undefined> {
  return tx
    .selectFrom('profiles')
    .select(['id', 'profile_name', 'profile_path', 'agent_id', 'is_active'])
    .where('user_id', '=', userId)
    .where('profile_path', '=', profilePath)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export interface OpenableProfile extends WindowProfile {
  is_open: boolean;
  running_campaign: { id: number; name: string } | null;
  /** The name of its machine when that is not connected. */
  away_machine: string | null;
}

/** The active profiles, by name, with what speaks against opening their windows. */
export async function listOpenableProfiles(
  tx: Tx,
  { userId, now }: { userId: number; now: Date },
): Promise<OpenableProfile[]> {
  const found = await sql<OpenableProfile>`
    select profiles.id, profile_name, profile_path, agent_id,
      exists (select from agents reporting where reporting.user_id = ${userId}
        and reporting.revoked_at is null and profile_path = any(reporting.open_paths)) as is_open,
      ${runningCampaignOfProfile} as running_campaign,
      case when agents.last_seen_at > ${connectedSince(now)} then null else agents.machine_name end as away_machine
    from profiles left join agents on agents.user_id = ${userId} and agents.id = profiles.agent_id
    where profiles.user_id = ${userId} and deleted_at is null and is_active
    order by lower(profile_name), profiles.id`.execute(tx);
  return found.rows;
}

/** The profiles whose windows were reported open or are being opened, with the machine where they are. */
export async function listClosableProfiles(tx: Tx, userId: number): Promise<WindowProfile[]> {
  const found = await sql<WindowProfile>`
    select profiles.id, profile_name, profiles.profile_path,
      coalesce(reporting.agent_id, opening.agent_id, profiles.agent_id) as agent_id
    from profiles
    left join lateral (select min(agents.id) as agent_id from agents
      where agents.user_id = ${userId} and revoked_at is null
        and profiles.profile_path = any(open_paths)) reporting on true
    left join requests opening on opening.user_id = ${userId} and opening.kind = 'open'
      and opening.profile_path = profiles.profile_path and opening.status in ('pending', 'running')
    where profiles.user_id = ${userId} and deleted_at is null
      and (reporting.agent_id is not null or opening.id is not null)
    order by profiles.id`.execute(tx);
  return found.rows;
}
