import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

const STEP_MS = 500;
const MOST_STEPS = 100;

type Asked = { at: number[]; answered: Promise<unknown> };

/**
 * Moves the page's clock and asserts the interval of the page's polls. The clock must be installed before the page is
 * loaded, and runs by itself afterwards.
 */
export async function assertPolls(page: Page, url: RegExp, everyMs: number): Promise<void> {
  await stopClock(page);
  await page.evaluate((pattern) => {
    const asked: Asked = { at: [], answered: Promise.resolve() };
    Object.assign(window, { asked });
    const plain = window.fetch;
    window.fetch = (input, init) => {
      const answer = plain(input, init);
      if ((init?.method ?? 'GET') === 'GET' && new RegExp(pattern).test(String(input))) {
        asked.at.push(Date.now());
        asked.answered = answer.then((response) => response.clone().text()).catch(() => undefined);
      }
      return answer;
    };
  }, url.source);
  let intervals: number[] = [];
  for (let steps = 0; !intervals.includes(everyMs) && steps < MOST_STEPS; steps += 1) {
    await page.clock.runFor(STEP_MS);
    const at = await page.evaluate(async () => {
      const { asked } = window as unknown as { asked: Asked };
      // An unanswered poll delays the next one.
      await asked.answered;
      return asked.at;
    });
    // The first of them may have been due while the clock was being stopped.
    intervals = at.slice(2).map((moment, index) => moment - (at[index + 1] ?? 0));
  }
  // A slow page may take in an answer while its clock runs again, which makes one interval longer, and none shorter.
  assert.equal(Math.min(...intervals), everyMs, `intervals of ${intervals}`);
  await page.clock.resume();
}

/** Stops the page's clock a step ahead of its time. */
async function stopClock(page: Page): Promise<void> {
  const stop = async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + STEP_MS);
  try {
    await stop();
  } catch {
    // A slow machine reached that moment before the call, which then stops the clock and throws: now it waits.
    await stop();
  }
}
