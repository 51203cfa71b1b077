import type { AgentRequest, Delivery } from '@pigeonpost/contract/calls/agent-protocol';
import { retryAfterDeadlock } from '../../database/deadlock.ts';
import type { Deps } from '../../deps.ts';
import { batchCalls, type Lane } from '../../engine/batch-calls.ts';
import { claimForWorkCalls } from '../../engine/claim/claim.ts';
import type { ClaimAnswer, ClaimCall } from '../../engine/claim/work-call.ts';
import { fillMessage } from '../../engine/message.ts';
import { announceConnectedAgent } from '../agents/presence.ts';
import { announceFreeze } from '../freeze/announce-freeze.ts';
import { REQUEST_SECONDS } from '../requests/timeouts.ts';

/** The claimed work, or else when the next claim may find some, in milliseconds. */
export interface ClaimedWork {
  deliveries: Delivery[];
  requests: AgentRequest[];
  next_at: number | null;
  /** Until `next_at`, or for good where that is null, only a nudge of its user can bring work. */
  is_quiet: boolean;
  /** The epoch for the user's agents. */
  epoch: number;
  /** The user's high-water mark. */
  mark: number;
}

/** Claims the present work; undefined if the caller's token has ended meanwhile. */
export type ClaimWork = (call: ClaimCall) => Promise<ClaimedWork | undefined>;

// A larger sum of requested deliveries is split into several batches, which share the processors.
const DELIVERIES_A_BATCH = 40;

/** Claims of several users are batched in this lane (docs/engine.md#batches). */
export function batchClaims(deps: Deps, lane: Lane): ClaimWork {
  return batchCalls({
    lane,
    keyOf: ({ user_id }: ClaimCall) => `${user_id}`,
    lockOf: ({ user_id }: ClaimCall) => user_id,
    run: (calls: ClaimCall[]) => retryAfterDeadlock(() => claimWork(deps, calls)),
    sizeOf: ({ capacity }) => Math.max(1, capacity),
    fullAt: DELIVERIES_A_BATCH,
  });
}

async function claimWork(deps: Deps, calls: ClaimCall[]): Promise<(ClaimedWork | undefined)[]> {
  const answers = await claimForWorkCalls(deps, calls, REQUEST_SECONDS);
  return answers.map((answer, index) => {
    if (!answer) return undefined;
    const { user_id, agent_id } = calls[index] as ClaimCall;
    if (answer.has_connected) announceConnectedAgent(deps, { user_id, agent_id });
    if (answer.has_frozen)
      deps.log.warn(
        { user_id },
        'An agent knows of messages that this database does not: it was restored. Nothing is sent for this user until they continue.',
      );
    // Other agents of the user get the new epoch, or need not wait for this one any more.
    if (answer.has_frozen || answer.was_awaited) tellOthers(deps, user_id, answer.has_frozen);
    const { deliveries, requests, next_at, is_quiet, epoch, mark } = answer;
    return { deliveries: deliveries.map(toDelivery), requests, next_at, is_quiet, epoch, mark };
  });
}

function tellOthers(deps: Deps, user_id: number, hasFrozen: boolean): void {
  deps
    .asUser(user_id, async (tx, afterCommit) => {
      deps.nudges.nudge({ tx, afterCommit }, user_id);
      if (hasFrozen) await announceFreeze({ tx, afterCommit, deps }, user_id);
    })
    .catch((err) => deps.log.warn({ err }, 'The agents and browsers of a user were not told.'));
}

function toDelivery({
  template_content,
  parts,
  blanks,
  ...delivery
}: ClaimAnswer['deliveries'][number]): Delivery {
  const message = fillMessage({ template_content, parts, blanks }, delivery.recipient);
  if (message === null) throw new Error('A delivery was claimed without its values.');
  return { ...delivery, message };
}
