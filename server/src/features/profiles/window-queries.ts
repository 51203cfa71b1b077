import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import { connectedSince } from '../agents/connected.ts';
import { isOpen } from '../agents/window-queries.ts';
import type { WindowProfile } from '../requests/queue-window-requests.ts';
import { byProfileName } from './queries.ts';
import { runningCampaignOfProfile } from './state-queries.ts';

/** The profile of a folder with the facts for opening its window (docs/behaviour.md#windows). */
export async function findWindowProfile(
  tx: Tx,
  { user_id, profilePath }: { user_id: number; profilePath: string },
): Promise<(WindowProfile & { is_active: boolean; reporting_agent_id: number | null }) | undefined> {
  return tx
    .selectFrom('profiles')
    .select(['id', 'profile_name', 'profile_path', 'agent_id', 'is_active'])
    .select(reportingAgent.as('reporting_agent_id'))
    .where('user_id', '=', user_id)
    .where('profile_path', '=', profilePath)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** The machine that reported a window of it, for a query over `profiles`. */
const reportingAgent: RawBuilder<number | null> = sql`(
  select min(agents.id) from agents
  where agents.user_id = profiles.user_id and agents.revoked_at is null
    and profiles.profile_path = any (agents.open_paths))`;

export interface OpenableProfile extends WindowProfile {
  is_open: boolean;
  running_campaign: { id: number; name: string } | null;
  /** The name of its machine if that is not connected. */
  away_machine: string | null;
}

/** The active profiles, by name, with the reasons not to open their windows. */
export async function listOpenableProfiles(
  tx: Tx,
  { user_id, now }: { user_id: number; now: Date },
): Promise<OpenableProfile[]> {
  const found = await sql<OpenableProfile>`
    select profiles.id, profile_name, profile_path, agent_id,
      ${isOpen} as is_open,
      ${runningCampaignOfProfile} as running_campaign,
      case when agents.last_seen_at > ${connectedSince(now)} then null else agents.machine_name end as away_machine
    from profiles left join agents on agents.user_id = ${user_id} and agents.id = profiles.agent_id
    where profiles.user_id = ${user_id} and deleted_at is null and is_active
    order by ${byProfileName}, profiles.id`.execute(tx);
  return found.rows;
}

/** The profiles whose windows were reported open or are being opened, with their machine. */
export async function listClosableProfiles(tx: Tx, user_id: number): Promise<WindowProfile[]> {
  const found = await sql<WindowProfile>`
    select profiles.id, profile_name, profiles.profile_path,
      coalesce(reporting.agent_id, opening.agent_id, profiles.agent_id) as agent_id
    from profiles
    cross join lateral (select ${reportingAgent} as agent_id) reporting
    left join requests opening on opening.user_id = ${user_id} and opening.kind = 'open'
      and opening.profile_path = profiles.profile_path and opening.status in ('pending', 'running')
    where profiles.user_id = ${user_id} and deleted_at is null
      and (reporting.agent_id is not null or opening.id is not null)
    order by profiles.id`.execute(tx);
  return found.rows;
}
