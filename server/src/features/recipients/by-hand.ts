import type { Recipient } from '@pigeonpost/contract/calls/recipients';
import type { RecipientStatus } from '@pigeonpost/contract/recipients';
import { lockListWithin, lockUser } from '../../database/locks.ts';
import type { Tx } from '../../database/transaction.ts';
import { conflict, notFound } from '../../errors.ts';
import { guardRecipientByHand } from '../agent/by-hand.ts';
import type { Step } from '../campaigns/effects.ts';
import { isOnDoNotContact } from '../do-not-contact/queries.ts';
import { findList, moveCounts } from '../lists/queries.ts';
import { getRecipientName } from './name.ts';
import { deleteRecipient, drawPosition, findRecipient, insertRecipient, setStatus } from './queries.ts';

// Longer than anything but an import holds a list, and well below a browser's patience.
const LINE_WAIT_MS = 2_000;

/** Puts one name into a list, last in its line; throws what a person may read. */
export async function addRecipient(
  tx: Tx,
  wanted: { user_id: number; list_id: number; recipient: string; now: Date },
): Promise<Recipient> {
  const { user_id, list_id, now } = wanted;
  const recipient = getRecipientName(wanted.recipient);
  if (!(await findList(tx, { user_id, id: list_id }))) throw notFound('List not found');
  if (await isOnDoNotContact(tx, { user_id, recipient }))
    throw conflict(`"${recipient}" is on your do-not-contact list. Take the name off it first.`);
  const position = await drawNextPosition(tx, list_id);
  const added = await insertRecipient(tx, { user_id, list_id, recipient, position, created_at: now });
  if (!added) throw conflict('This recipient is already in the list');
  await lockUser(tx, user_id);
  // The list may have been deleted meanwhile.
  if (!(await moveCounts(tx, { user_id, id: list_id }, { pending: 1 }))) throw notFound('List not found');
  return added;
}

/** Sets a status by hand; one that is set back to pending is never added to a campaign that has started. */
export async function changeStatus(
  step: Step,
  { user_id, id, status }: { user_id: number; id: number; status: RecipientStatus },
): Promise<Recipient> {
  const { tx } = step;
  const { list_id } = await getRecipient(tx, { user_id, id });
  const place = status === 'pending' ? { position: await drawNextPosition(tx, list_id) } : {};
  await lockUser(tx, user_id);
  const before = await getRecipient(tx, { user_id, id });
  // A name that is pending already keeps its place, and a delivery of it its lease.
  if (before.status === status) return before;
  await guardRecipientByHand(step, { userId: user_id, recipientId: id });
  await moveCounts(tx, { user_id, id: list_id }, { [before.status]: -1, [status]: 1 });
  return setStatus(tx, { user_id, id }, { status, ...place });
}

/** Takes a name off its list. */
export async function removeRecipient(step: Step, key: { user_id: number; id: number }): Promise<void> {
  const { user_id, id } = key;
  await guardRecipientByHand(step, { userId: user_id, recipientId: id });
  const { list_id, status } = await getRecipient(step.tx, key);
  await deleteRecipient(step.tx, key);
  await moveCounts(step.tx, { user_id, id: list_id }, { [status]: -1 });
}

async function getRecipient(tx: Tx, key: { user_id: number; id: number }): Promise<Recipient> {
  const found = await findRecipient(tx, key);
  if (!found) throw notFound('Recipient not found');
  return found;
}

async function drawNextPosition(tx: Tx, listId: number): Promise<number> {
  if (!(await lockListWithin(tx, { listId, milliseconds: LINE_WAIT_MS })))
    throw conflict('Names are being imported into this list. Please try again when that is done.');
  return drawPosition(tx);
}
