import { conflict } from '../../errors.ts';
import type { Step } from '../campaigns/effects.ts';
import { lockEngine } from './engine-lock.ts';
import { move } from './move.ts';
import { MOVES_COLUMNS, movingStatement } from './moves.ts';

/**
 * Call it before a recipient is changed or deleted by hand. While a message to it is being sent it is
 * 409; where it is only leased the hand wins: the lease is revoked and the campaign does without that name
 * (engine.md, By hand). Takes the user lock; a list lock must be taken before it.
 */
export async function guardRecipientByHand(
  step: Step,
  { userId, recipientId }: { userId: number; recipientId: number },
): Promise<void> {
  const found = await revoke(step, { userId, recipientIds: [recipientId] });
  if (found.includes('sending'))
    throw conflict('A message to this recipient is being sent right now. Try again in a moment.');
}

/** The same before a list is deleted. */
export async function guardListByHand(
  step: Step,
  { userId, listId }: { userId: number; listId: number },
): Promise<void> {
  const found = await revoke(step, { userId, listId });
  if (found.includes('sending'))
    throw conflict('A message to a recipient of this list is being sent right now. Try again in a moment.');
}

/** The same before a profile is changed or deleted; a name that it held waits for the campaign's other profiles. */
export async function guardProfileByHand(
  step: Step,
  { userId, profileId }: { userId: number; profileId: number },
): Promise<void> {
  const found = await revoke(step, { userId, profileId });
  if (found.includes('sending'))
    throw conflict('This profile is sending a message right now. Try again in a moment.');
}

interface Meant {
  userId: number;
  recipientIds?: number[];
  listId?: number;
  profileId?: number;
}

/** Gives the states that were found; when one of them is sending, the caller's 409 takes everything back. */
async function revoke(step: Step, meant: Meant): Promise<string[]> {
  const { userId, recipientIds = [], listId = null, profileId = null } = meant;
  await lockEngine(step.tx, { userIds: [userId] });
  const answers = await move<{ state: string }>(step, {
    name: 'revoke-leases',
    text: REVOKE,
    values: [userId, recipientIds, listId, profileId],
  });
  if (answers.length > 0) step.afterCommit(() => step.deps.nudges.nudge(userId));
  return answers.map(({ state }) => state);
}

/** $2 user, $3 recipients, $4 list, $5 profile. By the leases, for they lie on a user's few profiles. */
const REVOKE = movingStatement(
  `held as materialized (
    select d.*, p.id = $5::bigint as by_profile from profiles p
    join deliveries d on d.user_id = p.user_id and d.campaign_id = p.lease_campaign_id
      and d.recipient_id = p.lease_recipient_id
    left join campaigns c on c.user_id = p.user_id and c.id = p.lease_campaign_id
    where p.user_id = $2::bigint and p.lease_token is not null
      and (p.lease_recipient_id = any ($3::bigint[]) or c.list_id = $4::bigint or p.id = $5)),
  ${MOVES_COLUMNS} as materialized (
    select row_number() over (), user_id, campaign_id, recipient_id,
      case when by_profile then 'waiting' else 'skipped' end, profile_id, token, null::bigint, null::timestamptz,
      null::int, null::text, $1::timestamptz, null::timestamptz, false, false,
      case when by_profile then null else 'skipped' end, 'Changed by hand'
    from held where state = 'leased'),
  answers as (select 1 as ord, state from held)`,
);
