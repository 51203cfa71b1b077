import { tryLockList } from '../../database/locks.ts';
import { notFound } from '../../errors.ts';
import { changeStatus } from '../change-status.ts';
import type { CampaignKey, EngineContext } from '../context.ts';
import { lockEngine } from '../engine-lock.ts';
import { publishEvents } from '../publish.ts';
import { sweepSoon } from '../sweep-queries.ts';
import { markLine } from './start-queries.ts';
import { judgePending, judgeStart, type Refused, readCandidates, refuseBusyList } from './start-refusal.ts';

interface Start {
  /** For how many seconds it can be undone (docs/engine.md#countdown). */
  undo_seconds?: number;
  /** Whether it starts by itself (docs/behaviour.md#scheduled-campaigns). */
  isScheduled?: boolean;
}

/**
 * Starts a pending campaign, or goes on with a paused one; a running one is left as it is. The first start marks
 * the end of its part of the list's line (docs/engine.md#import-and-mark). Every start asks whether the fields of
 * its text are still there. What refuses it does so before anything is written.
 */
export async function startCampaign(
  context: EngineContext,
  key: CampaignKey,
  start: Start = {},
): Promise<void> {
  const refusal = await tryToStart(context, key, start);
  if (refusal) throw refusal.error;
}

/** The same, and gives why the start is refused. */
export async function tryToStart(
  context: EngineContext,
  key: CampaignKey,
  { undo_seconds = 0, isScheduled = false }: Start,
): Promise<Refused | undefined> {
  const { tx, deps } = context;
  await lockEngine(context, { user_ids: [key.user_id] });
  const now = deps.clock.now();
  const [campaign] = await readCandidates(tx, { user_id: key.user_id, campaign_ids: [key.campaign_id] });
  if (!campaign) throw notFound('Campaign not found');
  const { status, is_marked } = campaign;
  if (status === 'running') return undefined;
  const refusal = judgeStart(campaign, now);
  if (refusal) return refusal;
  if (!is_marked) {
    // So that the names that stand in it now are all of them.
    if (campaign.list_id !== null && !(await tryLockList(tx, campaign.list_id))) return refuseBusyList();
    const nobody = judgePending(campaign);
    if (nobody) return nobody;
    publishEvents(context, await markLine(tx, key));
  }
  await changeStatus(context, key, {
    to: 'running',
    action: 'started',
    reason: is_marked ? { kind: 'resumed' } : isScheduled ? { kind: 'as_scheduled' } : undefined,
    countdown: countdownOf(undo_seconds, now, status === 'pending' ? 'pending' : 'paused'),
  });
  // While it was paused, all its recipients may have been changed by hand.
  await sweepSoon(tx, key.user_id);
  deps.nudges.nudge(context, key.user_id);
  return undefined;
}

function countdownOf(seconds: number, now: Date, from: 'pending' | 'paused') {
  return seconds > 0 ? { until: new Date(now.getTime() + seconds * 1000), from } : undefined;
}
