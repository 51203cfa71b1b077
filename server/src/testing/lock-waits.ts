import { setTimeout as pause } from 'node:timers/promises';
import type { TestDatabase } from './test-database.ts';

const LOOK_EVERY_MS = 10;

/** Resolves once that many transactions of this database wait for a lock. */
export async function waitForLockWaits({ pool }: TestDatabase, waiting: number): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if ((rows[0]?.count ?? 0) >= waiting) return;
    await pause(LOOK_EVERY_MS);
  }
}
