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

/** The folder in which a machine's Firefox keeps its profiles; null where it has not said so. */
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
