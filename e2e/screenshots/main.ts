import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../testing/chromium.ts';
import { type Filled, startFilledServer } from './fill.ts';
import { openScreens } from './open-screens.ts';
import { listScreens } from './screens.ts';
import { describeTree, KEPT, treeFile } from './trees.ts';

const ROOT = join(import.meta.dirname, '../..');
/** All pictures; git ignores them. */
const ALL = join(ROOT, 'screenshots');
/** The wide light ones, for the documents, are smaller. */
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
  await openScreens(
    { browser, filled, look, screens: listScreens(filled.places) },
    async (page, { name }) => {
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: join(folder, `${name}${suffix}.png`) });
      if (folder === KEPT) await writeFile(treeFile(name), await describeTree(page));
    },
  );
  console.log(`${folder}: *${suffix}.png`);
}
