import { DATABASE_TIME, readDatabaseTime } from '../database/time-queries.ts';
import type { Step } from './events.ts';

/**
 * Begins an engine transaction: one user's steps are serial (docs/engine.md#locks). A statement of its own, so that
 * the next one's snapshot is younger than the lock. `mayBeLost`: the commit need not wait for the disk.
 *
 * Generic plans: planning these statements takes 1 to 4 ms, running them 0.6.
 */
export async function lockEngine(
  { tx, deps }: Pick<Step, 'tx' | 'deps'>,
  { user_ids, mayBeLost = false }: { user_ids: number[]; mayBeLost?: boolean },
): Promise<void> {
  // The time is that of after the wait, and so asked for beside what has waited.
  const { rows } = await tx.query<{ moment: number }>(
    `select set_config('plan_cache_mode', 'force_generic_plan', true),
        set_config('synchronous_commit', case when $2 then 'off' else current_setting('synchronous_commit') end, true),
        case when locked.count >= 0 then ${DATABASE_TIME} end as moment
      from (select count(pg_advisory_xact_lock(1, id::int))
        from (select distinct id from unnest($1::bigint[]) as given (id) order by id) ordered) locked`,
    [user_ids, mayBeLost],
  );
  if (rows[0]) deps.clock.learn(new Date(rows[0].moment));
}

/** The same for what takes no lock: lets this server's clock follow the database's. */
export async function learnTime({ tx, deps }: Pick<Step, 'tx' | 'deps'>): Promise<void> {
  deps.clock.learn(await readDatabaseTime(tx));
}
