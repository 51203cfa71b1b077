import type { RecipientBulkAction, RecipientStatus } from '@pigeonpost/contract/recipients';
import { lockUser } from '../../../database/locks.ts';
import type { Tx } from '../../../database/transaction.ts';
import { guardRecipientChanges } from '../../../engine/by-hand/manual-change.ts';
import type { EngineContext } from '../../../engine/context.ts';
import { notFound } from '../../../errors.ts';
import { findList, moveCounts } from '../../lists/queries.ts';
import { RESTORABLE_MS } from '../deleted-queries.ts';
import { drawNextPosition } from '../manual-change.ts';
import {
  deleteRecipients,
  type Found,
  findMatching,
  listChangeableIds,
  type Matching,
  setStatuses,
} from './bulk-change-queries.ts';

/** Short enough that Pause, which needs the user's lock too, does not wait noticeably. */
export const BULK_BATCH = 5_000;

interface Batch {
  changed: number;
  busy: number;
  last_id: number | null;
}

/** Deletes the next batch of those that match, or sets their status. */
export async function changeMatching(
  context: EngineContext,
  matching: Matching & { action: RecipientBulkAction },
): Promise<Batch> {
  const { changed, busy, last_id } = await changeFound(context, {
    ...matching,
    find: (tx) => findMatching(tx, { ...matching, limit: BULK_BATCH }),
  });
  return { changed, busy: busy.size, last_id };
}

/** Deletes those of a list with these ids, who can be brought back for a while, or sets their status. */
export async function changeByIds(
  context: EngineContext,
  wanted: Pick<Change, 'user_id' | 'list_id' | 'action'> & { ids: number[]; now: Date },
): Promise<Batch & { busy_ids: number[] }> {
  const { changed, busy, last_id } = await changeFound(context, {
    ...wanted,
    find: async (tx) => ({ ids: await listChangeableIds(tx, wanted), last_id: null }),
    restorable_until: new Date(wanted.now.getTime() + RESTORABLE_MS),
  });
  return { changed, busy: busy.size, busy_ids: [...busy], last_id };
}

interface Change {
  user_id: number;
  list_id: number;
  action: RecipientBulkAction;
  /** Gives ids in order, once the user's lock is held. */
  find: (tx: Tx) => Promise<Found>;
  restorable_until?: Date;
}

/**
 * A change of many by the rules of a change by hand: who is being sent to is left alone, who is only leased leaves the
 * campaign (docs/engine.md#manual-changes).
 */
async function changeFound(context: EngineContext, change: Change) {
  const { tx } = context;
  const { user_id, list_id, action, find, restorable_until } = change;
  if (!(await findList(tx, { user_id, id: list_id }))) throw notFound('List not found');
  const position = action === 'pending' ? await drawNextPosition(tx, list_id) : null;
  await lockUser(tx, user_id);
  const { ids, last_id } = await find(tx);
  const busy = new Set(await guardRecipientChanges(context, { user_id, recipient_ids: ids }));
  const free = ids.filter((id) => !busy.has(id));
  const before =
    action === 'delete'
      ? await deleteRecipients(tx, { user_id, ids: free, restorable_until })
      : await setStatuses(tx, { user_id, ids: free, status: action, position });
  const moved: Partial<Record<RecipientStatus, number>> = {};
  for (const { status, count } of before) moved[status] = -count;
  const changed = before.reduce((sum, { count }) => sum + count, 0);
  if (action !== 'delete') moved[action] = (moved[action] ?? 0) + changed;
  await moveCounts(tx, { user_id, id: list_id }, moved);
  return { changed, busy, last_id };
}
