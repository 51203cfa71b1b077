import type { LeaveOutInput } from '@pigeonpost/contract/calls/leave-out';
import { type CampaignParts, DRAFTS_MAX, TOO_MANY_DRAFTS } from '@pigeonpost/contract/campaigns';
import type { EngineContext } from '../../engine/context.ts';
import { scheduleCampaign } from '../../engine/schedule.ts';
import { conflict } from '../../errors.ts';
import { readParts } from './campaign-parts.ts';
import { type CampaignTimes, readTimes } from './campaign-times.ts';
import { countDrafts, insertCampaign } from './create-queries.ts';
import { readLeaveOut } from './leave-out.ts';

interface WantedCampaign extends CampaignParts, CampaignTimes {
  user_id: number;
  draft: boolean;
  start_at?: string | null | undefined;
  leave_out?: LeaveOutInput | undefined;
  /** The ended campaign whose failed recipients are still being requeued for this one. */
  retries_of: number | null;
}

/** The copies of a draft, whose template and list may be deleted. */
const NO_COPIES = { name: '', template_name: '', template_content: '', list_name: '' };

/**
 * Makes a pending campaign or a draft, perhaps with the moment of its start, and returns its id. Needs the user lock.
 * Throws errors for people.
 */
export async function createCampaign(context: EngineContext, wanted: WantedCampaign): Promise<number> {
  const { tx, deps } = context;
  const { user_id, draft, start_at, retries_of, list_id = null, leave_out = null } = wanted;
  const now = deps.clock.now();
  if (draft && (await countDrafts(tx, user_id)) >= DRAFTS_MAX) throw conflict(TOO_MANY_DRAFTS);
  const isScheduled = start_at != null;
  const parts = {
    user_id,
    wanted: withoutGaps(wanted),
    kept: new Set<number>(),
    isDraft: draft,
    isScheduled,
  };
  const { columns, profile_ids } = await readParts(tx, parts);
  const times = await readTimes(tx, { user_id, times: wanted, now });
  const campaign = {
    ...NO_COPIES,
    user_id,
    ...columns,
    ...times,
    leave_out: await readLeaveOut(tx, { user_id, list_id, leave_out }),
    is_draft: draft,
    draft_start_at: draft ? start_at : null,
    retries_of,
    created_at: now,
  };
  const campaign_id = await insertCampaign(tx, campaign, profile_ids ?? []);
  if (start_at != null && !draft)
    await scheduleCampaign(context, { user_id, campaign_id }, new Date(start_at));
  return campaign_id;
}

const withoutGaps = ({ name, message_template_id, list_id, profiles_used }: CampaignParts) => ({
  name: name ?? '',
  message_template_id: message_template_id ?? null,
  list_id: list_id ?? null,
  profiles_used: profiles_used ?? [],
});
