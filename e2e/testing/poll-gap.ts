import type { Page } from 'playwright-core';

const STEP_MS = 100;
const LOOKS = 3;

/**
 * After how many milliseconds, by the page's clock, a page asks for the same again: the shortest of some waits, as an
 * answer that is slow to come puts the next look off. The page's clock stands still afterwards; it has to be
 * installed before the page is loaded.
 */
export async function pollGap(page: Page, url: RegExp): Promise<number> {
  let looks = 0;
  page.on('request', (request) => {
    if (request.method() === 'GET' && url.test(request.url())) looks += 1;
  });
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + STEP_MS);
  const gaps: number[] = [];
  for (let passed = 0, last: number | undefined; gaps.length < LOOKS; passed += STEP_MS) {
    const before = looks;
    await page.clock.runFor(STEP_MS);
    if (looks === before) continue;
    if (last !== undefined) gaps.push(passed - last);
    last = passed;
  }
  return Math.min(...gaps);
}
