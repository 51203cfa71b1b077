import type { Page } from 'puppeteer-core';
import type { Clock } from '../../clock.ts';
import { countShown, findersIn } from './page-finders.ts';
import type { Selectors } from './selectors.ts';

const POLL_MS = 50;
const LIMIT_MS = 30_000;

/**
 * Opens an address and waits for an element of the thread. Gives what the page showed as loading until then, and
 * undefined if nothing. Throws if the element does not come within half a minute.
 */
export async function openAndWatch(
  page: Page,
  { address, ready, people, clock }: { address: string; ready: string; people: string[]; clock: Clock },
): Promise<string | undefined> {
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  const { selectors } = await findersIn(page, people);
  const end = clock.monotonic() + LIMIT_MS;
  const seen = new Set<string>();
  while ((await countShown(page, ready)) === 0) {
    if (clock.monotonic() > end)
      throw new Error(`The page ${address} did not show the thread in half a minute.`);
    for (const selector of await page.evaluate(busyIn, selectors)) seen.add(selector);
    await clock.sleep(POLL_MS);
  }
  for (const selector of seen) if ((await countShown(page, selector)) === 0) return selector;
  return undefined;
}

/** Runs in the page. */
function busyIn({ uniqueFor }: Selectors): string[] {
  const busy = '[aria-busy=true], [role=progressbar], progress, [class*=spinner i], [class*=loading i]';
  return [...document.querySelectorAll(busy)].flatMap((element) => {
    if (!element.checkVisibility({ visibilityProperty: true })) return [];
    return element.matches('[aria-busy=true]') ? ['[aria-busy="true"]'] : uniqueFor(element).slice(0, 1);
  });
}
