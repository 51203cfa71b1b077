import { conflictText } from '@pigeonpost/contract/campaigns';
import type { Tx } from '../../database/transaction.ts';
import { readText } from '../../engine/read-text.ts';
import { badRequest, conflict, notFound } from '../../errors.ts';
import {
  findListName,
  findMessage,
  insertCampaign,
  listWantedProfiles,
  type WantedProfile,
} from './create-queries.ts';

interface WantedCampaign {
  user_id: number;
  name: string;
  message_template_id: number;
  list_id: number;
  profiles_used: number[];
  /** The ended campaign whose failed recipients are still being requeued for this one. */
  retries_of: number | null;
}

/**
 * Makes a pending campaign with copies of the message and the shown names, and returns its id. Needs the user lock, so
 * that its parts still exist when it is written. Throws errors for people.
 */
export async function createCampaign(tx: Tx, wanted: WantedCampaign, now: Date): Promise<number> {
  const { user_id, name, message_template_id, list_id, retries_of } = wanted;
  const message = await findMessage(tx, { user_id, id: message_template_id });
  if (!message) throw notFound('Template not found');
  const text = await readText(tx, { user_id, content: message.content });
  const list_name = await findListName(tx, { user_id, id: list_id });
  if (list_name === undefined) throw notFound('List not found');
  const ids = [...new Set(wanted.profiles_used)];
  const profiles = await listWantedProfiles(tx, { user_id, ids });
  if (profiles.length < ids.length) throw notFound('Profile not found');
  checkAble(profiles);
  checkFree(profiles);
  const campaign = {
    user_id,
    name,
    message_template_id,
    template_name: message.name,
    ...text,
    list_id,
    list_name,
    retries_of,
    created_at: now,
  };
  return insertCampaign(tx, campaign, ids);
}

function checkAble(profiles: WantedProfile[]): void {
  for (const { profile_name, is_active, is_blocked, is_signed_out } of profiles) {
    if (!is_active) throw unable(`Profile ${profile_name} is inactive. Switch it on, or leave it out.`);
    if (is_blocked) throw unable(`Profile ${profile_name} is blocked. Resume it, or leave it out.`);
    if (is_signed_out)
      throw unable(`Profile ${profile_name} is signed out. Open it, sign in and resume it, or leave it out.`);
  }
}

const unable = (error: string) => badRequest(error, { fields: { profiles_used: error } });

function checkFree(profiles: WantedProfile[]): void {
  const conflicting_profiles = profiles.flatMap(({ profile_name, running_campaign }) =>
    running_campaign ? [{ name: profile_name, campaign: running_campaign.name }] : [],
  );
  if (conflicting_profiles.length > 0)
    throw conflict(conflictText(conflicting_profiles), { conflicting_profiles });
}
