import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Filled } from './fill.ts';
import type { Screen } from './screens.ts';

interface Options {
  browser: Browser;
  filled: Filled;
  look: BrowserContextOptions;
  screens: Screen[];
}

/** Opens the screens one after the other, each as who sees it, and hands each over once it is ready. */
export async function openScreens(
  { browser, filled, look, screens }: Options,
  onReady: (page: Page, screen: Screen) => Promise<void>,
): Promise<void> {
  for (const as of ['visitor', 'user', 'admin'] as const) {
    const wanted = screens.filter((screen) => screen.as === as);
    if (wanted.length === 0) continue;
    const context = await browser.newContext({
      ...look,
      baseURL: filled.url,
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: filled.timeZone,
    });
    const page = await context.newPage();
    await page.goto('/healthz');
    if (as !== 'visitor') {
      await page.evaluate((token) => localStorage.setItem('token', token), filled.tokens[as]);
    }
    for (const screen of wanted) {
      await page.goto(screen.path);
      await screen.ready(page);
      await onReady(page, screen);
    }
    await context.close();
  }
}
