import { lockList, lockUser } from '../../database/locks.ts';
import type { Deps } from '../../deps.ts';
import { deleteEmptyList, deleteRecipientsAfter, findDeletedLists } from './queries.ts';

// As many as a put-back takes: the engine of this user waits for one batch at most.
const BATCH = 1_000;
const BEFORE_ALL_NAMES = '';

/**
 * Takes the rows of deleted lists, in batches of one short transaction each, until none is left or the signal
 * is aborted (3-decisions, Errors). For a timer; what a crash leaves is found by the next call.
 */
export async function removeDeletedLists(
  deps: Pick<Deps, 'asUser' | 'asSystem'>,
  signal?: AbortSignal,
): Promise<void> {
  const lists = await deps.asSystem('find deleted lists', findDeletedLists);
  for (const list of lists) {
    let after: string | undefined = BEFORE_ALL_NAMES;
    while (after !== undefined && !signal?.aborted) after = await removeBatch(deps, { ...list, after });
  }
}

/** The name to go on after; undefined when the list itself is gone, or names appeared that the next call takes. */
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
