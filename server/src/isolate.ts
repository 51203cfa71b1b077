import { isDatabaseAway } from './database/outage.ts';
import type { Log } from './log.ts';

/**
 * Does a timer's work for each of several users or campaigns: what fails for one is logged with it, and the others
 * have their turn. A database that is away ends it.
 */
export async function forEachIsolated<Item extends object>(
  items: Iterable<Item>,
  { log, failure, signal }: { log: Log; failure: string; signal?: AbortSignal | undefined },
  work: (item: Item) => Promise<void>,
): Promise<void> {
  for (const item of items) {
    if (signal?.aborted) return;
    await work(item).catch((err: unknown) => {
      // It fails for all of them alike, and the timer tells of it.
      if (isDatabaseAway(err)) throw err;
      log.warn({ err, item }, failure);
    });
  }
}
