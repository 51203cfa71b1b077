import { OUTCOME_UNKNOWN } from '@pigeonpost/contract/campaigns';
import pg from 'pg';
import { retryAfterDeadlock } from '../database/deadlock.ts';
import type { Deps } from '../deps.ts';
import { forEachIsolated } from '../isolate.ts';
import { completeCampaigns } from './complete-campaigns.ts';
import { learnTime, lockEngine } from './engine-lock.ts';
import type { Step } from './events.ts';
import { drawnPace, isLeaseOver, maxRetries } from './pace.ts';
import { pauseIneligibleCampaigns } from './pause-ineligible.ts';
import { type ExpiredLease, findExpiredLeases, findUnfinished } from './sweep-queries.ts';
import { SAME_DELIVERY, transition, transitionStatement } from './transitions.ts';

const LEASES_AT_ONCE = 500;
/** Logged for a lease that ended before begin. */
const NOT_BEGUN = 'Not sent in time';

/**
 * Ends the leases that ran out: what was not begun waits for the next profile, what was is uncertain. Then
 * completes and pauses the running campaigns that nobody else did. A timer calls it every 5 seconds.
 */
export async function sweepLeases(deps: Deps, random: () => number = Math.random): Promise<void> {
  const leases = await deps.asSystem('lease sweep', async (tx) => {
    await learnTime({ tx, deps });
    return findExpiredLeases(tx, deps.clock.now());
  });
  for (let start = 0; start < leases.length; start += LEASES_AT_ONCE)
    await endLeases(deps, leases.slice(start, start + LEASES_AT_ONCE), random);
  await sweepCampaigns(deps);
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
    const users = leases.map(({ user_id }) => user_id);
    await lockEngine({ tx, deps }, { user_ids: users });
    const step: Step = { tx, afterCommit, deps };
    await transition(step, {
      name: 'end-leases',
      text: END_LEASES,
      values: [users, leases.map(({ profile_id }) => profile_id), leases.map(() => random())],
    });
    for (const user_id of new Set(users)) deps.nudges.nudge(step, user_id);
  });
}

/** Each user in a transaction of their own: one whose lock is held long must not keep the others waiting. */
async function sweepCampaigns(deps: Deps): Promise<void> {
  const { ineligible, idle } = await deps.asSystem('finding unfinished campaigns', (tx) =>
    findUnfinished(tx, deps.clock.now()),
  );
  const idleOf = Map.groupBy(idle, ({ user_id }) => user_id);
  const users = [...new Set([...ineligible, ...idleOf.keys()])].map((user_id) => ({ user_id }));
  const failure = 'The campaigns of a user could not be completed or paused.';
  await forEachIsolated(users, { log: deps.log, failure }, ({ user_id }) =>
    deps.asUser(user_id, async (tx, afterCommit) => {
      await lockEngine({ tx, deps }, { user_ids: [user_id] });
      await pauseIneligibleCampaigns({ tx, afterCommit, deps }, [user_id]);
      await completeCampaigns({ tx, afterCommit, deps }, idleOf.get(user_id) ?? []);
    }),
  );
}

/** $2 users, $3 profiles, $4 draws. What was answered since it was found has a new lease, or none. */
const END_LEASES = transitionStatement({
  tables: `ended as materialized (
    select given.ord, d.*, ${drawnPace('s', 'given.draw')} as due_at,
      d.lapsed_token is not null as counts,
      d.lapsed_token is not null and d.failures >= ${maxRetries('s')} as is_last
    from unnest($2::bigint[], $3::bigint[], $4::float8[]) with ordinality as given (user_id, profile_id, draw, ord)
    join profiles p on p.user_id = given.user_id and p.id = given.profile_id and ${isLeaseOver('p.lease_until')}
    join deliveries d on d.user_id = p.user_id and d.campaign_id = p.lease_campaign_id
      and d.recipient_id = p.lease_recipient_id
    left join settings s on s.user_id = given.user_id)`,
  transitions: [
    {
      // The first time may be chance; a thread that hangs again and again must use up its tries.
      columns: {
        ...SAME_DELIVERY,
        state: `case when is_last then 'failed' else 'waiting' end`,
        failures: 'case when counts then failures + 1 end',
        lapsed_token: 'token',
        retry_at: 'case when counts then due_at else $1 end',
        due_at: 'due_at',
        action: `case when is_last then 'message_failed' else 'retry' end`,
        message: `'${NOT_BEGUN}' || case when is_last then '' else ': trying again later' end`,
      },
      from: `ended where state = 'leased'`,
    },
    {
      columns: {
        ...SAME_DELIVERY,
        state: `'uncertain'`,
        due_at: 'due_at',
        action: `'message_failed'`,
        message: `'${OUTCOME_UNKNOWN}'`,
      },
      from: `ended where state = 'sending'`,
    },
  ],
  answers: 'select ord from ended',
});
