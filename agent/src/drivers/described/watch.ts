import type { Page } from 'puppeteer-core';
import type { Clock } from '../../clock.ts';

interface Watch {
  page: Page;
  clock: Clock;
  withinMs: number;
}

const POLL_MS = 200;

/**
 * Looks again and again until there is something; undefined when the time is over. A look at a page that is just
 * changing may fail: only the last failure counts, and one that waiting cannot heal.
 */
export async function watch<T>(
  { page, clock, withinMs }: Watch,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const end = clock.monotonic() + withinMs;
  for (;;) {
    const isLast = clock.monotonic() >= end;
    try {
      const found = await look();
      if (found !== undefined || isLast) return found;
    } catch (error) {
      if (isLast || page.isClosed() || !page.browser().connected || isWrongSelector(error)) throw error;
    }
    await clock.sleep(POLL_MS);
  }
}

function isWrongSelector(error: unknown): boolean {
  return /not a valid (XPath )?(selector|expression)/i.test((error as Error).message);
}
