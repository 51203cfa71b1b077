import type { Page } from 'puppeteer-core';
import type { Clock } from '../../clock.ts';
import type { StepsDescription } from './description.ts';
import { type Found, onElements } from './elements.ts';
import { readShown, type ShownMessage, toWords } from './page-text.ts';
import { isShown } from './shown.ts';
import { watch } from './watch.ts';

export interface ReadThread {
  page: Page;
  clock: Clock;
  description: StepsDescription;
}

interface Scrolled {
  hasMoved: boolean;
  /** Where the content ends, as a place on the screen. */
  contentBottom: number;
}

/** How many of the account's own messages are counted in a list that holds only what is on the screen. */
const WALK_LIMIT = 30;
const LOAD_LIMIT_MS = 30_000;
/** How long a list stays as it is before it counts as loaded. */
const QUIET_MS = 600;
const DRAWN_MS = 100;
/** Two rows of a list lie further apart than this. */
const ROW_DISTANCE = 4;

/** The account's own messages that the page holds now, the newest first. `remember`: they are known from now on. */
export function readOwn(thread: ReadThread, remember = false): Promise<ShownMessage[]> {
  return readMessages(thread, thread.description.messages.own, remember);
}

/** The messages of this selector that the page holds now, the newest first. */
export async function readMessages(
  { page, description: { messages } }: ReadThread,
  selector: string,
  remember = false,
): Promise<ShownMessage[]> {
  const { list, text, time, id, pending, sent, refused } = messages;
  const marks = { text, time, id, pending, sent, refused, remember };
  const found = await onElements(page, [list, selector], readShown, marks);
  if (!found) throw new Error(`The page has no list of messages ("messages.list" is ${list}).`);
  return found.sort((a, b) => b.bottom - a.bottom);
}

/** Whether the message has this text, sent or not. */
export function isCopy(shown: ShownMessage, message: string): boolean {
  return toWords(shown.text) === toWords(message);
}

/** Whether the message has this text and has certainly left. */
export function isSentCopy(shown: ShownMessage, message: string): boolean {
  return isCopy(shown, message) && !shown.isPending && !shown.isRefused && shown.isSent;
}

/**
 * The account's own messages in the thread, the newest first, once the history has loaded. A list that holds only what
 * is on the screen is scrolled upwards until it has shown `WALK_LIMIT` of them or its beginning: a number of messages,
 * never one of pixels, so that two counts are of the same part.
 */
export async function readHistory(thread: ReadThread): Promise<ShownMessage[]> {
  await awaitQuiet(thread, QUIET_MS);
  if (!thread.description.messages.virtual) return readOwn(thread);
  await scrollToEnd(thread);
  const found: ShownMessage[] = [];
  let reached = Number.NEGATIVE_INFINITY;
  for (let isAtStart = false; found.length < WALK_LIMIT; ) {
    const end = await scroll(thread, 'none').then(({ contentBottom }) => contentBottom);
    for (const one of await readOwn(thread)) {
      // Measured from the end: rows further up may still change their height.
      const fromEnd = end - one.bottom;
      if (fromEnd <= reached + ROW_DISTANCE) continue;
      found.push(one);
      reached = fromEnd;
    }
    if (isAtStart) break;
    const { hasMoved } = await scroll(thread, 'up');
    await awaitQuiet(thread, hasMoved ? DRAWN_MS : QUIET_MS);
    isAtStart = !hasMoved && !(await scroll(thread, 'up')).hasMoved;
  }
  await scrollToEnd(thread);
  return found.slice(0, WALK_LIMIT);
}

/** Shows the newest messages of a list that holds only what is on the screen. */
export async function scrollToEnd(thread: ReadThread): Promise<void> {
  if (!thread.description.messages.virtual) return;
  const { page, clock } = thread;
  await watch({ page, clock, withinMs: LOAD_LIMIT_MS }, async () =>
    (await scroll(thread, 'end')).hasMoved ? undefined : true,
  );
}

/**
 * Waits until the list has stayed as it is. A count that is too low before the click makes a wrong 'sent' after it, so a
 * list that still grows is not read.
 */
async function awaitQuiet(thread: ReadThread, quietMs: number): Promise<void> {
  const { page, clock, description } = thread;
  let last: string | undefined;
  let since = 0;
  const isQuiet = await watch({ page, clock, withinMs: LOAD_LIMIT_MS }, async () => {
    const isLoading = description.loading !== undefined && (await isShown(page, description.loading));
    const now = isLoading ? undefined : await readWhole(thread);
    if (now === undefined || now !== last) since = clock.monotonic();
    last = now;
    return now !== undefined && clock.monotonic() - since >= quietMs ? true : undefined;
  });
  if (isQuiet) return;
  throw new Error(`The history of the thread did not load within ${LOAD_LIMIT_MS / 1000} seconds.`);
}

/** Undefined while there is no list. */
async function readWhole({ page, description: { messages } }: ReadThread): Promise<string | undefined> {
  return (await onElements(page, [messages.list], readContent)) ?? undefined;
}

async function scroll(
  { page, description: { messages } }: ReadThread,
  to: 'up' | 'end' | 'none',
): Promise<Scrolled> {
  const scrolled = await onElements(page, [messages.list], scrollList, to);
  if (!scrolled) throw new Error(`The page has no list of messages ("messages.list" is ${messages.list}).`);
  return scrolled;
}

/** Runs in the page. */
function readContent([found]: Found): string | null {
  const list = typeof found === 'string' ? document.querySelector(found) : found;
  return list ? `${list.querySelectorAll('*').length} ${list.textContent}` : null;
}

/** Runs in the page: scrolls by most of a screen, in the list or in what it lies in. */
function scrollList([found]: Found, to: 'up' | 'end' | 'none'): Scrolled | null {
  const list = typeof found === 'string' ? document.querySelector(found) : found;
  if (!list) return null;
  const scrolls = (element: Element) =>
    element.scrollHeight > element.clientHeight + 1 &&
    /auto|scroll/.test(getComputedStyle(element).overflowY);
  let around: Element | null = list;
  while (around && !scrolls(around)) around = around.parentElement;
  const scroller =
    around ?? [...list.querySelectorAll('*')].find(scrolls) ?? document.scrollingElement ?? list;
  // Such a list counts from its end.
  const isReversed = getComputedStyle(scroller).flexDirection === 'column-reverse';
  const before = scroller.scrollTop;
  const end = isReversed ? 0 : scroller.scrollHeight;
  const up = before - scroller.clientHeight * 0.8;
  if (to !== 'none') scroller.scrollTo({ top: to === 'end' ? end : up, behavior: 'instant' });
  const { top, bottom } = scroller.getBoundingClientRect();
  const below = isReversed ? bottom : top + scroller.scrollHeight;
  return {
    hasMoved: Math.abs(scroller.scrollTop - before) > 1,
    contentBottom: below - scroller.scrollTop,
  };
}
