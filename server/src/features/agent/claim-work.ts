import type { AgentRequest, Delivery } from '@pigeonpost/contract/calls/agent';
import { fillTemplate } from '@pigeonpost/contract/templates';
import { startStopwatch } from '../../clock.ts';
import type { Deps } from '../../deps.ts';
import { type EngineEvent, publishNow } from '../../engine/events.ts';
import type { Caller } from '../../http/handler.ts';
import { announceConnectedAgent } from '../agents/presence.ts';
import { REQUEST_SECONDS } from '../requests/timeouts.ts';

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

interface Answer {
  is_known: boolean;
  moment: number;
  epoch: number;
  has_connected: boolean;
  requests: AgentRequest[];
  deliveries: (Omit<Delivery, 'message'> & { template_content: string })[];
  next_at: number | null;
  is_idle: boolean;
  events: EngineEvent[];
}

/** Claims what there is now, as `claim_work` says; undefined where the caller's token has ended meanwhile. */
export async function claimWork(
  deps: Deps,
  claim: { caller: Caller; agent_id: number; paths: string[]; capacity: number },
): Promise<ClaimedWork | undefined> {
  const { caller, agent_id, paths, capacity } = claim;
  const user_id = caller.user.id;
  const seconds = startStopwatch();
  const found = await deps.callAsUser<Answer>(user_id, 'claim_work', [
    deps.clock.moment,
    user_id,
    caller.session_id,
    agent_id,
    // A script with its user's own login token works the profiles of all machines.
    caller.agent_id === null,
    paths,
    capacity,
    deps.config.practiceUrl !== undefined,
    REQUEST_SECONDS.usual,
    REQUEST_SECONDS.unread,
  ]);
  deps.metrics.stepTaken('claim', seconds());
  if (!found.is_known) return undefined;
  deps.clock.learn(new Date(found.moment));
  publishNow(deps, found.events);
  if (found.has_connected) announceConnectedAgent(deps, { user_id, agent_id });
  const { requests, next_at, is_idle, epoch } = found;
  return { deliveries: found.deliveries.map(toDelivery), requests, next_at, is_idle, epoch };
}

function toDelivery({ template_content, ...delivery }: Answer['deliveries'][number]): Delivery {
  return { ...delivery, message: fillTemplate(template_content, delivery.recipient) };
}
