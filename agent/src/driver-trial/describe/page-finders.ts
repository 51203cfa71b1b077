import type { ElementHandle, JSHandle, Page } from 'puppeteer-core';
import { createSelectors, type Selectors } from './selectors.ts';
import { createThreadParts, type MessageSelectors, type ThreadParts } from './thread-parts.ts';

/** Where the name of a thread's person stands. */
export interface NamePlace {
  selectors: string[];
  attribute: string | null;
  /** The whole text or value, with {person} for the name. */
  is: string;
}

/** Finds selectors in the page that is shown now; names of people are left out of them. */
export interface PageFinders {
  selectors: JSHandle<Selectors>;
  parts: JSHandle<ThreadParts>;
}

/** Each one is tried on the second thread. */
const MAX_PROPOSED = 16;

/** The finders of the shown page. */
export async function findersIn(page: Page, people: string[]): Promise<PageFinders> {
  const selectors = await page.evaluateHandle(createSelectors, people);
  return { selectors, parts: await page.evaluateHandle(createThreadParts, selectors) };
}

/** Selectors that match this element alone, the most stable one first. */
export async function selectorsOf(
  page: Page,
  { selectors }: PageFinders,
  element: ElementHandle<Element>,
): Promise<string[]> {
  const found = await selectors.evaluate(
    (one, target) => [...one.uniqueFor(target), ...one.generatedFor(target)],
    element,
  );
  // Only puppeteer knows accessible names; the others were tried in the page.
  const isAria = (selector: string) => selector.startsWith('aria/');
  const named = await keepAlone(page, found.filter(isAria));
  return found.filter((selector) => !isAria(selector) || named.includes(selector)).slice(0, MAX_PROPOSED);
}

/** Those of the selectors that match one visible element of the page. */
export async function keepAlone(page: Page, selectors: readonly string[]): Promise<string[]> {
  const alone: string[] = [];
  for (const selector of selectors) if ((await countShown(page, selector)) === 1) alone.push(selector);
  return alone;
}

/** How many visible elements this selector matches. */
export function countShown(page: Page, selector: string): Promise<number> {
  return page.$$eval(
    selector,
    (elements) => elements.filter((one) => one.checkVisibility({ visibilityProperty: true })).length,
  );
}

/** The field that a person clicked, or undefined if that is none. */
export async function fieldOf({ parts }: PageFinders, clicked: ElementHandle<Element>) {
  const found = await parts.evaluateHandle((one, element) => one.fieldOf(element), clicked);
  return (found.asElement() as ElementHandle<Element> | null) ?? undefined;
}

/** The button that a person clicked, perhaps on its picture. */
export async function buttonOf({ parts }: PageFinders, clicked: ElementHandle<Element>) {
  const found = await parts.evaluateHandle((one, element) => one.buttonOf(element), clicked);
  return found.asElement() as ElementHandle<Element>;
}

/** The selectors of the messages, or undefined if the two are not of one list. */
export async function messagesOf(
  { parts }: PageFinders,
  own: ElementHandle<Element>,
  theirs: ElementHandle<Element>,
): Promise<MessageSelectors | undefined> {
  return (await parts.evaluate((one, mine, other) => one.messagesOf(mine, other), own, theirs)) ?? undefined;
}

/** Where the page shows this name, outside its messages. */
export function findName(
  { parts, selectors }: PageFinders,
  person: string,
  messages: string,
): Promise<NamePlace[]> {
  return parts.evaluate(
    (one, other, name, apartFrom) =>
      one.namesOf(name, apartFrom).map(({ element, attribute, is }) => ({
        selectors: other.uniqueFor(element).filter((selector) => !selector.startsWith('aria/')),
        attribute,
        is,
      })),
    selectors,
    person,
    messages,
  );
}
