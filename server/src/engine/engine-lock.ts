import { startStopwatch } from '../clock.ts';
import { KEEP_PLANS } from '../database/engine/engine-step.ts';
import { readDatabaseTime } from '../database/time-queries.ts';
import type { EngineContext } from './context.ts';

/**
 * Begins an engine transaction: one user's steps are serial (docs/engine.md#locks). A statement of its own, so that
 * the next one's snapshot is younger than the lock. It sees tests from then on (docs/engine.md#tests).
 */
export async function lockEngine(
  { tx, deps }: Pick<EngineContext, 'tx' | 'deps'>,
  { user_ids }: { user_ids: number[] },
): Promise<void> {
  const seconds = startStopwatch();
  const { rows } = await tx.query<{ moment: number }>(
    `select ${KEEP_PLANS}, set_config('app.shows_tests', 'on', true),
      extract(epoch from lock_users($1::bigint[], null))::float8 * 1000 as moment`,
    [user_ids],
  );
  if (rows[0]) deps.clock.learn(rows[0].moment, seconds());
}

/** The same for what takes no lock: lets this server's clock follow the database's. */
export async function learnTime({ tx, deps }: Pick<EngineContext, 'tx' | 'deps'>): Promise<void> {
  const seconds = startStopwatch();
  deps.clock.learn(await readDatabaseTime(tx), seconds());
}
