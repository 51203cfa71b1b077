import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { startChild } from './processes/child.ts';
import { openPage } from './testing/browser.ts';
import { checkGallery } from './testing/check-gallery.ts';

const ROOT = join(import.meta.dirname, '..');
const PAGES = join(ROOT, 'web/dist');
// Vite prepares the pages' libraries at the first visit.
const STEP_MS = 120_000;

test('`npm run dev` opens signed in, takes a changed page without a reload, and restarts a changed server', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'pigeonpost-dev-'));
  // As root, PostgreSQL runs as a user that needs access to this folder.
  await chmod(dataDir, 0o755);
  const startDev = () =>
    startChild({
      program: join(import.meta.dirname, 'dev/main.ts'),
      env: { ...process.env, DATA_DIR: join(dataDir, 'data') },
      onLine: () => {},
    });
  let dev = startDev();
  t.after(async () => {
    await dev.end();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });
  // If it is ended while the server starts, it leaves neither that nor its database behind.
  await dev.line(/^server .*Data is in/);
  assert.equal(await dev.end(), 0);
  await assert.rejects(stat(join(dataDir, 'data/postgres/data/postmaster.pid')), { code: 'ENOENT' });

  dev = startDev();
  const [, url = '', username = ''] = await dev.line(/^Pigeonpost is at (\S+), .* signed in as (\S+)/);
  const page = await openPage(t, { url });
  page.setDefaultTimeout(STEP_MS);
  const hotReload = page.waitForEvent('websocket', (socket) => socket.url().includes('token='));
  await page.goto(`${url}campaigns`, { timeout: STEP_MS });
  await page.getByRole('link', { name: 'Kiln night', exact: true }).waitFor();
  await page.getByRole('banner').getByText(username, { exact: true }).waitFor();
  await page.getByRole('banner').getByText('Connected', { exact: true }).waitFor();

  const updated = (await hotReload).waitForEvent('framereceived', ({ payload }) =>
    String(payload).includes('"type":"update"'),
  );
  await mark(page);
  await save('web/src/theme/base.css');
  await updated;
  assert.equal(await isMarked(page), true);

  const again = dev.line(/server .*listens on/);
  await save('server/src/log.ts');
  await again;
  // The page reconnects by itself, to the same address.
  await page.getByRole('banner').getByText('Connected', { exact: true }).waitFor();
  await page.reload();
  await page.getByRole('link', { name: 'Kiln night', exact: true }).waitFor();

  // A user who logs out stays so, until another start.
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/login');
  await page.reload();
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/login');

  await t.test('the gallery shows every part of ui/ to a visitor, in both schemes', () => checkGallery(page));
});

test('the built pages contain nothing of the gallery', async () => {
  const files = await readdir(PAGES, { recursive: true });
  const scripts = files.filter((file) => file.endsWith('.js'));
  assert.ok(scripts.length > 0);
  for (const script of scripts) assert.doesNotMatch(await readFile(join(PAGES, script), 'utf8'), /gallery/i);
});

/** Like an editor that saves an unchanged file. */
async function save(path: string): Promise<void> {
  const now = new Date();
  await utimes(join(ROOT, path), now, now);
}

/** A reloaded document has lost it. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-marked', ''));

const isMarked = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute('data-marked'));
