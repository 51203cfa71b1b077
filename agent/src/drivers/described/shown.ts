import type { ElementHandle, Page } from 'puppeteer-core';
import type { Mark, StepsDescription } from './description.ts';
import { type Found, onElements } from './elements.ts';

const ALERTS = '[role=alert], [role=alertdialog], [role=dialog], dialog[open]';

/** Whether an element of this selector is visible. */
export async function isShown(page: Page, selector: string): Promise<boolean> {
  return (await onElements(page, [selector], readMark, [])) !== null;
}

/** What the page says at the first of the marks that it shows. Undefined if it shows none. */
export async function findMark(page: Page, marks: readonly Mark[]): Promise<string | undefined> {
  for (const { shown, words } of marks) {
    const said = await onElements(page, [shown], readMark, words ?? []);
    if (said !== null) return said;
  }
  return undefined;
}

/** The text of an alert or a dialog that has one of the words that mean stop. */
export async function findTryLater(
  page: Page,
  { tryLater, messages, composer }: StepsDescription,
): Promise<string | undefined> {
  if (tryLater.length === 0) return undefined;
  if ((await onElements(page, [ALERTS], readMark, tryLater)) === null) return undefined;
  // A thread may lie in a dialog itself, and people may write these words.
  const thread: ElementHandle[] = [...(await page.$$(messages.list)), ...(await page.$$(composer.field))];
  return (await page.$$eval(ALERTS, readAlert, tryLater, ...thread)) ?? undefined;
}

/** Runs in the page: the text of the first visible one that has one of the words, if there are any. */
function readMark(found: Found, words: string[]): string | null {
  const elements =
    typeof found[0] === 'string' ? document.querySelectorAll(found[0]) : (found as readonly Element[]);
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
