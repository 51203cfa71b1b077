import type { AgentRequest, Delivery } from '@pigeonpost/contract/calls/agent';
import { fillTemplate } from '@pigeonpost/contract/templates';
import { retryAfterDeadlock } from '../../database/deadlock.ts';
import type { Deps } from '../../deps.ts';
import { askEngine } from '../../engine/ask-engine.ts';
import { batchCalls, type Lane } from '../../engine/batch-calls.ts';
import { announceConnectedAgent } from '../agents/presence.ts';
import { REQUEST_SECONDS } from '../requests/timeouts.ts';

interface ClaimCall {
  user_id: number;
  session_id: number;
  agent_id: number;
  /** A script with its user's own login token works the profiles of all machines. */
  any_machine: boolean;
  paths: string[];
  capacity: number;
}

/** What was claimed at once, or else when the next claim may find something, in milliseconds. */
export interface ClaimedWork {
  deliveries: Delivery[];
  requests: AgentRequest[];
  next_at: number | null;
  /** Whether none of the user's campaigns runs: then time alone brings nothing. */
  is_idle: boolean;
  /** The epoch of the user; the database's may be later. */
  epoch: number;
}

/** Claims what there is now, as `claim_work` says; undefined where the caller's token has ended meanwhile. */
export type ClaimWork = (call: ClaimCall) => Promise<ClaimedWork | undefined>;

interface Answer {
  is_known: boolean;
  epoch: number;
  has_connected: boolean;
  requests: AgentRequest[];
  deliveries: (Omit<Delivery, 'message'> & { template_content: string })[];
  next_at: number | null;
  is_idle: boolean;
}

// Those who ask for more deliveries together leave in several batches, which share the processors.
const DELIVERIES_A_BATCH = 40;

/** Claims of several users leave together in this lane (docs/engine.md#batches). */
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
  const answers = await askEngine<Answer[]>(deps, 'claim_work', [
    calls.map(({ user_id }) => user_id),
    // PostgreSQL reads no half of a surrogate pair in JSON.
    JSON.stringify(calls.map((call, ord) => ({ ...call, paths: call.paths.map(wellFormed), ord }))),
    deps.config.practiceUrl !== undefined,
    REQUEST_SECONDS.usual,
    REQUEST_SECONDS.unread,
  ]);
  return answers.map(({ is_known, has_connected, requests, deliveries, next_at, is_idle, epoch }, index) => {
    if (!is_known) return undefined;
    const { user_id, agent_id } = calls[index] as ClaimCall;
    if (has_connected) announceConnectedAgent(deps, { user_id, agent_id });
    return { deliveries: deliveries.map(toDelivery), requests, next_at, is_idle, epoch };
  });
}

const wellFormed = (text: string) => text.toWellFormed();

function toDelivery({ template_content, ...delivery }: Answer['deliveries'][number]): Delivery {
  return { ...delivery, message: fillTemplate(template_content, delivery.recipient) };
}
