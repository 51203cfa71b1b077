import { judgeLapse } from '@pigeonpost/contract/rules/lapse';
import pg from 'pg';
import { retryAfterDeadlock } from '../database/deadlock.ts';
import type { Deps } from '../deps.ts';
import { forEachIsolated } from '../isolate.ts';
import type { EngineContext } from './context.ts';
import { learnTime, lockEngine } from './engine-lock.ts';
import { readLapsed } from './leases/lease-queries.ts';
import { endOrPauseCampaigns } from './pause-and-complete.ts';
import {
  type ExpiredLease,
  findExpiredLeases,
  findUnfinished,
  type Swept,
  takeDue,
} from './sweep-queries.ts';
import { keyOf, writeChanges } from './write-changes.ts';

const LEASES_AT_ONCE = 500;

/**
 * Ends the leases that ran out: what was not begun waits for the next profile, what was is uncertain. Then
 * completes and pauses the running campaigns that nobody else did. It looks at users of whom something is due
 * (docs/engine.md#sweep). A timer calls it every 5 seconds.
 */
export async function sweepLeases(deps: Deps, random: () => number = Math.random): Promise<void> {
  const users = await deps.asSystem('lease sweep', async (tx) => {
    await learnTime({ tx, deps });
    return takeDue(tx, deps.clock.now());
  });
  if (users.length > 0) await sweep(deps, users, random);
}

/**
 * The same for all users, whatever says that they are due: for what was changed by hand in the database, or what a
 * server had taken and could not end. A timer calls it every 10 minutes.
 */
export async function sweepEverybody(deps: Deps): Promise<void> {
  await deps.readAsSystem('lease sweep', (tx) => learnTime({ tx, deps }));
  await sweep(deps, 'everybody', Math.random);
}

async function sweep(deps: Deps, users: Swept, random: () => number): Promise<void> {
  const leases = await deps.readAsSystem('lease sweep', (tx) =>
    findExpiredLeases(tx, deps.clock.now(), users),
  );
  for (let start = 0; start < leases.length; start += LEASES_AT_ONCE)
    await endLeases(deps, leases.slice(start, start + LEASES_AT_ONCE), random);
  await sweepCampaigns(deps, users);
}

/** One lease that cannot be ended must not keep the others: a batch that fails is repeated singly. */
async function endLeases(deps: Deps, leases: ExpiredLease[], random: () => number): Promise<void> {
  try {
    await retryAfterDeadlock(() => endTogether(deps, leases, random));
  } catch (error) {
    // A database that is away fails for all of them alike.
    if (!(error instanceof pg.DatabaseError && error.severity === 'ERROR')) throw error;
    const [only, ...others] = leases;
    if (others.length > 0) for (const lease of leases) await endLeases(deps, [lease], random);
    else deps.log.warn({ err: error, lease: only }, 'A lease that ran out could not be ended.');
  }
}

async function endTogether(deps: Deps, leases: ExpiredLease[], random: () => number): Promise<void> {
  await deps.asSystem('lease sweep', async (tx, afterCommit) => {
    const context: EngineContext = { tx, afterCommit, deps };
    const users = leases.map(({ user_id }) => user_id);
    await lockEngine(context, { user_ids: users });
    const now = deps.clock.now();
    const drawn = leases.map((lease) => ({ ...lease, draw: random() }));
    const lapsed = await readLapsed(tx, drawn, now);
    await writeChanges(
      context,
      lapsed.map((facts) => ({
        ...keyOf(facts),
        token: facts.token,
        change: judgeLapse(facts, now.getTime()),
      })),
    );
    for (const user_id of new Set(users)) deps.nudges.nudge(context, user_id);
    afterCommit(() => deps.metrics.leasesEnded(leases.length));
  });
}

/** Each user in a transaction of their own: one whose lock is held long must not keep the others waiting. */
async function sweepCampaigns(deps: Deps, swept: Swept): Promise<void> {
  const users = await deps.readAsSystem('finding unfinished campaigns', (tx) =>
    findUnfinished(tx, deps.clock.now(), swept),
  );
  const failure = 'The campaigns of a user could not be completed or paused.';
  await forEachIsolated(users, { log: deps.log, failure }, ({ user_id }) =>
    deps.asUser(user_id, async (tx, afterCommit) => {
      await lockEngine({ tx, deps }, { user_ids: [user_id] });
      await endOrPauseCampaigns({ tx, afterCommit, deps }, [{ user_id }]);
    }),
  );
}
