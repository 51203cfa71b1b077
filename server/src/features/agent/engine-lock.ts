import type { Tx } from '../../database/transaction.ts';

/**
 * Begins an engine transaction: one user's steps are serial (engine.md, idea 3). A statement of its own, so that
 * the next one's snapshot is younger than the lock. `mayBeLost`: the commit need not wait for the disk.
 *
 * Generic plans: planning these statements takes 1 to 4 ms, running them 0.6. The array of users keeps one name
 * for all of them.
 */
export async function lockEngine(
  tx: Tx,
  { userIds, mayBeLost = false }: { userIds: number[]; mayBeLost?: boolean },
): Promise<void> {
  await tx.client.query({
    name: 'engine-lock',
    text: `select set_config('plan_cache_mode', 'force_generic_plan', true),
        set_config('synchronous_commit', case when $2 then 'off' else current_setting('synchronous_commit') end, true),
        (select count(pg_advisory_xact_lock(1, id::int))
          from (select distinct id from unnest($1::bigint[]) as given (id) order by id) ordered)`,
    values: [userIds, mayBeLost],
  });
}
