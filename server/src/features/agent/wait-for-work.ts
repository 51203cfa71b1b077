import type { AgentRequest, Delivery } from '@pigeonpost/contract/calls/agent';
import type { Deps } from '../../deps.ts';
import { lockEngine } from '../../engine/engine-lock.ts';
import type { Step } from '../../engine/events.ts';
import { releaseDelivery, releaseUnnamed } from '../../engine/release.ts';
import { unauthorized } from '../../http/errors.ts';
import type { Caller } from '../../http/handler.ts';
import { getCallingAgentId } from '../agents/calling-agent.ts';
import { type KnownGrants, noticeRestore } from '../freeze/notice-restore.ts';
import { returnRequests, returnUnnamedRequests } from '../requests/queries.ts';
import { type Look, lookForWork } from './look-for-work.ts';

export interface Poll {
  caller: Caller;
  capacity: number;
  waitSeconds: number;
  paths: string[];
  /** All that the agent has taken and not finished, if it says so. */
  holding: { deliveries: string[]; requests: number[] } | undefined;
  /** The highest grants that it knows of, if it says so. */
  grants: KnownGrants | undefined;
  /** Aborted when the agent's connection is gone. */
  gone: AbortSignal;
}

interface Found {
  deliveries: Delivery[];
  requests: AgentRequest[];
  /** That of the user; the database's may be later. */
  epoch: number;
}

/**
 * The work for an agent: at once when there is any, else when there is or when the wait ends. Between its claims it
 * holds no transaction; it wakes when a profile or a retry of its user falls due, or by a nudge
 * (docs/engine.md#waiting-for-work).
 */
export async function waitForWork(deps: Deps, poll: Poll): Promise<Found> {
  const until = deps.clock.now().getTime() + poll.waitSeconds * 1000;
  // Once: what is given to the agent by another call meanwhile was not there to be named.
  let { holding } = poll;
  for (;;) {
    const wake = new AbortController();
    // Listening starts before the claim, so that nothing queued in between is missed.
    const nudged = deps.nudges.next(poll.caller.user.id, wake.signal);
    try {
      const { next_at, ...found } = await claimOnce(deps, { ...poll, holding });
      holding = undefined;
      if (poll.gone.aborted) await handBack(deps, poll, found);
      const left = until - deps.clock.now().getTime();
      const isOver = left <= 0 || poll.gone.aborted || deps.nudges.isClosed;
      if (isOver || found.deliveries.length > 0 || found.requests.length > 0) return found;
      const rest = sleepFor(deps, next_at, left);
      const isOverQuietly = await Promise.race([
        nudged.then(() => false),
        deps.clock.sleep(rest, wake.signal).then(() => rest === left),
        ends(poll.gone).then(() => false),
      ]);
      // Nobody woke it and nothing fell due: the agent's next poll looks, at once.
      if (isOverQuietly) return found;
    } finally {
      wake.abort();
    }
  }
}

function sleepFor({ clock }: Deps, next_at: number | null, left: number): number {
  if (next_at === null) return left;
  return Math.min(left, next_at - clock.now().getTime());
}

function ends(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

async function claimOnce(deps: Deps, poll: Poll): Promise<Look> {
  const { caller, capacity, paths, holding, grants } = poll;
  // A script, and an agent that lost an answer, look a little longer.
  const agent_id =
    caller.agent_id === null || holding
      ? await prepareToLook(deps, caller, { holding, grants })
      : caller.agent_id;
  const look = await lookForWork(deps, { caller, agent_id, paths, capacity });
  if (!look) throw unauthorized();
  return look;
}

/** Takes back what the agent was given and does not name; gives the agent's id. */
async function prepareToLook(
  deps: Deps,
  caller: Caller,
  { holding, grants }: Pick<Poll, 'holding' | 'grants'>,
): Promise<number> {
  const user_id = caller.user.id;
  return deps.asUser(user_id, async (tx, afterCommit) => {
    const step: Step = { tx, afterCommit, deps };
    await lockEngine(step, { user_ids: [user_id] });
    const agent_id = await getCallingAgentId(tx, caller, deps.clock.now());
    if (holding) {
      await releaseUnnamed(step, { user_id, agent_id, named: holding.deliveries });
      await returnUnnamedRequests(tx, { user_id, agent_id, named: holding.requests });
    }
    if (grants) await noticeRestore(step, user_id, grants);
    return agent_id;
  });
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
