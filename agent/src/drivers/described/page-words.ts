import type { ElementHandle, Page } from 'puppeteer-core';
import { printable } from '../../printable.ts';
import type { StepsDescription } from './description.ts';

const WORDS_MAX = 200;
/** A page with more words than these shows content, such as other people's messages, and not a notice. */
const NOTICE_MAX = 400;

/** Text that a page shows, on one line and cut, as part of a reason. */
export function toReason(text: string): string {
  return printable(text).replace(/\s+/g, ' ').trim().toWellFormed().slice(0, WORDS_MAX);
}

/** What stands where the thread's field would be: the words after its messages, without buttons. Undefined for none. */
export async function wordsInPlaceOfField(
  page: Page,
  { messages }: StepsDescription,
): Promise<string | undefined> {
  const lists: ElementHandle[] = await page.$$(messages.list);
  const words = toReason(await page.evaluate(readAfter, lists.at(-1) ?? null));
  return words === '' ? undefined : words;
}

/** What a page that did not become ready says: a dialog or an alert, or the whole page if it is but a notice. */
export async function wordsOfNotice(page: Page): Promise<string | undefined> {
  const words = toReason(await page.evaluate(readNotice, NOTICE_MAX));
  return words === '' ? undefined : words;
}

/** Runs in the page. */
function readAfter(list: Element | null): string {
  if (!list) return '';
  const isWords = (node: Node) => {
    const around = node.parentElement;
    return (
      around !== null &&
      !list.contains(node) &&
      list.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING &&
      !around.closest('button, [role=button], a, nav, script, style, noscript, template') &&
      around.checkVisibility({ visibilityProperty: true })
    );
  };
  const texts: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (isWords(node)) texts.push((node as Text).data);
  }
  return texts.join(' ');
}

/** Runs in the page. */
function readNotice(most: number): string {
  const said = (element: Element) =>
    // biome-ignore lint/performance/useDomNodeTextContent: hidden parts of it say nothing
    ((element as HTMLElement).innerText ?? '').replace(/\s+/g, ' ').trim();
  const alerts = document.querySelectorAll('[role=alert], [role=alertdialog], [role=dialog], dialog[open]');
  const shown = [...alerts].find(
    (one) => one.checkVisibility({ visibilityProperty: true }) && said(one) !== '',
  );
  if (shown) return said(shown);
  const page = document.body ? said(document.body) : '';
  return page.length <= most ? page : '';
}
