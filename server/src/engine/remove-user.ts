import type { Deps } from '../deps.ts';
import { forEachIsolated } from '../isolate.ts';
import type { EngineContext } from './context.ts';
import {
  deleteRows,
  endLeases,
  findDeletedUsers,
  forgetDeletedUser,
  pauseAll,
  TABLES_OF_A_USER,
} from './remove-user-queries.ts';

// As many as requeueing takes: no transaction is long.
const ROWS_A_BATCH = 1000;
// Longer than any call may take: one that began before the user was deleted may still write something.
const LOOKED_AFTER_MS = 3_600_000;

/**
 * Stops everything that works for a user who is about to be deleted: no campaign runs on, and no profile holds a
 * recipient. The user lock must be held.
 */
export async function stopForRemoval({ tx }: EngineContext, user_id: number): Promise<void> {
  await pauseAll(tx, user_id);
  await endLeases(tx, user_id);
}

/**
 * Removes every row of deleted users, in short transactions, until none is left or the signal is aborted
 * (docs/behaviour.md#deletions). For a timer; what a crash leaves is found by the next call.
 */
export async function removeDeletedUsers(
  deps: Pick<Deps, 'asSystem' | 'readAsSystem' | 'clock' | 'log'>,
  signal?: AbortSignal,
): Promise<void> {
  const users = await deps.readAsSystem('finding deleted users', findDeletedUsers);
  const failure = 'What a deleted user left could not be removed.';
  await forEachIsolated(users, { log: deps.log, failure, signal }, async ({ id, deleted_at }) => {
    for (const table of TABLES_OF_A_USER) {
      let removed = ROWS_A_BATCH;
      while (removed === ROWS_A_BATCH && !signal?.aborted)
        removed = await deps.asSystem('removing a deleted user', (tx) =>
          deleteRows(tx, { table, user_id: id, limit: ROWS_A_BATCH }),
        );
    }
    const isOver = deps.clock.now().getTime() - Date.parse(deleted_at) > LOOKED_AFTER_MS;
    if (isOver && !signal?.aborted)
      await deps.asSystem('removing a deleted user', (tx) => forgetDeletedUser(tx, id));
  });
}
