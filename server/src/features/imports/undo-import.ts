import { IMPORT_UNDO_MINUTES } from '@pigeonpost/contract/limits';
import { IMPORT_RUNS } from '@pigeonpost/contract/recipients';
import { lockList, lockUser, tryLockImport } from '../../database/locks.ts';
import { allowLongStatements } from '../../database/timeouts.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { sweepSoon } from '../../engine/sweep-queries.ts';
import { conflict, notFound } from '../../errors.ts';
import { forEachIsolated } from '../../isolate.ts';
import { findList, moveCounts } from '../lists/queries.ts';
import { withdrawImportSource } from '../sources/queries.ts';
import {
  countRemoved,
  countUntouched,
  deleteImport,
  deleteImportedAfter,
  findImport,
  findUndone,
  hasStartedCampaign,
  hasWritten,
  markUndone,
  oldestUndoable,
} from './queries.ts';
import { countRestored, restoreReplaced } from './replaced-queries.ts';

const COUNT_MS = 10 * 60_000;

// Short enough that Pause, which needs the user's lock too, does not wait noticeably.
const BATCH = 5_000;

const WRITTEN_TO = 'Some of these people have been written to';
const CHANGED =
  'Some of these people were changed since, or a campaign has their turn. The import was not undone.';

interface Key {
  user_id: number;
  id: number;
}

/** How many recipients an undo has deleted, and how many people have the values back that the import replaced. */
interface Undone {
  removed: number;
  restored: number;
}

interface Decision extends Key {
  deps: Needs;
  /** Makes the error of an import whose time is over. */
  tooLate: (message: string) => Error;
}

type Needs = Pick<Deps, 'asUser' | 'nudges' | 'noteInAuditLog' | 'clock'>;

/**
 * Deletes all recipients that an import added, and brings the values back that it replaced; 409 if one of the recipients
 * was written to or changed since, `tooLate` after 10 minutes. That is decided in one transaction; values and recipients
 * then follow in batches (docs/engine.md#undone-imports). Called again after a crash it continues.
 */
export async function undoImport(deps: Needs, key: Key, { tooLate = notFound } = {}): Promise<Undone> {
  const decided = await deps.asUser(key.user_id, (tx) => decide(tx, { ...key, deps, tooLate }));
  if (decided.restored > 0) await restoreAll(deps, key);
  return (await removeAll(deps, key)) ?? decided;
}

/** Continues undos that a crash has interrupted, until none is left or the signal is aborted. For a timer. */
export async function finishUndos(
  deps: Needs & Pick<Deps, 'readAsSystem' | 'log'>,
  signal?: AbortSignal,
): Promise<void> {
  const imports = await deps.readAsSystem('finding imports that are being undone', findUndone);
  const failure = 'The recipients of an import that is being undone could not be removed.';
  await forEachIsolated(imports, { log: deps.log, failure, signal }, async (key) => {
    await restoreAll(deps, key, signal);
    await removeAll(deps, key, signal);
  });
}

/** Returns what the undo will have done, if no value was changed since. */
async function decide(tx: Tx, { user_id, id, deps, tooLate }: Decision): Promise<Undone> {
  const now = deps.clock.now();
  if (!(await tryLockImport(tx, user_id))) throw conflict(IMPORT_RUNS);
  await allowLongStatements(tx, COUNT_MS);
  const made = await findImport(tx, { user_id, id });
  if (!made) throw notFound('Import not found');
  const { list_id, position, added, replaced, created_at, undone_at } = made;
  if (undone_at !== null) return { removed: added, restored: replaced };
  if (new Date(created_at) < new Date(oldestUndoable(now)))
    throw tooLate(`An import can be undone for ${IMPORT_UNDO_MINUTES} minutes, and they are over.`);
  // While the list is locked no campaign starts for the first time. A started one claims under the user's lock.
  await lockList(tx, list_id);
  const isAtWork = await hasStartedCampaign(tx, { user_id, list_id });
  if (isAtWork) await lockUser(tx, user_id);
  if ((await countUntouched(tx, { user_id, list_id, position })) !== added)
    throw conflict((await hasWritten(tx, { user_id, list_id, position, created_at })) ? WRITTEN_TO : CHANGED);
  if (!isAtWork) await lockUser(tx, user_id);
  const list = await findList(tx, { user_id, id: list_id });
  if (!list) throw notFound('List not found');
  await markUndone(tx, { user_id, id, now });
  await withdrawImportSource(tx, { user_id, import_id: id, now });
  const subject = { subject_id: list_id, subject_name: list.name };
  const after = { import_undone: added, ...(replaced > 0 && { replaced }) };
  await deps.noteInAuditLog(tx, { user_id, kind: 'recipients', ...subject, after });
  return { removed: added, restored: replaced };
}

/** Brings back what the import replaced; 409 if another import has begun meanwhile, which may change the same people. */
async function restoreAll(deps: Needs, key: Key, signal?: AbortSignal): Promise<void> {
  let left = true;
  while (left && !signal?.aborted)
    left = await deps.asUser(key.user_id, async (tx) => {
      if (!(await tryLockImport(tx, key.user_id))) throw conflict(IMPORT_RUNS);
      const { looked_at, restored } = await restoreReplaced(tx, { ...key, limit: BATCH });
      if (restored > 0) await countRestored(tx, { ...key, restored });
      return looked_at === BATCH;
    });
}

/** Returns what was done in all; undefined if it was stopped, or another call has ended it. */
async function removeAll(deps: Needs, key: Key, signal?: AbortSignal): Promise<Undone | undefined> {
  let after = 0;
  while (!signal?.aborted) {
    const done = await removeBatch(deps, { ...key, after });
    if (!done || done.last === null) return done && { removed: done.removed, restored: done.restored };
    after = done.last;
  }
  return undefined;
}

/**
 * The number removed so far, and the position to continue behind; null when none is left, undefined if it has ended.
 */
async function removeBatch(
  deps: Needs,
  { after, ...key }: Key & { after: number },
): Promise<(Undone & { last: number | null }) | undefined> {
  const { user_id } = key;
  return deps.asUser(user_id, async (tx, afterCommit) => {
    await lockUser(tx, user_id);
    const made = await findImport(tx, key);
    if (!made) return undefined;
    const { list_id, position, restored } = made;
    const batch = { user_id, list_id, position, after: Math.max(after, position - 1), limit: BATCH };
    const { removed, last } = await deleteImportedAfter(tx, batch);
    // A list that was deleted meanwhile is counted no more.
    await moveCounts(tx, { user_id, id: list_id }, { pending: -removed });
    const all = await countRemoved(tx, { ...key, removed });
    if (removed === BATCH) return { removed: all, restored, last };
    await deleteImport(tx, key);
    // The list's campaigns were handed nobody meanwhile, and may have nobody left.
    await sweepSoon(tx, user_id);
    deps.nudges.nudge({ tx, afterCommit }, user_id);
    return { removed: all, restored, last: null };
  });
}
