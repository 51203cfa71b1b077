import { deleteRows } from '../../database/sql/delete-rows.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { deleteEngineRows } from '../../engine/remove-user.ts';
import { forEachIsolated } from '../../isolate.ts';
import { findDeletedUsers, forgetDeletedUser } from './queries.ts';

// The same as for requeueing, so that no transaction is long.
const ROWS_A_BATCH = 1000;
// Longer than any call: one that began before the user was deleted may still write rows.
const LOOKED_AFTER_MS = 3_600_000;

/**
 * Every table with rows of a user except the engine's and those that go with the user's own row. The security log keeps
 * its lines.
 */
const TABLES_OF_A_USER = [
  'requests',
  'ticket_messages',
  'tickets',
  'campaign_logs',
  'daily_performance',
  'campaign_profiles',
  'campaigns',
  'recipients',
  'deleted_recipients',
  'lists',
  'replies',
  'person_notes',
  'people',
  'people_versions',
  'views',
  'withdrawn_sources',
  'sources',
  'tags',
  'fields',
  'opt_out_links',
  'recovered_links',
  'link_recoveries',
  'erasure_wishes',
  'erasures',
  'erased_people',
  'do_not_contact',
  'deleted_do_not_contact',
  'profiles',
  'templates',
] as const;

type DeleteBatch = (tx: Tx, batch: { user_id: number; limit: number }) => Promise<number>;

/** The engine's rows first, because they refer to campaigns, recipients and profiles. */
const PARTS: DeleteBatch[] = [
  deleteEngineRows,
  ...TABLES_OF_A_USER.map(
    (table): DeleteBatch =>
      (tx, batch) =>
        deleteRows(tx, { table, ...batch }),
  ),
];

/**
 * Deletes every row of deleted users, in short transactions, until none is left or the signal is aborted
 * (docs/behaviour.md#deletions). For a timer; the next call finds what a crash left.
 */
export async function removeDeletedUsers(
  deps: Pick<Deps, 'asSystem' | 'readAsSystem' | 'clock' | 'log'>,
  signal?: AbortSignal,
): Promise<void> {
  const users = await deps.readAsSystem('finding deleted users', findDeletedUsers);
  const failure = 'The rows of a deleted user could not be removed.';
  await forEachIsolated(users, { log: deps.log, failure, signal }, async ({ id, deleted_at }) => {
    for (const deleteBatch of PARTS) {
      let removed = ROWS_A_BATCH;
      while (removed === ROWS_A_BATCH && !signal?.aborted)
        removed = await deps.asSystem('removing a deleted user', (tx) =>
          deleteBatch(tx, { user_id: id, limit: ROWS_A_BATCH }),
        );
    }
    const isOver = deps.clock.now().getTime() - Date.parse(deleted_at) > LOOKED_AFTER_MS;
    if (isOver && !signal?.aborted)
      await deps.asSystem('removing a deleted user', (tx) => forgetDeletedUser(tx, id));
  });
}
