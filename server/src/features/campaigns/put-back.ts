import { lockList, lockUser } from '../../database/locks.ts';
import type { Deps } from '../../deps.ts';
import {
  type DeletedCampaign,
  deleteEmptyCampaign,
  deleteLogs,
  findDeletedCampaigns,
  putBackBatch,
} from './put-back-queries.ts';

const NAMES_A_BATCH = 1000;
const LOGS_A_BATCH = 5000;

/**
 * Puts the names of deleted campaigns back, in short transactions, until none is left or the signal is aborted;
 * then the campaign and its log go, and its days stay (engine.md, Put-back). A delivery that is being sent stays
 * until its result or the end of its lease. What a crash leaves is found by the next call. For a timer.
 */
export async function putBackDeleted(deps: Deps, signal?: AbortSignal): Promise<void> {
  for (const campaign of await deps.asSystem('finding put-backs', findDeletedCampaigns)) {
    let after: number | undefined = 0;
    while (after !== undefined && !signal?.aborted) after = await putBack(deps, campaign, after);
    if (!signal?.aborted) await forget(deps, campaign, signal);
  }
}

/** The recipient to go on after; undefined at the end. */
async function putBack(deps: Deps, campaign: DeletedCampaign, after: number): Promise<number | undefined> {
  return deps.asUser(campaign.user_id, async (tx) => {
    if (campaign.list_id !== null) await lockList(tx, campaign.list_id);
    await lockUser(tx, campaign.user_id);
    return putBackBatch(tx, campaign, { after, limit: NAMES_A_BATCH });
  });
}

/** Takes the log and then the campaign itself, unless a delivery is left, or one came late from its agent. */
async function forget(deps: Deps, campaign: DeletedCampaign, signal?: AbortSignal): Promise<void> {
  let removed: number;
  do removed = await deps.asUser(campaign.user_id, (tx) => deleteLogs(tx, campaign, LOGS_A_BATCH));
  while (removed === LOGS_A_BATCH && !signal?.aborted);
  await deps.asUser(campaign.user_id, async (tx) => {
    await lockUser(tx, campaign.user_id);
    await deleteEmptyCampaign(tx, campaign);
  });
}
