import type { Change } from '@pigeonpost/contract/rules/change';
import { callWithin } from '../database/transactions.ts';
import type { CampaignKey, EngineContext } from './context.ts';
import { endOrPause, type ToJudge, type Written } from './pause-and-complete.ts';
import { type EngineEvent, publishEvents } from './publish.ts';

/** A delivery, and what was decided of it. */
export interface Decision<Changed extends Change = Change> extends CampaignKey {
  recipient_id: number;
  change: Changed;
  /** The lease that it speaks of. */
  token?: string | null | undefined;
  /** The new place in its list's line of a recipient that goes to its end. */
  place?: number | undefined;
}

/** The key of a delivery, of a row that says more of it. */
export const keyOf = ({ user_id, campaign_id, recipient_id }: Omit<Decision, 'change'>) => ({
  user_id,
  campaign_id,
  recipient_id,
});

const WRITE = 'record_changes';

/**
 * Writes what was decided, with all that follows, in this order, and ends the campaigns that have nothing left to do. The users'
 * locks must be held.
 */
export async function writeChanges(context: EngineContext, decisions: Decision[]): Promise<void> {
  const campaigns = new Map(
    decisions.map(({ user_id, campaign_id }) => [campaign_id, { user_id, campaign_id }]),
  );
  const { events, courses } = await write(context, decisions, [...campaigns.values()]);
  publishEvents(context, events);
  await endOrPause(context, courses);
}

/** Writes it for a step that tells browsers itself, and itself judges whether its campaign ends. */
export async function writeUntold(context: EngineContext, decisions: Decision[]): Promise<EngineEvent[]> {
  return (await write(context, decisions, [])).events;
}

async function write(
  { tx, deps }: EngineContext,
  decisions: Decision[],
  toJudge: ToJudge[],
): Promise<Written> {
  if (decisions.length === 0) return { events: [], courses: null };
  return callWithin(tx, WRITE, [
    deps.clock.now(),
    JSON.stringify(decisions.map(toTransition)),
    JSON.stringify(toJudge),
  ]);
}

/** A row of the type `transition` (server/functions/engine/types.sql). */
export function toTransition(
  { user_id, campaign_id, recipient_id, change, token, place }: Decision,
  ord: number,
) {
  const { lapses, settles, is_requeued, retry_at, due_at, ...rest } = change;
  return {
    ...rest,
    ord,
    user_id,
    campaign_id,
    recipient_id,
    lapsed_token: lapses ? token : undefined,
    settled_token: settles ? token : undefined,
    new_position: is_requeued ? place : undefined,
    retry_at: toTime(retry_at),
    due_at: toTime(due_at),
  };
}

/** A moment as the database reads it. */
export const toTime = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : new Date(ms).toISOString();
