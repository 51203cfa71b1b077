import { lockList, lockUser, tryLockImport } from '../../database/locks.ts';
import { allowLongStatements } from '../../database/timeouts.ts';
import type { Tx } from '../../database/transaction.ts';
import { conflict, notFound } from '../../http/errors.ts';
import { moveCounts } from '../lists/queries.ts';
import {
  deleteImport,
  deleteImported,
  findImport,
  hasStartedCampaign,
  oldestUndoable,
  UNDO_MINUTES,
} from './queries.ts';

const UNDO_STATEMENT_MS = 10 * 60_000;

/**
 * Deletes all recipients that an import added, and gives the list and how many they were; 409 where one of them was
 * changed since, or after 10 minutes (docs/behaviour.md#undo-an-import).
 */
export async function undoImport(
  tx: Tx,
  { user_id, id, now }: { user_id: number; id: number; now: Date },
): Promise<{ list_id: number; removed: number }> {
  if (!(await tryLockImport(tx, user_id)))
    throw conflict('An import of yours is running. Try again when it has ended.');
  await allowLongStatements(tx, UNDO_STATEMENT_MS);
  const made = await findImport(tx, { user_id, id });
  if (!made) throw notFound('Import not found');
  const { list_id, position, added, created_at } = made;
  if (new Date(created_at) < new Date(oldestUndoable(now)))
    throw conflict(`An import can be undone for ${UNDO_MINUTES} minutes, and they are over.`);
  // While the list is locked no campaign starts for the first time. One that has started claims under the user's lock.
  await lockList(tx, list_id);
  const isAtWork = await hasStartedCampaign(tx, { user_id, list_id });
  if (isAtWork) await lockUser(tx, user_id);
  const removed = await deleteImported(tx, { user_id, list_id, position });
  if (removed !== added)
    throw conflict('Some of these people were written to or changed since. The import was not undone.');
  await deleteImport(tx, { user_id, id });
  // Taken as late as possible, as by an import.
  if (!isAtWork) await lockUser(tx, user_id);
  if (!(await moveCounts(tx, { user_id, id: list_id }, { pending: -removed })))
    throw notFound('List not found');
  return { list_id, removed };
}
