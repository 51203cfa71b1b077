import type { ElementHandle, Page } from 'puppeteer-core';

/** What a function in the page gets: the elements, or the selectors that lead to them, each in the first of the last. */
export type Found = readonly Element[] | readonly string[];

/** Selectors that only puppeteer can follow. */
const PUPPETEERS = /^\s*(aria|text|xpath|pierce)[/=]|>>>|::-p-/;

/**
 * Runs a function in the page on the elements of a selector, or of one inside the first element of another. Puppeteer
 * needs a dozen calls to find elements, so plain CSS is followed in the page: `found` is the selectors then.
 */
export async function onElements<Given extends unknown[], Result>(
  page: Page,
  path: readonly string[],
  job: (found: Found, ...given: Given) => Result,
  ...given: Given
): Promise<Awaited<Result>> {
  const run = job as (...all: unknown[]) => Result;
  if (!path.some((selector) => PUPPETEERS.test(selector))) return page.evaluate(run, path, ...given);
  let root: Page | ElementHandle = page;
  for (const selector of path.slice(0, -1)) {
    const inner: ElementHandle | null = await root.$(selector);
    if (!inner)
      return page.evaluate(
        run,
        path.map(() => ':not(*)'),
        ...given,
      );
    root = inner;
  }
  return root.$$eval(path.at(-1) ?? '', run, ...given);
}

/** The first visible element of a selector. */
export async function findVisible(page: Page, selector: string): Promise<ElementHandle | undefined> {
  if (!PUPPETEERS.test(selector)) {
    const found = await page.evaluateHandle(
      (css) =>
        [...document.querySelectorAll(css)].find((one) => one.checkVisibility({ visibilityProperty: true })),
      selector,
    );
    return (found.asElement() as ElementHandle | null) ?? undefined;
  }
  for (const element of await page.$$(selector)) {
    if (await element.evaluate((one) => one.checkVisibility({ visibilityProperty: true }))) return element;
  }
  return undefined;
}
