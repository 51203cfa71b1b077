import { conflict } from '../../errors.ts';
import type { EngineContext } from '../context.ts';
import { lockEngine } from '../engine-lock.ts';
import { LEASES_ON, readHeld } from '../leases/lease-queries.ts';
import { sweepSoon } from '../sweep-queries.ts';
import { act } from './act.ts';

/**
 * Call it before a recipient is changed or deleted by a person: 409 while a message to it is being sent. Where it
 * is only leased the change wins, and the recipient leaves the campaign (docs/engine.md#manual-changes). Takes the
 * user lock; a list lock must be taken before it.
 */
export async function guardRecipientChange(
  context: EngineContext,
  { user_id, recipient_id }: { user_id: number; recipient_id: number },
): Promise<void> {
  const sending = await guardRecipientChanges(context, { user_id, recipient_ids: [recipient_id] });
  if (sending.length > 0)
    throw conflict('A message to this recipient is being sent right now. Try again in a moment.');
}

/** The same before many are: answers those that a message is being sent to, which must be left as they are. */
export async function guardRecipientChanges(
  context: EngineContext,
  { user_id, recipient_ids }: { user_id: number; recipient_ids: number[] },
): Promise<number[]> {
  return revoke(context, { user_id, recipient_ids });
}

/** The same before a list is deleted. */
export async function guardListChange(
  context: EngineContext,
  { user_id, list_id }: { user_id: number; list_id: number },
): Promise<void> {
  const sending = await revoke(context, { user_id, list_id });
  if (sending.length > 0)
    throw conflict('A message to a recipient of this list is being sent right now. Try again in a moment.');
}

/** The same before a profile is changed or deleted; a name that it held waits for the campaign's other profiles. */
export async function guardProfileChange(
  context: EngineContext,
  { user_id, profile_id }: { user_id: number; profile_id: number },
): Promise<void> {
  const sending = await revoke(context, { user_id, profile_id });
  if (sending.length > 0)
    throw conflict('This profile is sending a message right now. Try again in a moment.');
}

interface ChangedRows {
  user_id: number;
  recipient_ids?: number[];
  list_id?: number;
  profile_id?: number;
}

/** Gives the recipients that a message is being sent to: their deliveries are not touched. */
async function revoke(context: EngineContext, changed: ChangedRows): Promise<number[]> {
  const { tx } = context;
  const { user_id, recipient_ids = [], list_id = null, profile_id = null } = changed;
  await lockEngine(context, { user_ids: [user_id] });
  const held = await readHeld(tx, user_id, LEASES_ON, [recipient_ids, list_id, profile_id]);
  const verdicts = await act(context, held, (one) =>
    one.profile_id === profile_id ? 'change_profile' : 'change_recipient',
  );
  if (held.length > 0) context.deps.nudges.nudge(context, user_id);
  // The last recipients ahead of a campaign may go.
  await sweepSoon(tx, user_id);
  return held.filter((_, index) => verdicts[index] === 'being_sent').map(({ recipient_id }) => recipient_id);
}
