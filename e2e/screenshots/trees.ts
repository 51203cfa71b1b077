import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** The pictures of the documents, and beside each the accessible tree that was photographed. */
export const KEPT = join(import.meta.dirname, '../../docs/screenshots');

/** Where the tree of a screen is kept. */
export function treeFile(name: string): string {
  return join(KEPT, `${name}.txt`);
}

/** Names of days and months, how long ago, covered tokens, numbers of tickets, and what has a digit: other ones at every run. */
const PASSING =
  /just now|\S*•\S*|#[A-Z]{4}-[A-Z]{4}|\d+ (?:s|min|h|d) ago|\b(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?s?\b|\b(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\b|[^\s"“”()]*\d[^\s"“”()]*/g;

/** The accessible tree of the whole page, with a # for what passes with time. */
export async function describeTree(page: Page): Promise<string> {
  const tree = await page.locator('body').ariaSnapshot();
  return `${tree.replace(PASSING, '#').replace(/#(?:[\s,–-]*#)+/g, '#')}\n`;
}
