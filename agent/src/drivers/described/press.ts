import type { ElementHandle, Page } from 'puppeteer-core';
import type { Clock } from '../../clock.ts';
import { findVisible } from './elements.ts';
import { toReason } from './page-words.ts';
import { watch } from './watch.ts';

const DISMISS_LIMIT_MS = 10_000;

interface Uncovering {
  page: Page;
  clock: Clock;
  element: ElementHandle;
  /** Selectors of buttons that may be pressed. */
  dismiss: readonly string[];
}

/**
 * What lies over the middle of the element, or keeps it from being pressed, after pressing away what may be. Undefined
 * if the element is free.
 */
export async function uncover({ page, clock, element, dismiss }: Uncovering): Promise<string | undefined> {
  let cover = await findCover(element);
  await watch({ page, clock, withinMs: DISMISS_LIMIT_MS }, async () => {
    if (cover === undefined) return true;
    for (const selector of dismiss) await (await findVisible(page, selector))?.click();
    cover = await findCover(element);
    return cover === undefined ? true : undefined;
  });
  return cover;
}

/** What lies over the middle of the element, or keeps it from being pressed, at this moment. */
export async function findCover(element: ElementHandle): Promise<string | undefined> {
  const cover = await element.evaluate(readCover);
  if (cover === null || typeof cover === 'string') return cover ?? undefined;
  const words = toReason(cover.words);
  return `<${cover.name}>${words && ` "${words}"`} covers it`;
}

/** Runs in the page: a reason, or what covers the element. */
function readCover(element: Element): string | { name: string; words: string } | null {
  if (!element.isConnected) return 'it has gone from the page';
  if (element.matches(':disabled, [aria-disabled="true"]')) return 'it is switched off';
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  if (width === 0 || height === 0) return 'it is not visible';
  let hit: Element | null = null;
  for (let root: Document | ShadowRoot | null = document; root; root = hit?.shadowRoot ?? null) {
    const inner: Element | null = root.elementFromPoint(left + width / 2, top + height / 2);
    if (!inner || inner === hit) break;
    hit = inner;
  }
  const above = (node: Node): Node | null =>
    (node as Element).assignedSlot ?? node.parentNode ?? (node as ShadowRoot).host ?? null;
  for (let node: Node | null = hit; node; node = above(node)) {
    if (node === element) return null;
  }
  if (!hit) return 'it is outside of the window';
  // All of the layer that covers it: which part of it lies over the middle depends on the window.
  let layer = hit;
  for (let node = above(hit); node instanceof Element && !node.contains(element); node = above(node))
    layer = node;
  const texts = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT);
  const words: string[] = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const around = text.parentElement;
    if (around?.checkVisibility({ visibilityProperty: true })) words.push((text as Text).data);
  }
  return { name: layer.localName, words: words.join(' ') };
}
