import { lockEngine } from './engine-lock.ts';
import type { Step } from './events.ts';
import { SAME_DELIVERY, transition, transitionStatement } from './transitions.ts';

/**
 * Takes a delivery back that was not begun; the name waits for the next profile at once. False after begin. One
 * that has no lease any more is as good as handed back.
 */
export async function releaseDelivery(
  step: Step,
  { user_id, token }: { user_id: number; token: string },
): Promise<boolean> {
  await lockEngine(step, { user_ids: [user_id] });
  const states = await release(step, [user_id, token, null, null]);
  return !states.includes('sending');
}

/**
 * Takes back what an agent was given, has not begun and does not name among what it holds: the answer that gave it
 * was lost (docs/engine.md#what-an-agent-holds). The engine's lock must be held.
 */
export async function releaseUnnamed(
  step: Step,
  { user_id, agent_id, named }: { user_id: number; agent_id: number; named: string[] },
): Promise<void> {
  await release(step, [user_id, null, agent_id, named]);
}

/** Gives the states that were found. */
async function release(
  step: Step,
  values: [user_id: number, token: string | null, agent_id: number | null, named: string[] | null],
): Promise<string[]> {
  const answers = await transition<{ state: string }>(step, { name: 'release', text: RELEASE, values });
  const [user_id] = values;
  if (answers.length > 0) step.deps.nudges.nudge(step, user_id);
  return answers.map(({ state }) => state);
}

/** $2 user, $3 token, or without one: $4 agent, $5 the tokens that it keeps. */
const RELEASE = transitionStatement({
  tables: `held as materialized (
    select row_number() over () as ord, d.* from profiles p
    join deliveries d on d.user_id = p.user_id and d.campaign_id = p.lease_campaign_id
      and d.recipient_id = p.lease_recipient_id
    where p.user_id = $2::bigint and case when $3::uuid is not null then p.lease_token = $3
      else p.lease_agent_id = $4::bigint and p.lease_token <> all ($5::uuid[]) and d.state = 'leased' end)`,
  transitions: [
    {
      columns: { ...SAME_DELIVERY, state: `'waiting'`, retry_at: '$1' },
      from: `held where state = 'leased'`,
    },
  ],
  answers: 'select ord, state from held',
});
