import { type CampaignParts, conflictText } from '@pigeonpost/contract/campaigns';
import type { RawBuilder } from 'kysely';
import type { Tx } from '../../../database/transaction.ts';
import { readText } from '../../../engine/read-text.ts';
import { badRequest, conflict, notFound } from '../../../errors.ts';
import { findListName, findMessage, listWantedProfiles, type WantedProfile } from './create-queries.ts';

/** What a campaign stores of its parts. */
interface PartColumns {
  name: string;
  message_template_id: number | null;
  template_name: string;
  template_content: string;
  parts: string | null;
  text_hash: RawBuilder<string>;
  list_id: number | null;
  list_name: string;
}

interface Wanted {
  user_id: number;
  /** Those that are left out are not read. */
  wanted: CampaignParts;
  /** The campaign's profiles already: only those that join must be able and free. Its start looks at all of them. */
  kept: ReadonlySet<number>;
  /** A draft copies nothing: its template and list may be deleted. */
  isDraft: boolean;
  /** A scheduled campaign does not reserve its profiles (docs/behaviour.md#scheduled-campaigns). */
  isScheduled: boolean;
}

/**
 * The columns and profiles of a campaign with these parts, with copies of the message and the shown names. Needs the
 * user lock, so that its parts still exist when it is written. Throws errors for people.
 */
export async function readParts(
  tx: Tx,
  { user_id, wanted, kept, isDraft, isScheduled }: Wanted,
): Promise<{ columns: Partial<PartColumns>; profile_ids: number[] | undefined }> {
  const { name, message_template_id, list_id, profiles_used } = wanted;
  const columns = {
    ...(name !== undefined && { name }),
    ...(message_template_id !== undefined &&
      (await readTemplate(tx, { user_id, id: message_template_id, isDraft }))),
    ...(list_id !== undefined && (await readList(tx, { user_id, id: list_id, isDraft }))),
  };
  if (profiles_used === undefined) return { columns, profile_ids: undefined };
  const ids = [...new Set(profiles_used)];
  const profiles = await listWantedProfiles(tx, { user_id, ids });
  if (profiles.length < ids.length) throw notFound('Profile not found');
  const joining = profiles.filter(({ id }) => !kept.has(id));
  if (!isDraft) checkAble(joining);
  if (!isDraft && !isScheduled) checkFree(joining);
  return { columns, profile_ids: ids };
}

interface Part {
  user_id: number;
  /** null: not chosen yet. */
  id: number | null;
  isDraft: boolean;
}

async function readTemplate(tx: Tx, { user_id, id, isDraft }: Part) {
  const message = id === null ? undefined : await findMessage(tx, { user_id, id });
  if (id !== null && !message) throw notFound('Template not found');
  const { name, content } = isDraft || !message ? { name: '', content: '' } : message;
  return {
    message_template_id: id,
    template_name: name,
    ...(await readText(tx, { user_id, content })),
  };
}

async function readList(tx: Tx, { user_id, id, isDraft }: Part) {
  const name = id === null ? '' : await findListName(tx, { user_id, id });
  if (name === undefined) throw notFound('List not found');
  return { list_id: id, list_name: isDraft ? '' : name };
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
