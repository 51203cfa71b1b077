import { conflict } from '../../errors.ts';
import { askWithin } from '../ask-engine.ts';
import type { EngineContext } from '../context.ts';
import { lockEngine } from '../engine-lock.ts';
import { sweepSoon } from '../sweep-queries.ts';

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
  const found = await revoke(context, { user_id, recipient_ids });
  return found.filter(isSending).map(({ recipient_id }) => recipient_id);
}

/** The same before a list is deleted. */
export async function guardListChange(
  context: EngineContext,
  { user_id, list_id }: { user_id: number; list_id: number },
): Promise<void> {
  const found = await revoke(context, { user_id, list_id });
  if (found.some(isSending))
    throw conflict('A message to a recipient of this list is being sent right now. Try again in a moment.');
}

/** The same before a profile is changed or deleted; a name that it held waits for the campaign's other profiles. */
export async function guardProfileChange(
  context: EngineContext,
  { user_id, profile_id }: { user_id: number; profile_id: number },
): Promise<void> {
  const found = await revoke(context, { user_id, profile_id });
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
async function revoke(context: EngineContext, changed: ChangedRows): Promise<Held[]> {
  const { user_id, recipient_ids = [], list_id = null, profile_id = null } = changed;
  await lockEngine(context, { user_ids: [user_id] });
  const held = await askWithin<Held[]>(context, 'revoke_leases', [
    user_id,
    recipient_ids,
    list_id,
    profile_id,
  ]);
  if (held.length > 0) context.deps.nudges.nudge(context, user_id);
  // The last recipients ahead of a campaign may go.
  await sweepSoon(context.tx, user_id);
  return held;
}
