import { isDeepStrictEqual } from 'node:util';
import { IS_A_DRAFT, NOT_SCHEDULABLE, START_TRIED_MINUTES, startError } from '@pigeonpost/contract/campaigns';
import type { StartProblem } from '@pigeonpost/contract/campaigns/start-problems';
import type { Reason } from '@pigeonpost/contract/reasons';
import type { Deps } from '../../deps.ts';
import { badRequest, conflict, notFound, RefusalError } from '../../errors.ts';
import { forEachIsolated } from '../../isolate.ts';
import { notifyUser } from '../../notifications/notify-user.ts';
import { tellStatus } from '../change-status.ts';
import type { CampaignKey, EngineContext } from '../context.ts';
import { learnTime, lockEngine } from '../engine-lock.ts';
import { publishEvents } from '../publish.ts';
import { findDueStarts, findSchedulable, type Schedulable, updateSchedule } from './schedule-queries.ts';
import { tryToStart } from './start.ts';

/**
 * Lets a pending campaign start by itself at a moment, or, with null, wait for Start again
 * (docs/behaviour.md#scheduled-campaigns). Throws errors for people.
 */
export async function scheduleCampaign(
  context: EngineContext,
  key: CampaignKey,
  start_at: Date | null,
): Promise<void> {
  const { tx, deps } = context;
  await lockEngine(context, { user_ids: [key.user_id] });
  const now = deps.clock.now();
  const campaign = await findSchedulable(tx, key, { now, start_at });
  if (!campaign) throw notFound('Campaign not found');
  if (campaign.status !== 'pending') throw conflict(NOT_SCHEDULABLE);
  if (start_at === null && campaign.start_at === null) return;
  if (start_at !== null) checkStart(campaign, { start_at, now });
  await updateSchedule(tx, key, { start_at, start_refusal: null, is_overdue: false });
  const reason: Reason =
    start_at === null ? { kind: 'unscheduled' } : { kind: 'scheduled', moment: campaign.shown_start };
  await tellStatus(context, key, { status: 'pending', action: 'scheduled', reason });
}

function checkStart(
  { is_draft, not_after }: Schedulable,
  { start_at, now }: { start_at: Date; now: Date },
): void {
  if (is_draft) throw conflict(IS_A_DRAFT);
  const notAfter = not_after === null ? null : Date.parse(not_after);
  const error = startError(start_at.getTime(), { now: now.getTime(), notAfter });
  if (error) throw badRequest(error, { fields: { start_at: error } });
}

/**
 * Starts the campaigns whose moment has come. One that is refused is tried again for a quarter of an hour; later than
 * that it is overdue, and only a person starts it. A timer calls it every 5 seconds.
 */
export async function startScheduled(deps: Deps): Promise<void> {
  const due = await deps.readAsSystem('finding scheduled campaigns', async (tx) => {
    await learnTime({ tx, deps });
    return findDueStarts(tx, deps.clock.now());
  });
  const failure = 'A scheduled campaign could not be started.';
  await forEachIsolated(due, { log: deps.log, failure }, (key) =>
    deps.asUser(key.user_id, (tx, afterCommit) => startIfDue({ tx, afterCommit, deps }, key)),
  );
}

/** Looks again under the lock: its owner, or another server, may have been faster. */
async function startIfDue(context: EngineContext, key: CampaignKey): Promise<void> {
  const { tx, deps } = context;
  await lockEngine(context, { user_ids: [key.user_id] });
  const now = deps.clock.now();
  const campaign = await findSchedulable(tx, key, { now });
  if (campaign?.start_at == null || campaign.status !== 'pending' || campaign.is_overdue) return;
  const lateMs = now.getTime() - Date.parse(campaign.start_at);
  if (lateMs < 0) return;
  if (lateMs > START_TRIED_MINUTES * 60_000) return callOverdue(context, key, campaign);
  const problem = await startNow(context, key, campaign);
  if (problem === undefined || isDeepStrictEqual(problem, campaign.start_refusal)) return;
  await updateSchedule(tx, key, { start_refusal: JSON.stringify(problem) });
  publishEvents(context, [{ kind: 'status', ...key, status: 'pending' }]);
}

/** The reason if it may not start now. */
async function startNow(
  context: EngineContext,
  key: CampaignKey,
  { is_active, may_send }: Schedulable,
): Promise<StartProblem | undefined> {
  if (!is_active) return { kind: 'account' };
  if (!may_send) return { kind: 'subscription' };
  try {
    return (await tryToStart(context, key, { isScheduled: true }))?.problem;
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    return { kind: 'told', words: error.message };
  }
}

async function callOverdue(
  context: EngineContext,
  key: CampaignKey,
  { name: campaign_name, shown_start, start_refusal }: Schedulable,
): Promise<void> {
  await updateSchedule(context.tx, key, { is_overdue: true });
  const problem = start_refusal === null ? {} : { problem: start_refusal };
  const reason = { kind: 'overdue', moment: shown_start, ...problem } as const;
  await tellStatus(context, key, { status: 'pending', action: 'scheduled', reason });
  const { user_id, campaign_id } = key;
  const args = { campaign_id, campaign_name, ...problem };
  await notifyUser(context, { user_id, kind: 'campaign_overdue', args });
}
