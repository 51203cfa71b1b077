import type { ElementHandle, Page } from 'puppeteer-core';
import type { Mark, SiteDescription } from './description.ts';

/** Whether an element of this selector is visible. */
export async function isShown(page: Page, selector: string): Promise<boolean> {
  return page.$$eval(selector, (elements) =>
    elements.some((element) => element.checkVisibility({ visibilityProperty: true })),
  );
}

/** The first visible element of this selector. */
export async function findVisible(page: Page, selector: string): Promise<ElementHandle | undefined> {
  for (const element of await page.$$(selector)) {
    if (await element.evaluate((one) => one.checkVisibility({ visibilityProperty: true }))) return element;
  }
  return undefined;
}

/** What the page says at the first of the marks that it shows. Undefined if it shows none. */
export async function findMark(page: Page, marks: readonly Mark[]): Promise<string | undefined> {
  for (const { shown, words } of marks) {
    const said = await page.$$eval(shown, readMark, words ?? []);
    if (said !== null) return said;
  }
  return undefined;
}

/** The text of an alert or a dialog that has one of the words that mean stop. */
export async function findTryLater(
  page: Page,
  { tryLater, messages, composer }: SiteDescription,
): Promise<string | undefined> {
  if (tryLater.length === 0) return undefined;
  // A thread may lie in a dialog itself, and people may write these words.
  const thread = [...(await page.$$(messages.list)), ...(await page.$$(composer.field))];
  const said = await page.$$eval(
    '[role=alert], [role=alertdialog], [role=dialog], dialog[open]',
    readAlert,
    tryLater,
    ...thread,
  );
  return said ?? undefined;
}

/** Runs in the page. */
function readMark(elements: Element[], words: string[]): string | null {
  for (const element of elements) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    // biome-ignore lint/performance/useDomNodeTextContent: hidden parts of it say nothing
    const text = ((element as HTMLElement).innerText ?? '').replace(/\s+/g, ' ').trim();
    const isMeant = words.some((one) => text.toLowerCase().includes(one.toLowerCase()));
    if (words.length === 0 || isMeant) return text.slice(0, 300);
  }
  return null;
}

/** Runs in the page. */
function readAlert(elements: Element[], words: string[], ...thread: Node[]): string | null {
  const isAround = (element: Element) =>
    thread.some((part) => {
      for (let node: Node | null = part; node; node = node.parentNode ?? (node as ShadowRoot).host ?? null) {
        if (node === element) return true;
      }
      return false;
    });
  for (const element of elements) {
    if (!element.checkVisibility({ visibilityProperty: true }) || isAround(element)) continue;
    // biome-ignore lint/performance/useDomNodeTextContent: hidden parts of it say nothing
    const text = ((element as HTMLElement).innerText ?? '').replace(/\s+/g, ' ').trim();
    if (words.some((one) => text.toLowerCase().includes(one.toLowerCase()))) return text.slice(0, 300);
  }
  return null;
}
