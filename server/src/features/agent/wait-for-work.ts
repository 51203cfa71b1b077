import type { AgentRequest, Delivery } from '@pigeonpost/contract/calls/agent';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { type Claim, claimDeliveries } from '../../engine/claim.ts';
import { lockEngine } from '../../engine/engine-lock.ts';
import type { Step } from '../../engine/events.ts';
import { findNextWork, type NextWork } from '../../engine/next-work.ts';
import { pauseIneligibleCampaigns } from '../../engine/pause-ineligible.ts';
import { releaseDelivery, releaseUnnamed } from '../../engine/release.ts';
import type { Caller } from '../../http/handler.ts';
import { getCallingAgentId } from '../agents/calling-agent.ts';
import { canDeliver } from '../agents/drivers.ts';
import { touchAgent } from '../agents/presence.ts';
import { claimRequests, returnRequests, returnUnnamedRequests } from '../requests/queries.ts';
import { findDrivers } from './work-queries.ts';

export interface Poll {
  caller: Caller;
  capacity: number;
  waitSeconds: number;
  paths: string[];
  /** All that the agent has taken and not finished, if it says so. */
  holding: { deliveries: string[]; requests: number[] } | undefined;
  /** Aborted when the agent's connection is gone. */
  gone: AbortSignal;
}

interface Found {
  deliveries: Delivery[];
  requests: AgentRequest[];
  nextWork: NextWork;
}

/**
 * The work for an agent: at once when there is any, else when there is or when the wait ends. Between its claims it
 * holds no transaction; it wakes when a profile or a retry of its user falls due, or by a nudge
 * (docs/engine.md#waiting-for-work).
 */
export async function waitForWork(deps: Deps, poll: Poll): Promise<Omit<Found, 'nextWork'>> {
  const until = deps.clock.now().getTime() + poll.waitSeconds * 1000;
  // Once: what is given to the agent by another call meanwhile was not there to be named.
  let { holding } = poll;
  for (;;) {
    const wake = new AbortController();
    // Listening starts before the claim, so that nothing queued in between is missed.
    const nudged = deps.nudges.next(poll.caller.user.id, wake.signal);
    try {
      const { nextWork, ...found } = await claimOnce(deps, { ...poll, holding });
      holding = undefined;
      if (poll.gone.aborted) await handBack(deps, poll, found);
      const left = until - deps.clock.now().getTime();
      const isOver = left <= 0 || poll.gone.aborted || deps.nudges.isClosed;
      if (isOver || found.deliveries.length > 0 || found.requests.length > 0) return found;
      await Promise.race([
        nudged,
        deps.clock.sleep(sleepFor(deps, nextWork, left), wake.signal),
        ends(poll.gone),
      ]);
    } finally {
      wake.abort();
    }
  }
}

function sleepFor({ clock }: Deps, { next_at }: NextWork, left: number): number {
  if (next_at === null) return left;
  return Math.min(left, new Date(next_at).getTime() - clock.now().getTime());
}

function ends(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

async function claimOnce(deps: Deps, poll: Poll): Promise<Found> {
  const { caller, capacity, paths, holding } = poll;
  const user_id = caller.user.id;
  return deps.asUser(user_id, async (tx, afterCommit) => {
    const step: Step = { tx, afterCommit, deps };
    // A lost claim sent nothing, so its commit need not wait for the disk.
    await lockEngine(step, { user_ids: [user_id], mayBeLost: true });
    const now = deps.clock.now();
    const agent_id = await getCallingAgentId(tx, caller, now);
    await touchAgent(step, { user_id, agent_id });
    if (holding) await takeBackUnnamed(step, { user_id, agent_id, holding });
    const requests = await claimRequests(tx, { user_id, agent_id, now });
    if (requests.length > 0) await keepForSure(tx);
    const claim: Claim = { user_id, agent_id, anyMachine: caller.agent_id === null, paths, capacity };
    const mayDeliver = canDeliver(await findDrivers(tx, { user_id, agent_id }), deps.config.practiceUrl);
    const deliveries = mayDeliver ? await claimDeliveries(step, claim) : [];
    // A user who was given work may send, and the poll does not wait.
    const nextWork =
      deliveries.length > 0 ? { may_send: true, next_at: null } : await findNextWork(tx, claim, now);
    if (!nextWork.may_send) await pauseIneligibleCampaigns(step, [user_id]);
    return { deliveries, requests, nextWork };
  });
}

/** Makes the commit durable: a request that was handed out must not be handed out again. */
async function keepForSure(tx: Tx): Promise<void> {
  await tx.client.query('set local synchronous_commit = on');
}

async function takeBackUnnamed(
  step: Step,
  {
    user_id,
    agent_id,
    holding,
  }: { user_id: number; agent_id: number; holding: NonNullable<Poll['holding']> },
): Promise<void> {
  await releaseUnnamed(step, { user_id, agent_id, named: holding.deliveries });
  await returnUnnamedRequests(step.tx, { user_id, agent_id, named: holding.requests });
}

/** Nobody reads this answer: what it gives need not wait for the end of its time. */
async function handBack(
  deps: Deps,
  { caller }: Poll,
  { deliveries, requests }: Pick<Found, 'deliveries' | 'requests'>,
): Promise<void> {
  const user_id = caller.user.id;
  for (const { token } of deliveries)
    await deps.asUser(user_id, (tx, afterCommit) =>
      releaseDelivery({ tx, afterCommit, deps }, { user_id, token }),
    );
  if (requests.length === 0) return;
  await deps.asUser(user_id, async (tx, afterCommit) => {
    await returnRequests(tx, { user_id, ids: requests.map(({ id }) => id) });
    deps.nudges.nudge({ tx, afterCommit }, user_id);
  });
}
