import type { Page } from 'playwright-core';

/** From now on every page that is loaded counts what moves on it by itself. */
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

/** The sum of what moved since the page was loaded, and what it was, for the message of a failed test. */
export function readLayoutShift(page: Page): Promise<{ sum: number; shifted: string[] }> {
  return page.evaluate(() => {
    const { layoutShift: sum, shifted } = window as unknown as { layoutShift: number; shifted: string[] };
    return { sum, shifted };
  });
}
