import { lockList, lockUser } from '../../database/locks.ts';
import type { Deps } from '../../deps.ts';
import { forEachIsolated } from '../../isolate.ts';
import { deleteEmptyList, findDeletedLists } from '../lists/queries.ts';
import { deleteRecipientsAfter } from './deleted-queries.ts';

// The same as for requeueing: this user's engine waits for one batch at most.
const BATCH = 1_000;
const BEFORE_ALL_NAMES = '';

/**
 * Deletes the rows of deleted lists, in batches of one short transaction each, until none is left or the signal is
 * aborted. For a timer; the next call finds what a crash left.
 */
export async function removeDeletedLists(
  deps: Pick<Deps, 'asUser' | 'readAsSystem' | 'log'>,
  signal?: AbortSignal,
): Promise<void> {
  const lists = await deps.readAsSystem('find deleted lists', findDeletedLists);
  const failure = 'The names of a deleted list could not be removed.';
  await forEachIsolated(lists, { log: deps.log, failure, signal }, async (list) => {
    let after: string | undefined = BEFORE_ALL_NAMES;
    while (after !== undefined && !signal?.aborted) after = await removeBatch(deps, { ...list, after });
  });
}

/** The name to continue after; undefined if the list is gone, or if the next call deletes newly added rows. */
async function removeBatch(
  deps: Pick<Deps, 'asUser'>,
  list: { user_id: number; id: number; after: string },
): Promise<string | undefined> {
  return deps.asUser(list.user_id, async (tx) => {
    // An import that began before the list was deleted writes under this lock, and then finds the list gone.
    await lockList(tx, list.id);
    await lockUser(tx, list.user_id);
    const last = await deleteRecipientsAfter(tx, { ...list, limit: BATCH });
    if (last === undefined) await deleteEmptyList(tx, list);
    return last;
  });
}
