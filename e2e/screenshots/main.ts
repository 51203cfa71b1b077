import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../testing/chromium.ts';
import { type Filled, startFilledServer } from './fill.ts';
import { listScreens, type Screen } from './screens.ts';

const ROOT = join(import.meta.dirname, '../..');
/** All pictures; git ignores them. */
const ALL = join(ROOT, 'screenshots');
/** The wide light ones, smaller, for the documents. */
const KEPT = join(ROOT, 'docs/screenshots');
const KEPT_SCALE = 0.7;

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 375, height: 812 };

const VIEWS = [
  { folder: ALL, suffix: '-light', viewport: WIDE, colorScheme: 'light', deviceScaleFactor: 1 },
  { folder: ALL, suffix: '-dark', viewport: WIDE, colorScheme: 'dark', deviceScaleFactor: 1 },
  { folder: ALL, suffix: '-light-phone', viewport: PHONE, colorScheme: 'light', deviceScaleFactor: 1 },
  { folder: ALL, suffix: '-dark-phone', viewport: PHONE, colorScheme: 'dark', deviceScaleFactor: 1 },
  { folder: KEPT, suffix: '', viewport: WIDE, colorScheme: 'light', deviceScaleFactor: KEPT_SCALE },
] as const;

const dataDir = await mkdtemp(join(tmpdir(), 'pigeonpost-screenshots-'));
// As root, PostgreSQL runs as a user that needs access to this folder.
await chmod(dataDir, 0o755);
const filled = await startFilledServer(dataDir);
const browser = await launchChromium();
try {
  for (const view of VIEWS) await takeAll(browser, filled, view);
} finally {
  await browser.close();
  await filled.close();
  await rm(dataDir, { recursive: true });
}

async function takeAll(browser: Browser, filled: Filled, view: (typeof VIEWS)[number]): Promise<void> {
  const { folder, suffix, ...look } = view;
  await mkdir(folder, { recursive: true });
  for (const as of ['visitor', 'user', 'admin'] as const) {
    const context = await browser.newContext({
      ...look,
      baseURL: filled.url,
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'UTC',
    });
    const page = await context.newPage();
    await page.goto('/healthz');
    if (as !== 'visitor') {
      await page.evaluate((token) => localStorage.setItem('token', token), filled.tokens[as]);
    }
    for (const screen of listScreens(filled.places).filter((one) => one.as === as)) {
      await page.goto(screen.path);
      await screen.ready(page);
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: join(folder, nameOf(screen, suffix)) });
    }
    await context.close();
  }
  console.log(`${folder}: *${suffix}.png`);
}

function nameOf({ name }: Screen, suffix: string): string {
  return `${name}${suffix}.png`;
}
