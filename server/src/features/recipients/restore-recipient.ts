import type { Recipient } from '@pigeonpost/contract/calls/recipients';
import type { RecipientStatus } from '@pigeonpost/contract/recipients';
import { lockUser } from '../../database/locks.ts';
import type { Tx } from '../../database/transaction.ts';
import { notFound } from '../../errors.ts';
import { findList, moveCounts } from '../lists/queries.ts';
import { findDeleted, insertDeleted, insertDeletedOnes } from './deleted-queries.ts';
import { alreadyThere, drawNextPosition, getRecipient, refuseDoNotContact } from './manual-change.ts';

/**
 * Brings a deleted recipient back as a new one at the end of the line, with its status from before
 * (docs/behaviour.md#undo). No rule for names is asked: what was in the list can come back.
 */
export async function restoreRecipient(
  tx: Tx,
  { user_id, id, now }: { user_id: number; id: number; now: Date },
): Promise<Recipient> {
  const deleted = await findDeleted(tx, { user_id, id, now });
  if (!deleted) throw notFound('Recipient not found');
  const { list_id, recipient, status } = deleted;
  if (!(await findList(tx, { user_id, id: list_id }))) throw notFound('List not found');
  await refuseDoNotContact(tx, { user_id, recipient });
  const position = await drawNextPosition(tx, list_id);
  await lockUser(tx, user_id);
  // The person may have been erased meanwhile.
  if (!(await findDeleted(tx, { user_id, id, now }))) throw notFound('Recipient not found');
  const added = await insertDeleted(tx, { user_id, ...deleted, position });
  if (added === undefined) throw await alreadyThere(tx, { user_id, list_id });
  // The list may have been deleted meanwhile.
  if (!(await moveCounts(tx, { user_id, id: list_id }, { [status]: 1 }))) throw notFound('List not found');
  return getRecipient(tx, { user_id, id: added });
}

/** The same for many of a list: brings back those that it can, and gives their number. */
export async function restoreRecipients(
  tx: Tx,
  { user_id, list_id, ids, now }: { user_id: number; list_id: number; ids: number[]; now: Date },
): Promise<number> {
  if (!(await findList(tx, { user_id, id: list_id }))) throw notFound('List not found');
  const position = await drawNextPosition(tx, list_id);
  // Before they are read: somebody may have been erased meanwhile.
  await lockUser(tx, user_id);
  const statuses = await insertDeletedOnes(tx, { user_id, list_id, ids, position, now });
  const moved: Partial<Record<RecipientStatus, number>> = {};
  for (const status of statuses) moved[status] = (moved[status] ?? 0) + 1;
  // The list may have been deleted meanwhile.
  if (!(await moveCounts(tx, { user_id, id: list_id }, moved))) throw notFound('List not found');
  return statuses.length;
}
