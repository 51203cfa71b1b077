import { isDatabaseAway, isDiskFull } from './database/outage.ts';
import type { Log } from './log.ts';

/**
 * Does a timer's work for each of several users or campaigns: a failure of one is logged with it, and the rest still
 * run. An outage of the database, or its full disk, ends it.
 */
export async function forEachIsolated<Item extends object>(
  items: Iterable<Item>,
  { log, failure, signal }: { log: Log; failure: string; signal?: AbortSignal | undefined },
  work: (item: Item) => Promise<void>,
): Promise<void> {
  for (const item of items) {
    if (signal?.aborted) return;
    await work(item).catch((err: unknown) => {
      // It fails for all of them, and the timer reports it.
      if (isDatabaseAway(err) || isDiskFull(err)) throw err;
      log.warn({ err, item }, failure);
    });
  }
}
