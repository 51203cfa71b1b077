import { judgeRequeue } from '@pigeonpost/contract/rules/requeue';
import { lockUser, tryLockList } from '../../database/locks.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { forEachIsolated } from '../../isolate.ts';
import {
  type DeletedCampaign,
  deleteEmptyCampaign,
  deleteLogs,
  findDeletedCampaigns,
  readPage,
  writePage,
} from './requeue-queries.ts';

const NAMES_A_BATCH = 1000;
const LOGS_A_BATCH = 5000;

/**
 * Makes the recipients of deleted campaigns pending again, in short transactions, until none is left or the signal
 * is aborted (docs/engine.md#requeueing). What a crash leaves is found by the next call. For a timer.
 */
export async function requeueDeletedCampaigns(deps: Deps, signal?: AbortSignal): Promise<void> {
  const campaigns = await deps.readAsSystem('finding deleted campaigns', findDeletedCampaigns);
  const failure = 'The names of a deleted campaign could not be requeued.';
  await forEachIsolated(campaigns, { log: deps.log, failure, signal }, async (campaign) => {
    let after: number | undefined = 0;
    while (after !== undefined && !signal?.aborted) after = await requeueNext(deps, campaign, after);
    if (!signal?.aborted) await forget(deps, campaign, signal);
  });
}

/** The recipient to continue after; undefined at the end. */
async function requeueNext(
  deps: Deps,
  campaign: DeletedCampaign,
  after: number,
): Promise<number | undefined> {
  return deps.asUser(campaign.user_id, async (tx) => {
    // While names are imported into its list, it waits for the timer's next turn.
    if (campaign.list_id !== null && !(await tryLockList(tx, campaign.list_id))) return undefined;
    await lockUser(tx, campaign.user_id);
    return requeueBatch(tx, campaign, { after, now: deps.clock.now() });
  });
}

/** Gives the last recipient looked at, undefined when there was none. */
async function requeueBatch(
  tx: Tx,
  campaign: DeletedCampaign,
  { after, now }: { after: number; now: Date },
): Promise<number | undefined> {
  const page = await readPage(tx, campaign, { after, limit: NAMES_A_BATCH });
  if (page.length === 0) return undefined;
  const [gone, remembered, back, behind]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (const { recipient_ids, ...facts } of page) {
    const requeued = judgeRequeue(facts, campaign.keep_sent);
    if (!requeued) continue;
    gone.push(...recipient_ids);
    if (requeued.is_remembered) remembered.push(...recipient_ids);
    if (requeued.is_back) back.push(...recipient_ids);
    if (requeued.goes_behind) behind.push(...recipient_ids);
  }
  await writePage(tx, campaign, { gone, remembered, back, behind }, now);
  return Math.max(...page.flatMap(({ recipient_ids }) => recipient_ids));
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
