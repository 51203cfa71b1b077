import type { LeaveOutInput } from '@pigeonpost/contract/calls/leave-out';
import { type CampaignParts, DRAFTS_MAX, TOO_MANY_DRAFTS } from '@pigeonpost/contract/campaigns';
import type { Tx } from '../../../database/transaction.ts';
import type { EngineContext } from '../../../engine/context.ts';
import { scheduleCampaign } from '../../../engine/start/schedule.ts';
import { conflict, notFound } from '../../../errors.ts';
import { findFollowed, listUsedProfiles } from '../follow-ups/follow-up-queries.ts';
import { readLeaveOut } from '../plan/leave-out.ts';
import { readParts } from './campaign-parts.ts';
import { type CampaignTimes, readTimes } from './campaign-times.ts';
import { countDrafts, insertCampaign } from './create-queries.ts';

interface WantedCampaign extends CampaignParts, CampaignTimes {
  user_id: number;
  draft: boolean;
  start_at?: string | null | undefined;
  leave_out?: LeaveOutInput | undefined;
  /** The ended campaign whose failed recipients are still being requeued for this one. */
  retries_of: number | null;
  /** The ended follow-up of which this is the rest. */
  rest_of?: number | undefined;
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
  const rest = await readRest(tx, wanted);
  const parts = {
    user_id,
    wanted: withoutGaps(wanted),
    kept: new Set(rest.profiles),
    isDraft: draft,
    isScheduled,
  };
  const { columns, profile_ids = [] } = await readParts(tx, parts);
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
    ...rest.columns,
    created_at: now,
  };
  const campaign_id = await insertCampaign(tx, campaign, [...new Set([...profile_ids, ...rest.profiles])]);
  if (start_at != null && !draft)
    await scheduleCampaign(context, { user_id, campaign_id }, new Date(start_at));
  return campaign_id;
}

/**
 * What a campaign has of the ended follow-up whose rest it sends to: it is one too, by the same profiles, because each
 * person waits for one of them (docs/behaviour.md#follow-ups).
 */
async function readRest(tx: Tx, { user_id, list_id, rest_of }: WantedCampaign) {
  if (rest_of === undefined) return { profiles: [], columns: {} };
  const key = { user_id, campaign_id: rest_of };
  const ended = await findFollowed(tx, key);
  if (!ended || ended.list_id !== list_id) throw notFound('Campaign not found');
  if (ended.follows_campaign_id === null) return { profiles: [], columns: {} };
  const { follows_campaign_id, nth_follow_up } = ended;
  return { profiles: await listUsedProfiles(tx, key), columns: { follows_campaign_id, nth_follow_up } };
}

const withoutGaps = ({ name, message_template_id, list_id, profiles_used }: CampaignParts) => ({
  name: name ?? '',
  message_template_id: message_template_id ?? null,
  list_id: list_id ?? null,
  profiles_used: profiles_used ?? [],
});
