import type { AgentRequest, Delivery } from '@pigeonpost/contract/calls/agent';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../http.ts';
import { getCallingAgentId } from '../agents/calling-agent.ts';
import { canDeliver } from '../agents/drivers.ts';
import { touchAgent } from '../agents/presence.ts';
import type { Step } from '../campaigns/effects.ts';
import { pauseUnfitCampaigns } from '../campaigns/pause-unfit.ts';
import { claimRequests } from '../requests/queries.ts';
import { type Claim, claimDeliveries } from './claim.ts';
import { lockEngine } from './engine-lock.ts';
import { releaseDelivery } from './release.ts';
import { findDrivers, findOutlook, type Outlook } from './work-queries.ts';

export interface Poll {
  caller: Caller;
  capacity: number;
  waitSeconds: number;
  paths: string[];
  /** Aborted when the one who asked is gone. */
  gone: AbortSignal;
}

interface Found {
  deliveries: Delivery[];
  requests: AgentRequest[];
  outlook: Outlook;
}

/**
 * What there is to do for an agent: at once when there is any, else when there is or when the wait ends. Between
 * its looks it holds no transaction; it wakes when a profile or a retry of its user falls due, or by a nudge.
 */
export async function waitForWork(deps: Deps, poll: Poll): Promise<Omit<Found, 'outlook'>> {
  const until = deps.clock.now().getTime() + poll.waitSeconds * 1000;
  for (;;) {
    const wake = new AbortController();
    // Listening begins before the look: what is queued in between must not be missed.
    const nudged = deps.nudges.next(poll.caller.user.id, wake.signal);
    try {
      const { outlook, ...found } = await look(deps, poll);
      if (poll.gone.aborted) await handBack(deps, poll, found.deliveries);
      const left = until - deps.clock.now().getTime();
      const isOver = left <= 0 || poll.gone.aborted || deps.nudges.isClosed;
      if (isOver || found.deliveries.length > 0 || found.requests.length > 0) return found;
      await Promise.race([
        nudged,
        deps.clock.sleep(sleepFor(deps, outlook, left), wake.signal),
        ends(poll.gone),
      ]);
    } finally {
      wake.abort();
    }
  }
}

function sleepFor({ clock }: Deps, { next_at }: Outlook, left: number): number {
  if (next_at === null) return left;
  return Math.min(left, new Date(next_at).getTime() - clock.now().getTime());
}

function ends(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

async function look(deps: Deps, poll: Poll): Promise<Found> {
  const { caller, capacity, paths } = poll;
  const userId = caller.user.id;
  return deps.asUser(userId, async (tx, afterCommit) => {
    const step: Step = { tx, afterCommit, deps };
    // A lost claim sent nothing, so its commit need not wait for the disk.
    await lockEngine(tx, { userIds: [userId], mayBeLost: true });
    const now = deps.clock.now();
    const agentId = await getCallingAgentId(tx, caller, now);
    await touchAgent(step, { userId, agentId });
    const requests = await claimRequests(tx, { userId, agentId, now });
    if (requests.length > 0) await keepForSure(tx);
    const claim: Claim = { userId, agentId, anyMachine: caller.agent_id === null, paths, capacity };
    const mayDeliver = canDeliver(await findDrivers(tx, { userId, agentId }), deps.config.practiceUrl);
    const deliveries = mayDeliver ? await claimDeliveries(step, claim) : [];
    // Who was given work may send, and does not wait.
    const outlook =
      deliveries.length > 0 ? { is_fit: true, next_at: null } : await findOutlook(tx, claim, now);
    if (!outlook.is_fit) await pauseUnfitCampaigns(step, [userId]);
    return { deliveries, requests, outlook };
  });
}

/** A request that was handed out stays so: an agent must not carry it out twice. */
async function keepForSure(tx: Tx): Promise<void> {
  await tx.client.query('set local synchronous_commit = on');
}

/** Nobody will read this answer: the names need not wait for their leases to end. */
async function handBack(deps: Deps, { caller }: Poll, deliveries: Delivery[]): Promise<void> {
  const userId = caller.user.id;
  for (const { token } of deliveries)
    await deps.asUser(userId, (tx, afterCommit) =>
      releaseDelivery({ tx, afterCommit, deps }, { userId, token }),
    );
}
