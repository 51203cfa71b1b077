import type { JSHandle, Page } from 'puppeteer-core';
import type { Clock } from '../../clock.ts';
import type { PageFinders } from './page-finders.ts';
import type { Selectors } from './selectors.ts';

interface WatchedThread {
  list: string;
  own: string;
  /** The text of the message that is about to be sent. */
  message: string;
}

/** What the thread has shown of a message since it was sent. */
interface Watched {
  /** Each state of the message, as the features of its element and what is in it. */
  states: string[][];
  /** Features that all of the account's earlier messages have, and those that one of them has. */
  earlier: { all: string[]; any: string[] };
  /** Selectors of the message's text in it; undefined while the message is not there. */
  text: string[] | undefined;
  stop(): void;
}

/** How the site marks the messages that a person sends. */
export interface SendingMarks {
  pending?: string;
  sent?: string;
  /** As in `MessageSelectors`. */
  text: string[];
  /** From the click to the last change. */
  seconds: number;
}

const POLL_MS = 100;
const QUIET_MS = 2_500;
const LIMIT_MS = 30_000;

/**
 * Sends a message by `press` and finds the marks by what its element shows first and last. Undefined if the thread does
 * not show the message.
 */
export async function watchSending(
  page: Page,
  { selectors, parts }: PageFinders,
  { clock, press, ...thread }: WatchedThread & { clock: Clock; press: () => Promise<void> },
): Promise<SendingMarks | undefined> {
  const textOf = await parts.evaluateHandle(({ textOf: find }) => find);
  const watched = await page.evaluateHandle(watchThread, selectors, textOf, thread);
  await press();
  const begun = clock.monotonic();
  const seconds = await untilQuiet(watched, clock);
  const { states, earlier, text } = await watched.evaluate(({ states, earlier, text, stop }) => {
    stop();
    return { states, earlier, text };
  });
  if (text === undefined) return undefined;
  const [first = [], last = []] = [states[0], states.at(-1)];
  const pending = first.find((one) => !last.includes(one) && !earlier.any.includes(one));
  const sent = last.find((one) => !first.includes(one) && earlier.all.includes(one));
  return { ...(pending && { pending }), ...(sent && { sent }), text, seconds: seconds - begun / 1000 };
}

/** The time of the last change, in seconds of the clock. */
async function untilQuiet(watched: JSHandle<Watched>, clock: Clock): Promise<number> {
  const end = clock.monotonic() + LIMIT_MS;
  let count = 0;
  let changed = clock.monotonic();
  for (;;) {
    const now = clock.monotonic();
    const seen = await watched.evaluate(({ states }) => states.length);
    if (seen !== count) changed = now;
    count = seen;
    if (now > end || (count > 0 && now - changed > QUIET_MS)) return changed / 1000;
    await clock.sleep(POLL_MS);
  }
}

/** Runs in the page. A list may draw its messages anew, so a message is known by its text. */
function watchThread(
  { featuresOf }: Selectors,
  textOf: (message: Element, text: Element) => string[],
  { list, own, message }: WatchedThread,
): Watched {
  const words = (element: Element) => (element.textContent ?? '').trim();
  const shown = () => [...(document.querySelector(list)?.querySelectorAll(own) ?? [])];
  const isThis = (element: Element) => words(element).includes(message);
  const featuresIn = (element: Element) =>
    [element, ...element.querySelectorAll('*')]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .flatMap((one) => featuresOf(one).filter((feature) => feature !== one.localName))
      .filter((feature) => !feature.includes(message));
  const others = shown()
    .filter((one) => !isThis(one))
    .map((one) => featuresIn(one));
  const watched: Watched = {
    states: [],
    earlier: {
      all: (others[0] ?? []).filter((feature) => others.every((one) => one.includes(feature))),
      any: [...new Set(others.flat())],
    },
    text: undefined,
    stop: () => observer.disconnect(),
  };
  const observer = new MutationObserver(() => {
    const element = shown().filter(isThis).at(-1);
    if (!element) return;
    const state = featuresIn(element);
    if (state.join() === watched.states.at(-1)?.join()) return;
    watched.states.push(state);
    const exact = [element, ...element.querySelectorAll('*')].filter((one) => words(one) === message).at(-1);
    if (exact) watched.text = textOf(element, exact);
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  return watched;
}
