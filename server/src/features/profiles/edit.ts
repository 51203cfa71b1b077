import type { Profile, profileCalls } from '@pigeonpost/contract/calls/profiles';
import { comparablePath } from '@pigeonpost/contract/firefox-profiles';
import { isDefaultProfile } from '@pigeonpost/contract/profiles';
import type * as z from 'zod';
import type { Tx } from '../../database/transaction.ts';
import { badRequest, conflict } from '../../errors.ts';
import type { SecretBox } from '../../secrets/secret-box.ts';
import { findAgentWithFolder, hasAgent } from '../agents/queries.ts';
import { findReportedProfile } from '../firefox-profiles/queries.ts';
import { listOpenRequests } from '../requests/queries.ts';
import { findProfileByPath, insertProfile, NO_FAULT, type ProfileChange, updateProfile } from './queries.ts';

const NEW_REASON = 'This profile is new: open it, sign in and press Resume.';

type ProfileBody = z.output<(typeof profileCalls)['POST /api/profiles']['body']>;
type ChangeBody = z.output<(typeof profileCalls)['PUT /api/profiles/{id}']['body']>;

const DEFAULT_NAME =
  'This is a name that Firefox gives its own default profiles. Please choose a name that is yours.';
const DEFAULT_PATH =
  'This is one of the default profiles of Firefox. Please make a profile of its own for sending.';

/** Adds a profile; 400 and 409 with the reason. Call it under the user lock. */
export async function addProfile(
  tx: Tx,
  { user_id, body, secrets, now }: { user_id: number; body: ProfileBody; secrets: SecretBox; now: Date },
): Promise<Profile> {
  await checkProfile(tx, { user_id, body });
  const { profile_name, profile_path, insta_password, agent_id } = body;
  return insertProfile(tx, {
    user_id,
    profile_name,
    profile_path,
    insta_username: body.insta_username?.trim() || null,
    insta_password: insta_password ? secrets.seal(insta_password) : null,
    agent_id: agent_id ?? (await findAgentWithFolder(tx, { user_id, profile_path })),
    cap_hour: body.cap_hour ?? null,
    cap_day: body.cap_day ?? null,
    warm_up_day: body.begin_slowly ? 0 : null,
    created_at: now,
    signed_out_at: body.is_new ? now : null,
    signed_out_reason: body.is_new ? NEW_REASON : null,
  });
}

/**
 * Changes a profile; 400 and 409 with the reason, undefined if it is gone. Call it under the user lock. `before`: the
 * profile as it is, where its slow beginning changes.
 */
export async function changeProfile(
  tx: Tx,
  {
    user_id,
    id,
    body,
    secrets,
    now,
    before,
  }: {
    user_id: number;
    id: number;
    body: ChangeBody;
    secrets: SecretBox;
    now: Date;
    before: Profile | undefined;
  },
): Promise<Profile | undefined> {
  const isNewPath = await checkProfile(tx, { user_id, id, body });
  const { profile_name, profile_path, insta_username, insta_password, agent_id } = body;
  const change: ProfileChange = {};
  if (profile_name !== undefined) change.profile_name = profile_name;
  if (profile_path !== undefined) change.profile_path = profile_path;
  if (insta_username !== undefined) change.insta_username = insta_username?.trim() || null;
  if (insta_password) change.insta_password = secrets.seal(insta_password);
  else if (body.remove_password) {
    change.insta_password = null;
    change.password_lost = false;
  }
  if (agent_id !== undefined) change.agent_id = agent_id;
  // Another folder may be on another machine.
  else if (profile_path !== undefined && isNewPath)
    change.agent_id = await findAgentWithFolder(tx, { user_id, profile_path });
  // A fault belongs to the previous folder and machine.
  if (isNewPath || agent_id !== undefined) Object.assign(change, NO_FAULT);
  if (body.cap_hour !== undefined) change.cap_hour = body.cap_hour;
  if (body.cap_day !== undefined) change.cap_day = body.cap_day;
  // One that begins slowly goes on with its day.
  if (body.begin_slowly === false) change.warm_up_day = null;
  else if (body.begin_slowly && !before?.begin_slowly) change.warm_up_day = 0;
  return updateProfile(tx, { user_id, id, now }, change);
}

/** Whether a change is of caps alone, which is no reason to take a lease from the profile. */
export function changesCapsAlone(body: ChangeBody): boolean {
  const { cap_hour, cap_day, begin_slowly, ...rest } = body;
  return Object.values(rest).every((value) => value === undefined);
}

/** Checks the given fields. Returns whether the path is new. */
async function checkProfile(
  tx: Tx,
  { user_id, id, body }: { user_id: number; id?: number; body: ChangeBody },
): Promise<boolean> {
  const { profile_name, profile_path, agent_id } = body;
  if (profile_path !== undefined && (await isDefaultFolder(tx, { user_id, profile_path })))
    throw fieldError('profile_path', DEFAULT_PATH);
  if (profile_name !== undefined && isDefaultProfile(profile_name))
    throw fieldError('profile_name', DEFAULT_NAME);
  if (typeof agent_id === 'number' && !(await hasAgent(tx, { user_id, agent_id })))
    throw fieldError('agent_id', 'This machine is not one of yours');
  if (profile_path === undefined) return false;
  const holder = await findProfileByPath(tx, { user_id, profile_path });
  if (holder !== undefined && holder !== id) throw conflict('You already have a profile with this path');
  if (holder === undefined && (await isBeingDeleted(tx, { user_id, profile_path })))
    throw conflict('This Firefox profile is being deleted on your machine.');
  return holder === undefined;
}

/** By its form, or by its machine's mark of Firefox's default profile. */
async function isDefaultFolder(tx: Tx, folder: { user_id: number; profile_path: string }): Promise<boolean> {
  if (isDefaultProfile(folder.profile_path)) return true;
  const reported = await findReportedProfile(tx, { ...folder, agent_id: null });
  return reported?.is_default === true || isDefaultProfile(reported?.name ?? '');
}

/** Whether an agent was asked to delete this folder and has not answered. */
async function isBeingDeleted(
  tx: Tx,
  { user_id, profile_path }: { user_id: number; profile_path: string },
): Promise<boolean> {
  const underWay = await listOpenRequests(tx, { user_id, kinds: ['delete'] });
  const path = comparablePath(profile_path);
  return underWay.some((request) => comparablePath(request.profile_path ?? '') === path);
}

function fieldError(field: keyof ProfileBody, error: string) {
  return badRequest(error, { fields: { [field]: error } });
}
