import { conflict } from '../http/errors.ts';
import { lockEngine } from './engine-lock.ts';
import type { Step } from './events.ts';
import { SAME_DELIVERY, transition, transitionStatement } from './transitions.ts';

/**
 * Call it before a recipient is changed or deleted by a person: 409 while a message to it is being sent. Where it
 * is only leased the change wins, and the recipient leaves the campaign (docs/engine.md#manual-changes). Takes the
 * user lock; a list lock must be taken before it.
 */
export async function guardRecipientChange(
  step: Step,
  { user_id, recipient_id }: { user_id: number; recipient_id: number },
): Promise<void> {
  const sending = await guardRecipientChanges(step, { user_id, recipient_ids: [recipient_id] });
  if (sending.length > 0)
    throw conflict('A message to this recipient is being sent right now. Try again in a moment.');
}

/** The same before many are: answers those that a message is being sent to, which must be left as they are. */
export async function guardRecipientChanges(
  step: Step,
  { user_id, recipient_ids }: { user_id: number; recipient_ids: number[] },
): Promise<number[]> {
  const found = await revoke(step, { user_id, recipient_ids });
  return found.filter(isSending).map(({ recipient_id }) => recipient_id);
}

/** The same before a list is deleted. */
export async function guardListChange(
  step: Step,
  { user_id, list_id }: { user_id: number; list_id: number },
): Promise<void> {
  const found = await revoke(step, { user_id, list_id });
  if (found.some(isSending))
    throw conflict('A message to a recipient of this list is being sent right now. Try again in a moment.');
}

/** The same before a profile is changed or deleted; a name that it held waits for the campaign's other profiles. */
export async function guardProfileChange(
  step: Step,
  { user_id, profile_id }: { user_id: number; profile_id: number },
): Promise<void> {
  const found = await revoke(step, { user_id, profile_id });
  if (found.some(isSending))
    throw conflict('This profile is sending a message right now. Try again in a moment.');
}

interface ChangedRows {
  user_id: number;
  recipient_ids?: number[];
  list_id?: number;
  profile_id?: number;
}

interface Held {
  state: string;
  recipient_id: number;
}

const isSending = ({ state }: Held) => state === 'sending';

/** Gives the deliveries that were found; one that is sending is not touched. */
async function revoke(step: Step, changed: ChangedRows): Promise<Held[]> {
  const { user_id, recipient_ids = [], list_id = null, profile_id = null } = changed;
  await lockEngine(step, { user_ids: [user_id] });
  const answers = await transition<Held>(step, {
    name: 'revoke-leases',
    text: REVOKE,
    values: [user_id, recipient_ids, list_id, profile_id],
  });
  if (answers.length > 0) step.deps.nudges.nudge(step, user_id);
  return answers;
}

/** $2 user, $3 recipients, $4 list, $5 profile. Found by the leases, since a user has few profiles. */
const REVOKE = transitionStatement({
  tables: `held as materialized (
    select row_number() over () as ord, d.*, p.id = $5::bigint as by_profile from profiles p
    join deliveries d on d.user_id = p.user_id and d.campaign_id = p.lease_campaign_id
      and d.recipient_id = p.lease_recipient_id
    left join campaigns c on c.user_id = p.user_id and c.id = p.lease_campaign_id
    where p.user_id = $2::bigint and p.lease_token is not null
      and (p.lease_recipient_id = any ($3::bigint[]) or c.list_id = $4::bigint or p.id = $5))`,
  transitions: [
    {
      columns: {
        ...SAME_DELIVERY,
        state: `case when by_profile then 'waiting' else 'skipped' end`,
        retry_at: '$1',
        action: `case when by_profile then null else 'skipped' end`,
        message: `'Changed by hand'`,
      },
      from: `held where state = 'leased'`,
    },
  ],
  answers: 'select ord, state, recipient_id from held',
});
