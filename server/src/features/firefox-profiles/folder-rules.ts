import { comparablePath, isHiddenName, isPlainPath } from '@pigeonpost/contract/firefox-profiles';
import { isDefaultProfile } from '@pigeonpost/contract/profiles';
import type { Tx } from '../../database/transaction.ts';
import { badRequest, conflict } from '../../errors.ts';
import { listOpenRequests } from '../requests/queries.ts';
import { findProfilesDir, findReportedProfile, isInProfiles } from './queries.ts';

/** A folder on a machine; null: on any that has it. */
export interface Folder {
  profile_path: string;
  agent_id: number | null;
}

/**
 * Refuses a folder that certainly may not be used, and those that the page hides (docs/behaviour.md#default-profiles).
 */
export async function checkFolder(
  tx: Tx,
  { user_id, folder }: { user_id: number; folder: Folder },
): Promise<void> {
  if (!isPlainPath(folder.profile_path)) throw fieldError('Profile path must be the whole path of a folder');
  const reported = await findReportedProfile(tx, { user_id, ...folder });
  const isHidden = reported
    ? reported.is_default || isHiddenName(reported.name)
    : isDefaultProfile(folder.profile_path);
  if (isHidden) throw fieldError("Firefox's own default profiles are neither tested nor deleted here.");
}

/** The same for deleting a folder. Call it under the user lock. */
export async function checkDeletable(
  tx: Tx,
  { user_id, folder }: { user_id: number; folder: Folder },
): Promise<void> {
  const { profile_path, agent_id } = folder;
  if (await isInProfiles(tx, { user_id, profile_path }))
    throw conflict('This Firefox profile is in Profiles. Delete it there first.');
  const profilesDir = agent_id === null ? null : await findProfilesDir(tx, { user_id, agent_id });
  if (profilesDir !== null && !isInside(profile_path, profilesDir))
    throw fieldError("This folder is outside Firefox's profiles folder and is not deleted.");
}

/** Refuses a folder that is being tested or deleted already. Call it under the user lock. */
export async function checkFree(
  tx: Tx,
  { user_id, folder }: { user_id: number; folder: Folder },
): Promise<void> {
  const path = comparablePath(folder.profile_path);
  const underWay = await listOpenRequests(tx, { user_id, kinds: ['test', 'delete'] });
  const same = underWay.find(
    (one) =>
      comparablePath(one.profile_path ?? '') === path &&
      (one.agent_id === null || folder.agent_id === null || one.agent_id === folder.agent_id),
  );
  if (same)
    throw conflict(`This Firefox profile is being ${same.kind === 'test' ? 'tested' : 'deleted'} already.`);
}

function isInside(path: string, folder: string): boolean {
  const [inner, outer] = [comparablePath(path), comparablePath(folder)];
  return inner.startsWith(outer) && /^[\\/]/.test(inner.slice(outer.length));
}

function fieldError(error: string) {
  return badRequest(error, { fields: { profile_path: error } });
}
