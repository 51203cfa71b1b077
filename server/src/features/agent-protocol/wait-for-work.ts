import type { ServerResponse } from 'node:http';
import type { AgentRequest, Delivery } from '@pigeonpost/contract/calls/agent-protocol';
import type { KnownToAgent } from '@pigeonpost/contract/rules/freeze/copy';
import type { Caller } from '../../access/caller.ts';
import type { Deps } from '../../deps.ts';
import type { EngineContext } from '../../engine/context.ts';
import { lockEngine } from '../../engine/engine-lock.ts';
import { releaseDelivery, releaseUnnamed } from '../../engine/leases/release.ts';
import { unauthorized } from '../../errors.ts';
import { getCallingAgentId } from '../agents/calling-agent.ts';
import { returnRequests, returnUnnamedRequests } from '../requests/queries.ts';
import type { ClaimedWork, ClaimWork } from './claim-work.ts';
import type { ClaimUnlessQuiet } from './quiet-agents.ts';

interface Poll {
  caller: Caller;
  claim: ClaimWork;
  claimUnlessQuiet: ClaimUnlessQuiet;
  capacity: number;
  waitSeconds: number;
  paths: string[];
  /** Everything that the agent has taken and not finished, if it names it. */
  holding: { deliveries: string[]; requests: number[] } | undefined;
  /** The agent's known mark, epoch and grants, if it names them. */
  known: KnownToAgent | undefined;
  /** The agent's connection; closed when it has gone. */
  connection: Pick<ServerResponse, 'closed' | 'on'>;
}

type Woken = 'nudged' | 'timed' | 'gone';

interface Found {
  deliveries: Delivery[];
  requests: AgentRequest[];
  /** The epoch for the user's agents, and their high-water mark. */
  epoch: number;
  mark: number;
}

/**
 * The work for an agent: at once if there is any, else as soon as there is or when the wait ends. It holds no
 * transaction between claims; it wakes when a profile or a retry of its user falls due, or by a nudge
 * (docs/engine.md#waiting-for-work).
 */
export async function waitForWork(deps: Deps, poll: Poll): Promise<Found> {
  const { clock, nudges, continuity } = deps;
  const { caller, connection } = poll;
  const user_id = caller.user.id;
  const until = clock.now().getTime() + poll.waitSeconds * 1000;
  const { breaks } = continuity;
  // Once: deliveries that another call gives the agent meanwhile could not have been named.
  let { holding } = poll;
  // There are thousands of polls, so the memory of each waiting one matters. No abort signals, because aborting one
  // makes an error.
  let wake: (by: Woken) => void = () => {};
  const beNudged = () => wake('nudged');
  const beTimed = () => wake('timed');
  connection.on('close', () => wake('gone'));
  for (;;) {
    const woken = new Promise<Woken>((resolve) => {
      wake = resolve;
    });
    let stopTimer: (() => void) | undefined;
    // Listening starts before the claim, so that no request queued in between is missed.
    nudges.listen(user_id, beNudged);
    try {
      const named = { ...poll, holding };
      const claim = () => claimOnce(deps, named);
      const {
        next_at,
        is_quiet: _,
        ...found
      } = holding ? await claim() : await poll.claimUnlessQuiet(poll, claim);
      const { deliveries, requests, epoch, mark } = found;
      holding = undefined;
      const isStale = continuity.breaks !== breaks;
      if (connection.closed || isStale) await handBack(deps, poll, found);
      // The agent's next call tells what the newly reached database may have forgotten.
      if (isStale) return { deliveries: [], requests: [], epoch, mark };
      const left = until - clock.now().getTime();
      const isOver = left <= 0 || connection.closed || nudges.isClosed;
      if (isOver || deliveries.length > 0 || requests.length > 0) return found;
      const rest = sleepFor(deps, next_at, left);
      const isLast = rest === left;
      stopTimer = clock.ringAfter(rest, beTimed);
      const isOverQuietly = (await woken) === 'timed' && isLast;
      // The caller has gone, or must ask another server: another claim's deliveries would have to be taken back.
      if (isOverQuietly || connection.closed || nudges.isClosed || continuity.breaks !== breaks) return found;
    } finally {
      stopTimer?.();
      nudges.stopListening(user_id, beNudged);
    }
  }
}

function sleepFor({ clock }: Deps, next_at: number | null, left: number): number {
  if (next_at === null) return left;
  return Math.min(left, next_at - clock.now().getTime());
}

async function claimOnce(deps: Deps, poll: Poll): Promise<ClaimedWork> {
  const { caller, claim, capacity, paths, holding, known } = poll;
  // A script, and an agent that lost an answer, need another transaction.
  const agent_id =
    caller.agent_id === null || holding ? await prepareClaim(deps, caller, holding) : caller.agent_id;
  const work = await claim({
    user_id: caller.user.id,
    session_id: caller.session_id,
    agent_id,
    any_machine: caller.agent_id === null,
    paths,
    capacity,
    known,
  });
  if (!work) throw unauthorized();
  return work;
}

/** Takes back deliveries that the agent does not name; returns the agent's id. */
async function prepareClaim(deps: Deps, caller: Caller, holding: Poll['holding']): Promise<number> {
  const user_id = caller.user.id;
  return deps.asUser(user_id, async (tx, afterCommit) => {
    const context: EngineContext = { tx, afterCommit, deps };
    await lockEngine(context, { user_ids: [user_id] });
    const agent_id = await getCallingAgentId(tx, caller, deps.clock.now());
    if (holding) {
      await releaseUnnamed(context, { user_id, agent_id, named: holding.deliveries });
      await returnUnnamedRequests(tx, { user_id, agent_id, named: holding.requests });
    }
    return agent_id;
  });
}

/** Nobody reads this answer: its deliveries need not wait for the end of their leases. */
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
