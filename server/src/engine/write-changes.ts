import type { Change } from '@pigeonpost/contract/rules/change';
import type { CampaignKey, EngineContext } from './context.ts';
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

/** Writes what was decided, with all that follows, in this order. The users' locks must be held. */
export async function writeChanges(context: EngineContext, decisions: Decision[]): Promise<void> {
  publishEvents(context, await writeUntold(context, decisions));
}

/** The same, for a step that tells browsers of it itself. */
export async function writeUntold(
  { tx, deps }: EngineContext,
  decisions: Decision[],
): Promise<EngineEvent[]> {
  if (decisions.length === 0) return [];
  const { rows } = await tx.query<{ events: EngineEvent[] }>(
    `select write_changes($1, array(select t from json_populate_recordset(null::transition, $2) t)) as events`,
    [deps.clock.now(), JSON.stringify(decisions.map(toTransition))],
  );
  return rows[0]?.events ?? [];
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
export const toTime = (ms: number | null | undefined): string | undefined =>
  typeof ms === 'number' ? new Date(ms).toISOString() : undefined;
