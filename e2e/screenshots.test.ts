import assert from 'node:assert/strict';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { itemsInTurn } from '@pigeonpost/server/testing/turn';
import { startFilledServer } from './screenshots/fill.ts';
import { openScreens } from './screenshots/open-screens.ts';
import { listScreens } from './screenshots/screens.ts';
import { describeTree, treeFile } from './screenshots/trees.ts';
import { SCREENS } from './testing/browser.ts';
import { launchChromium } from './testing/chromium.ts';

const LIMIT_MS = 30_000;

test('the pictures of the documents show the screens as they are', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'pigeonpost-screenshots-'));
  t.after(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  // As root, PostgreSQL runs as a user that needs access to this folder.
  await chmod(dataDir, 0o755);
  const filled = await startFilledServer(dataDir);
  t.after(() => filled.close());
  const browser = await launchChromium();
  t.after(() => browser.close());
  const look = { viewport: SCREENS.desktop };
  const screens = itemsInTurn(listScreens(filled.places), 4);
  await openScreens({ browser, filled, look, screens }, async (page, { name }) => {
    const photographed = await readFile(treeFile(name), 'utf8');
    const end = performance.now() + LIMIT_MS;
    let shown = await describeTree(page);
    // What is still on its way comes in.
    while (shown !== photographed && performance.now() < end) {
      await wait(100);
      shown = await describeTree(page);
    }
    assert.equal(shown, photographed, `${name} changed: make the pictures anew by npm run screenshots`);
  });
});
