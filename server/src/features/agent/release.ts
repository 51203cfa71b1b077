import type { Step } from '../campaigns/effects.ts';
import { lockEngine } from './engine-lock.ts';
import { move } from './move.ts';
import { MOVES_COLUMNS, movingStatement } from './moves.ts';

/**
 * Takes a delivery back that was not begun; the name waits for the next profile at once. False after begin. One
 * that has no lease any more is as good as handed back.
 */
export async function releaseDelivery(
  step: Step,
  { userId, token }: { userId: number; token: string },
): Promise<boolean> {
  await lockEngine(step.tx, { userIds: [userId] });
  const answers = await move<{ state: string }>(step, {
    name: 'release',
    text: RELEASE,
    values: [userId, token],
  });
  if (answers.some(({ state }) => state === 'sending')) return false;
  if (answers.length > 0) step.afterCommit(() => step.deps.nudges.nudge(userId));
  return true;
}

/** $2 user, $3 token. */
const RELEASE = movingStatement(
  `held as materialized (
    select d.* from profiles p
    join deliveries d on d.user_id = p.user_id and d.campaign_id = p.lease_campaign_id
      and d.recipient_id = p.lease_recipient_id
    where p.user_id = $2::bigint and p.lease_token = $3::uuid),
  ${MOVES_COLUMNS} as materialized (
    select 1, user_id, campaign_id, recipient_id, 'waiting', profile_id, token, null::bigint, null::timestamptz,
      null::int, null::text, $1::timestamptz, null::timestamptz, false, false, null::text, null::text
    from held where state = 'leased'),
  answers as (select 1 as ord, state from held)`,
);
