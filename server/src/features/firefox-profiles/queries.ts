import { comparablePath } from '@pigeonpost/contract/firefox-profiles';
import { type SqlBool, sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';

/** Whether a folder belongs to one of the user's profiles, however its path is written there. */
export async function isInProfiles(
  tx: Tx,
  { user_id, profile_path }: { user_id: number; profile_path: string },
): Promise<boolean> {
  const found = await tx
    .selectFrom('profiles')
    .select('id')
    .where('user_id', '=', user_id)
    .where('deleted_at', 'is', null)
    .where(sql<SqlBool>`lower(rtrim(profile_path, '/\\')) = ${comparablePath(profile_path)}`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** The last report of a machine, or of any, about a folder, however its path is written; undefined without one. */
export async function findReportedProfile(
  tx: Tx,
  { user_id, agent_id, profile_path }: { user_id: number; agent_id: number | null; profile_path: string },
): Promise<{ name: string; is_default: boolean } | undefined> {
  const { rows } = await sql<{ name: string; is_default: boolean }>`
    select profile->>'name' as name, (profile->>'is_default')::boolean as is_default
    from agents, jsonb_array_elements(firefox_profiles) profile
    where user_id = ${user_id} and revoked_at is null and (${agent_id}::bigint is null or agents.id = ${agent_id})
      and lower(rtrim(profile->>'path', '/\\')) = ${comparablePath(profile_path)}
    order by agents.id limit 1`.execute(tx);
  return rows[0];
}

/** The folder of a machine's Firefox profiles; null if it was not reported. */
export async function findProfilesDir(
  tx: Tx,
  { user_id, agent_id }: { user_id: number; agent_id: number },
): Promise<string | null> {
  const found = await tx
    .selectFrom('agents')
    .select(sql<string | null>`firefox->>'profiles_dir'`.as('profiles_dir'))
    .where('user_id', '=', user_id)
    .where('id', '=', agent_id)
    .executeTakeFirst();
  return found?.profiles_dir ?? null;
}
