import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

const MOST_SHIFT = 0.02;

/** Counts layout shifts on every page that is loaded from now on. */
export async function watchLayoutShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const target = window as unknown as { layoutShift: number; shifted: string[] };
    target.layoutShift = 0;
    target.shifted = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node?: Element | null }[];
        };
        if (shift.hadRecentInput) continue;
        target.layoutShift += shift.value;
        target.shifted.push(
          `${shift.value.toFixed(4)} ${shift.sources.map(({ node }) => node?.className || node?.nodeName).join(' | ')}`,
        );
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The sum of shifts since the page was loaded, and their elements, for the message of a failed test. */
function readLayoutShift(page: Page): Promise<{ sum: number; shifted: string[] }> {
  return page.evaluate(() => {
    const { layoutShift: sum, shifted } = window as unknown as { layoutShift: number; shifted: string[] };
    return { sum, shifted };
  });
}

/** Asserts that nothing shifts by itself, which a reader, or a user about to press, would notice. */
export async function assertStill(page: Page, what: string): Promise<void> {
  const { sum, shifted } = await readLayoutShift(page);
  assert.ok(sum <= MOST_SHIFT, `${what} moved by ${sum.toFixed(4)}:\n${shifted.join('\n')}`);
}
