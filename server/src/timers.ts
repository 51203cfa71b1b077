import type { Deps } from './deps.ts';
import { sweepLeases } from './features/agent/sweep.ts';
import { announceDisconnectedAgents } from './features/agents/presence.ts';
import { deleteExpiredSessions } from './features/auth/queries.ts';
import { forgetFailures } from './features/auth/throttle.ts';
import { putBackDeleted } from './features/campaigns/put-back.ts';
import { removeDeletedLists } from './features/lists/remove-deleted.ts';
import { expireRequests } from './features/requests/expire-requests.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

interface Chore {
  every: number;
  work: (deps: Deps, signal: AbortSignal) => Promise<unknown>;
}

const chores: Record<string, Chore> = {
  'ending leases that ran out': { every: 5 * SECOND_MS, work: (deps) => sweepLeases(deps) },
  'putting the names of deleted campaigns back': { every: 2 * SECOND_MS, work: putBackDeleted },
  'removing deleted lists': { every: 10 * SECOND_MS, work: removeDeletedLists },
  'ending requests that no agent answered': { every: 5 * SECOND_MS, work: expireRequests },
  'looking for agents that fell silent': { every: 5 * SECOND_MS, work: announceDisconnectedAgents },
  'forgetting old sign-ins': { every: 10 * MINUTE_MS, work: forgetSignIns },
};

/** Starts everything that runs on its own; the function given back stops it and waits for what is under way. */
export function startTimers(deps: Deps): () => Promise<void> {
  const stop = new AbortController();
  const loops = Object.entries(chores).map(([name, chore]) =>
    repeat({ deps, name, chore, signal: stop.signal }),
  );
  return async () => {
    stop.abort();
    await Promise.all(loops);
  };
}

async function repeat(run: { deps: Deps; name: string; chore: Chore; signal: AbortSignal }): Promise<void> {
  const { deps, name, chore, signal } = run;
  while (!signal.aborted) {
    // A chore that throws is told and tried again at its next turn: the database may be away for a while.
    await chore.work(deps, signal).catch((err) => deps.log.warn({ err }, `Something failed while ${name}.`));
    await deps.clock.sleep(chore.every, signal);
  }
}

async function forgetSignIns(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  await deps.asSystem('forget sign-ins', async (tx) => {
    await forgetFailures(tx, now);
    await deleteExpiredSessions(tx, now);
  });
}
