import {
  campaignCan,
  conflictText,
  IS_A_DRAFT,
  LAST_MOMENT_HAS_PASSED,
  NOBODY_PENDING,
} from '@pigeonpost/contract/campaigns';
import { sendsTestText } from '@pigeonpost/contract/tests';
import { tryLockList } from '../database/locks.ts';
import { conflict, notFound } from '../errors.ts';
import { changeStatus } from './change-status.ts';
import type { CampaignKey, EngineContext } from './context.ts';
import { lockEngine } from './engine-lock.ts';
import { publishEvents } from './publish.ts';
import { checkText } from './read-text.ts';
import { findStartable, listTakenProfiles, markLine, type Startable } from './start-queries.ts';
import { sweepSoon } from './sweep-queries.ts';

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
  { undo_seconds = 0, isScheduled = false }: Start = {},
): Promise<void> {
  const { tx, deps } = context;
  await lockEngine(context, { user_ids: [key.user_id] });
  const now = deps.clock.now();
  const campaign = await findStartable(tx, key, now);
  if (!campaign) throw notFound('Campaign not found');
  const { status, is_draft, is_past_last_moment, is_marked } = campaign;
  if (status === 'running') return;
  if (!campaignCan('start', status)) throw conflict('This campaign has ended and does not start again.');
  if (is_draft) throw conflict(IS_A_DRAFT);
  if (is_past_last_moment) throw conflict(LAST_MOMENT_HAS_PASSED);
  await checkText(tx, key);
  await checkProfiles(context, key, campaign);
  if (!is_marked) {
    await checkList(context, campaign);
    publishEvents(context, await markLine(tx, key));
  }
  await changeStatus(context, key, {
    to: 'running',
    action: 'started',
    message: is_marked ? 'Resumed' : isScheduled ? 'As scheduled' : '',
    countdown: countdownOf(undo_seconds, now, status === 'pending' ? 'pending' : 'paused'),
  });
  // While it was paused, all its recipients may have been changed by hand.
  await sweepSoon(tx, key.user_id);
  deps.nudges.nudge(context, key.user_id);
}

function countdownOf(seconds: number, now: Date, from: 'pending' | 'paused') {
  return seconds > 0 ? { until: new Date(now.getTime() + seconds * 1000), from } : undefined;
}

async function checkProfiles({ tx }: EngineContext, key: CampaignKey, campaign: Startable): Promise<void> {
  if (campaign.eligible_profiles === 0)
    throw conflict(
      'No profile of this campaign is able to send. Switch one on, or resume one that is blocked or signed out, then start again.',
    );
  const taken = await listTakenProfiles(tx, key);
  const testing = taken.filter(({ is_testing }) => is_testing);
  const conflicting_profiles = taken
    .filter(({ is_testing }) => !is_testing)
    .map(({ name, campaign }) => ({ name, campaign }));
  if (conflicting_profiles.length > 0)
    throw conflict(conflictText(conflicting_profiles, 'start'), { conflicting_profiles });
  if (testing.length > 0) throw conflict(sendsTestText(testing.map(({ name }) => name)));
}

async function checkList(
  { tx }: EngineContext,
  { list_id, pending, requeueing, has_deleted, is_retrying, is_undoing }: Startable,
): Promise<void> {
  if (list_id === null) throw conflict('The list of this campaign was deleted.');
  // Before the names are all back, only a part of the list would get the message.
  if (requeueing > 0) {
    const people = requeueing === 1 ? '1 person' : `${requeueing.toLocaleString('en-US')} people`;
    throw conflict(`Still putting ${people} back into this list after a delete. Try again in a moment.`);
  }
  if (is_retrying)
    throw conflict('Still putting people back into this list to try them again. Try again in a moment.');
  if (is_undoing) throw conflict('Still taking an import out of this list. Try again in a moment.');
  if (!(await tryLockList(tx, list_id)))
    throw conflict(
      has_deleted
        ? 'Still putting people back into this list after a delete. Try again in a moment.'
        : 'Names are being imported into this list. Try again when they are in.',
    );
  if (pending === 0) throw conflict(NOBODY_PENDING);
}
