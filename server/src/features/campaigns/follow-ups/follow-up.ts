import type { CampaignDetails } from '@pigeonpost/contract/calls/campaigns';
import {
  NOBODY_READY,
  NOBODY_READY_TEXT,
  REPLIES_UNREAD,
  REPLIES_UNREAD_TEXT,
  SECOND_FOLLOW_UP,
  SECOND_FOLLOW_UP_TEXT,
} from '@pigeonpost/contract/campaigns/follow-up';
import type { Answer } from '@pigeonpost/contract/client';
import { IMPORT_RUNS } from '@pigeonpost/contract/recipients';
import { lockList, lockUser, tryLockImport } from '../../../database/locks.ts';
import { allowLongStatements } from '../../../database/timeouts.ts';
import type { Tx } from '../../../database/transaction.ts';
import type { CampaignKey } from '../../../engine/context.ts';
import { conflict, notFound } from '../../../errors.ts';
import { insertList, moveCounts } from '../../lists/queries.ts';
import { analyzeAdded } from '../../recipients/import/import-queries.ts';
import { drawPosition } from '../../recipients/queries.ts';
import { findReplyReading } from '../../replies/read-since-queries.ts';
import { readParts } from '../lifecycle/campaign-parts.ts';
import { insertCampaign } from '../lifecycle/create-queries.ts';
import { findKeptLeaveOut } from '../plan/leave-out.ts';
import {
  addReady,
  countFollowUp,
  findFollowed,
  findFollows,
  listFollowedBy,
  listOwnProfiles,
  listWaitsFor,
} from './follow-up-queries.ts';

// A million people take half a minute.
const STATEMENT_MS = 5 * 60_000;

/** Who would get a follow-up of a campaign now (docs/behaviour.md#follow-ups). */
export async function checkFollowUp(
  tx: Tx,
  { days, now, ...key }: CampaignKey & { days: number; now: Date },
): Promise<Answer<'GET /api/campaigns/{id}/follow-up'>> {
  return { ...(await countFollowUp(tx, { ...key, days, now })), ...(await findReplyReading(tx, key)) };
}

/** What a campaign's page says of it as a follow-up, and of its own ones. */
export async function describeFollowUp(
  tx: Tx,
  key: CampaignKey,
  now: Date,
): Promise<Pick<CampaignDetails, 'follows' | 'nth_follow_up' | 'waits_for' | 'followed_by'>> {
  const { nth_follow_up = null } = (await findFollowed(tx, key)) ?? {};
  const followed_by = await listFollowedBy(tx, key, now);
  if (nth_follow_up === null) return { follows: null, nth_follow_up, waits_for: [], followed_by };
  const [follows, waits_for] = [await findFollows(tx, key), await listWaitsFor(tx, key, now)];
  return { follows, nth_follow_up, waits_for, followed_by };
}

interface WantedFollowUp extends CampaignKey {
  name: string;
  message_template_id: number;
  days: number;
  even_unread: boolean;
  now: Date;
}

/**
 * Makes a pending campaign to those who are ready, with a list of its own, and returns its id. Throws errors for people:
 * 404 for a campaign or a template that is not the user's, 409 for a second follow-up, where nobody is ready, where
 * replies were not read, and while an import of the user runs.
 */
export async function makeFollowUp(tx: Tx, wanted: WantedFollowUp): Promise<number> {
  const { user_id, campaign_id, name, message_template_id, even_unread, now } = wanted;
  const key = { user_id, campaign_id };
  // Two follow-ups at once would ask the same people.
  if (!(await tryLockImport(tx, user_id))) throw conflict(IMPORT_RUNS);
  await allowLongStatements(tx, STATEMENT_MS);
  const followed = await findFollowed(tx, key);
  if (!followed) throw notFound('Campaign not found');
  const nth = (followed.nth_follow_up ?? 0) + 1;
  if (nth > 2) throw conflict(SECOND_FOLLOW_UP_TEXT, { code: SECOND_FOLLOW_UP });
  const { ready, unread } = await countFollowUp(tx, wanted);
  if (ready === 0) throw conflict(NOBODY_READY_TEXT, { code: NOBODY_READY });
  if (unread && !even_unread) throw conflict(REPLIES_UNREAD_TEXT, { code: REPLIES_UNREAD });

  const description = `Follow-up of ${followed.name}`;
  const { id: list_id } = await insertList(tx, { user_id, name, description, created_at: now });
  await lockList(tx, list_id);
  const added = await addReady(tx, { ...wanted, list_id, position: await drawPosition(tx) });
  await analyzeAdded(tx, added);
  const profile_ids = await listOwnProfiles(tx, { user_id, list_id });
  // Taken as late as possible: while the user's lock is held, Pause has to wait.
  await lockUser(tx, user_id);
  await moveCounts(tx, { user_id, id: list_id }, { pending: added });
  const parts = { name, message_template_id, list_id };
  const { columns } = await readParts(tx, {
    user_id,
    wanted: parts,
    kept: new Set(),
    isDraft: false,
    isScheduled: false,
  });
  const leave_out = await findKeptLeaveOut(tx, key);
  const campaign = {
    name,
    template_name: '',
    template_content: '',
    list_name: name,
    ...columns,
    user_id,
    leave_out: leave_out && JSON.stringify(leave_out),
    follows_campaign_id: campaign_id,
    nth_follow_up: nth,
    created_at: now,
  };
  return insertCampaign(tx, campaign, profile_ids);
}
