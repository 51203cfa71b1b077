import type { Deps } from '../../deps.ts';
import type { CampaignKey, Step } from '../campaigns/effects.ts';
import { pauseUnfitCampaigns } from '../campaigns/pause-unfit.ts';
import { settleCampaigns } from '../campaigns/settle.ts';
import { drawnPace } from '../campaigns/standing.ts';
import { lockEngine } from './engine-lock.ts';
import { move } from './move.ts';
import { MOVES_COLUMNS, movingStatement } from './moves.ts';
import { OUTCOME_UNKNOWN } from './result-statement.ts';
import { findExpiredLeases, findStragglers } from './sweep-queries.ts';

const LEASES_AT_ONCE = 500;

/**
 * Ends the leases that ran out: what was not begun waits for the next profile, what was is uncertain. Then
 * completes and pauses the running campaigns that nobody else did. A timer calls it every 5 seconds.
 */
export async function sweepLeases(deps: Deps, random: () => number = Math.random): Promise<void> {
  let found: number;
  do found = await sweepOnce(deps, random);
  while (found === LEASES_AT_ONCE);
  await sweepStragglers(deps);
}

async function sweepOnce(deps: Deps, random: () => number): Promise<number> {
  return deps.asSystem('lease sweep', async (tx, afterCommit) => {
    const leases = await findExpiredLeases(tx, { now: deps.clock.now(), limit: LEASES_AT_ONCE });
    if (leases.length === 0) return 0;
    const users = leases.map(({ user_id }) => user_id);
    await lockEngine(tx, { userIds: users });
    const step: Step = { tx, afterCommit, deps };
    await move(step, {
      name: 'end-leases',
      text: END_LEASES,
      values: [users, leases.map(({ profile_id }) => profile_id), leases.map(() => random())],
    });
    for (const userId of new Set(users)) afterCommit(() => deps.nudges.nudge(userId));
    return leases.length;
  });
}

/** Each kind in transactions of its own: a user whose lock is held long must not keep the others waiting. */
async function sweepStragglers(deps: Deps): Promise<void> {
  const { unfit, idle } = await deps.asSystem('finding stragglers', (tx) =>
    findStragglers(tx, deps.clock.now()),
  );
  const idleOf = Map.groupBy(idle, ({ user_id }) => user_id);
  for (const userId of new Set([...unfit, ...idleOf.keys()])) {
    const campaigns: CampaignKey[] = idleOf.get(userId) ?? [];
    await deps.asUser(userId, async (tx, afterCommit) => {
      await lockEngine(tx, { userIds: [userId] });
      await pauseUnfitCampaigns({ tx, afterCommit, deps }, [userId]);
      await settleCampaigns({ tx, afterCommit, deps }, campaigns);
    });
  }
}

/** $2 users, $3 profiles, $4 draws. What was answered since it was found has a new lease, or none. */
const END_LEASES = movingStatement(
  `ended as materialized (
    select given.ord, d.*, ${drawnPace('s', 'given.draw')} as due
    from unnest($2::bigint[], $3::bigint[], $4::float8[]) with ordinality as given (user_id, profile_id, draw, ord)
    join profiles p on p.user_id = given.user_id and p.id = given.profile_id and p.lease_until < $1
    join deliveries d on d.user_id = p.user_id and d.campaign_id = p.lease_campaign_id
      and d.recipient_id = p.lease_recipient_id
    left join settings s on s.user_id = given.user_id),
  ${MOVES_COLUMNS} as materialized (
    select ord, user_id, campaign_id, recipient_id, case state when 'sending' then 'uncertain' else 'waiting' end,
      profile_id, token, null::bigint, null::timestamptz, null::int, null::text, $1::timestamptz,
      case state when 'sending' then due end, false, false,
      case state when 'sending' then 'message_failed' end, '${OUTCOME_UNKNOWN}'
    from ended),
  answers as (select ord from ended)`,
);
