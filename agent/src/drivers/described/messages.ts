import type { ElementHandle, Page } from 'puppeteer-core';
import type { Clock } from '../../clock.ts';
import type { SiteDescription } from './description.ts';
import { readShown, type ShownMessage, toWords } from './page-text.ts';
import { isShown } from './shown.ts';
import { watch } from './watch.ts';

export interface ReadThread {
  page: Page;
  clock: Clock;
  description: SiteDescription;
}

/** How many of the account's own messages are counted in a list that holds only what is on the screen. */
export const WALK_LIMIT = 100;
const QUIET_MS = 600;
const LOAD_LIMIT_MS = 30_000;
const STEP_MS = 120;

/** The account's own messages that the page holds now, with their marks. */
export async function readOwn({ page, description: { messages } }: ReadThread): Promise<ShownMessage[]> {
  const list = await page.$(messages.list);
  if (!list) throw new Error(`The page has no list of messages ("messages.list" is ${messages.list}).`);
  const { text, pending, sent, refused, id } = messages;
  const own = await list.$$eval(messages.own, readShown, { text, pending, sent, refused, id });
  await list.dispose();
  return own;
}

/** Those of the messages that have this text and have certainly left. */
export function copiesOf(own: readonly ShownMessage[], message: string): ShownMessage[] {
  return own.filter((one) => isCopy(one, message) && !one.isPending && !one.isRefused && one.isSent);
}

/** Whether the message has this text, sent or not. */
export function isCopy(shown: ShownMessage, message: string): boolean {
  return toWords(shown.text) === toWords(message);
}

/**
 * Waits until the history has loaded. A count that is too low before the click makes a wrong 'sent' after it, so a list
 * that still grows is not read.
 */
export async function awaitHistory(thread: ReadThread): Promise<void> {
  const { page, clock, description } = thread;
  let last = '';
  let since = clock.monotonic();
  const isQuiet = await watch({ page, clock, withinMs: LOAD_LIMIT_MS }, async () => {
    const isLoading = description.loading !== undefined && (await isShown(page, description.loading));
    const now = isLoading ? 'loading' : await describeList(thread);
    if (now !== last) since = clock.monotonic();
    last = now;
    return !isLoading && clock.monotonic() - since >= QUIET_MS ? true : undefined;
  });
  if (!isQuiet)
    throw new Error(`The history of the thread did not load within ${LOAD_LIMIT_MS / 1000} seconds.`);
}

/**
 * The account's own messages in the thread. Where the list holds only what is on the screen, it is scrolled upwards from
 * its end until it has shown `WALK_LIMIT` of them or its beginning: a number of messages, never one of pixels, so that
 * two counts are of the same part.
 */
export async function readHistory(thread: ReadThread): Promise<ShownMessage[]> {
  await awaitHistory(thread);
  if (thread.description.messages.id === undefined) return readOwn(thread);
  await scrollToEnd(thread);
  const found = new Map<string, ShownMessage>();
  for (;;) {
    await awaitHistory(thread);
    const before = found.size;
    const shown = (await readOwn(thread)).filter(({ id }) => id !== null).sort((a, b) => b.top - a.top);
    for (const one of shown) if (one.id !== null && !found.has(one.id)) found.set(one.id, one);
    if (found.size >= WALK_LIMIT) break;
    if (!(await scroll(thread, 'up')) && found.size === before) break;
  }
  await scrollToEnd(thread);
  return [...found.values()].slice(0, WALK_LIMIT);
}

/** Shows the newest messages. */
export async function scrollToEnd(thread: ReadThread): Promise<void> {
  const { page, clock } = thread;
  await watch({ page, clock, withinMs: LOAD_LIMIT_MS }, async () =>
    (await scroll(thread, 'end')) ? undefined : true,
  );
}

/** Whether that moved the list. */
async function scroll(
  { page, clock, description: { messages } }: ReadThread,
  to: 'up' | 'end',
): Promise<boolean> {
  const list = await page.$(messages.list);
  if (!list) return false;
  const hasMoved = await list.evaluate(scrollList, to);
  await list.dispose();
  if (hasMoved) await clock.sleep(STEP_MS);
  return hasMoved;
}

async function describeList({ page, description: { messages } }: ReadThread): Promise<string> {
  const list: ElementHandle | null = await page.$(messages.list);
  if (!list) return 'none';
  const said = await list.evaluate((element) => `${element.querySelectorAll('*').length}`);
  await list.dispose();
  return said;
}

/** Runs in the page: scrolls by most of a screen, in the list or in what it lies in. */
function scrollList(list: Element, to: 'up' | 'end'): boolean {
  const scrolls = (element: Element) =>
    element.scrollHeight > element.clientHeight + 1 &&
    /auto|scroll/.test(getComputedStyle(element).overflowY);
  const around = function* (start: Element | null) {
    for (let one = start; one; one = one.parentElement) yield one;
  };
  const scroller =
    [...around(list)].find(scrolls) ??
    [...list.querySelectorAll('*')].find(scrolls) ??
    document.scrollingElement ??
    list;
  const before = scroller.scrollTop;
  const isReversed = getComputedStyle(scroller).flexDirection === 'column-reverse';
  const end = isReversed ? 0 : scroller.scrollHeight;
  scroller.scrollTo({
    top: to === 'end' ? end : before - scroller.clientHeight * 0.7,
    behavior: 'instant',
  });
  return Math.abs(scroller.scrollTop - before) > 1;
}
