import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import { borrowPage } from './kept-pages.ts';
import { watchForWarnings } from './react-warnings.ts';

export const SCREENS = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 375, height: 812 },
} as const;

/** Both widths and both schemes, each in one of the looks. */
export const LOOKS = [
  { screen: 'desktop', scheme: 'light' },
  { screen: 'phone', scheme: 'dark' },
] as const;

// A screen with a dialog over it takes about half of this.
const MOST_SHOWN = 6000;

interface PageOptions {
  url: string;
  /** A login token: the page opens signed in. */
  token?: string;
  screen?: keyof typeof SCREENS;
  scheme?: 'light' | 'dark';
  /**
   * Whether an idle page fetches the code for the next press, as in use unless data is saved. It takes processor time,
   * so only some tests ask for it.
   */
  fetchesAhead?: boolean;
}

/**
 * A document lives for a few seconds of a test: optimising its code costs more than it saves, and so does collecting its
 * garbage early.
 */
const SHORT_LIVES = '--js-flags=--no-opt --no-maglev --min-semi-space-size=16 --max-semi-space-size=32';

// One for a whole process of test files: starting Chromium takes about a second.
let chromiumOfFile: Promise<Browser> | undefined;
const closing = new WeakMap<Page, () => Promise<void>>();
after(async () => (await chromiumOfFile)?.close());

/** A page with its own storage and cookies, without leftovers of other tests. */
export async function openPage(t: TestContext, options: PageOptions): Promise<Page> {
  const { url, token, screen = 'desktop', scheme = 'light', fetchesAhead = false } = options;
  chromiumOfFile ??= launchChromium(SHORT_LIVES);
  const { page, giveBack } = await borrowPage(await chromiumOfFile, { url, token, savesData: !fetchesAhead });
  const warnings = watchForWarnings(page.context());
  let isOpen = true;
  closing.set(page, async () => {
    isOpen = false;
    await giveBack({ isClean: true });
  });
  t.after(() => assert.deepEqual(warnings.stop(), []));
  t.after(async () => {
    if (!isOpen) return;
    // The types of Node 24 lack it.
    const { passed } = t as TestContext & { passed: boolean };
    if (!passed) for (const open of page.context().pages()) console.error(await describePage(t.name, open));
    await giveBack({ isClean: passed });
  });
  await page.setViewportSize(SCREENS[screen]);
  await page.emulateMedia({
    colorScheme: scheme,
    reducedMotion: 'reduce',
    media: null,
    contrast: null,
    forcedColors: null,
  });
  return page;
}

/** Gives a page back before its test ends, so that the same test can open a clean one. */
export async function closePage(page: Page): Promise<void> {
  await closing.get(page)?.();
}

/** As long as other waits for a page. */
const VISIT_LIMIT_MS = 30_000;

interface WithRouter {
  __TSR_ROUTER__: {
    navigate(to: { href: string }): Promise<void>;
    subscribe(event: 'onResolved', listener: () => void): () => void;
    state: { resolvedLocation?: unknown };
  };
}

/**
 * Goes to another screen inside the product, like its links, and waits for it: reloading the page takes five times the
 * processor time, and axe has to be read again.
 */
export async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate(
    ({ href, limit }) =>
      new Promise<void>((resolve, reject) => {
        // A form with something typed asks first, and the router waits for the answer.
        setTimeout(() => reject(new Error(`It stays at ${location.pathname}: does a form ask?`)), limit);
        const router = (window as unknown as WithRouter).__TSR_ROUTER__;
        const go = () => router.navigate({ href }).then(resolve, reject);
        if (router.state.resolvedLocation) return void go();
        // Nobody is signed in yet in a document that has just loaded, and the guards would lead away.
        const stop = router.subscribe('onResolved', () => {
          stop();
          void go();
        });
      }),
    { href: path, limit: VISIT_LIMIT_MS },
  );
}

/** Describes a page for the reader of a failure: its address, the focus and its content. */
async function describePage(testName: string, page: Page): Promise<string> {
  try {
    const focused = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 300));
    // The overlays first.
    const kinds = ['[role="dialog"]', '[role="status"]', 'main'].map((kind) => page.locator(kind).all());
    const parts = (await Promise.all(kinds)).flat();
    const shown = await Promise.all(parts.map((part) => part.ariaSnapshot({ timeout: 5000 })));
    const lines = [`'${testName}' ended at ${page.url()}`, `The focus is on ${focused}`, ...shown];
    return lines.join('\n').slice(0, MOST_SHOWN);
  } catch (error) {
    return `'${testName}' ended at ${page.url()}, which does not answer: ${error}`;
  }
}

/** The minified file: the browser reads it again in each document. */
const AXE_SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The problems that axe finds on the present page: one line for each violation. */
export async function axeViolations(page: Page, rules?: string[]): Promise<string[]> {
  // Once for each document; no content policy applies to the debugger's code.
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(`(() => { ${AXE_SOURCE} })()`);
  return page.evaluate(async (only) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    // Passed checks still run; they are only not listed.
    const { violations } = await axe.run(document, {
      resultTypes: ['violations'],
      ...(only && { runOnly: { type: 'rule', values: only } }),
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
  }, rules);
}

/**
 * What axe finds in each of the looks, and which of them scrolls sideways, on one page: another document for each look
 * would take ten times the processor time of looking at it.
 */
export async function violationsInLooks(page: Page): Promise<string[]> {
  const violations: string[] = [];
  // The look in which pages open comes last.
  for (const { screen, scheme } of LOOKS.toReversed()) {
    await page.setViewportSize(SCREENS[screen]);
    await page.emulateMedia({ colorScheme: scheme });
    await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor();
    await page.evaluate(untilStill);
    violations.push(...(await axeViolations(page)).map((violation) => `${screen}, ${scheme}: ${violation}`));
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    if (isWide) violations.push(`${screen} scrolls sideways`);
  }
  return violations;
}

/** What React renders anew for another width is there after two frames, and colours once their transition is over. */
async function untilStill(): Promise<void> {
  await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** The same in the dark and in the light, on one page: the scheme changes only colours. */
export async function axeViolationsInBothSchemes(page: Page): Promise<string[]> {
  const violations: string[] = [];
  for (const scheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor();
    const found = await axeViolations(page, scheme === 'light' ? COLOUR_RULES : undefined);
    violations.push(...found.map((violation) => `${scheme}: ${violation}`));
  }
  return violations;
}
