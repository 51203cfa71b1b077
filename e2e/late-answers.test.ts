import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { axeViolations, openPage, visit } from './testing/browser.ts';
import { startSite } from './testing/site.ts';

test('a screen that waits for the connection state shows that it loads', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token });
  const agents = await hold(page, /\/api\/agents$/);
  await page.goto('/profiles');
  await page.getByRole('progressbar', { name: 'Loading profiles' }).waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await visit(page, '/firefox-profiles');
  await page.getByRole('progressbar', { name: 'Loading Firefox profiles' }).waitFor();
  agents.release();
  await page.getByRole('heading', { name: 'No agent connected' }).waitFor();
  assert.equal(await page.getByRole('progressbar').count(), 0);
});

test('a new campaign counts no profiles before they are fetched', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  await marta.call('POST /api/profiles', {
    body: { profile_name: 'kiln.club', profile_path: '/p/kiln.club' },
  });
  await marta.call('POST /api/profiles', { body: { profile_name: 'market', profile_path: '/p/market' } });
  const page = await openPage(t, { url: site.url, token: marta.token });
  const profiles = await hold(page, /\/api\/profiles\?/);
  await page.goto('/campaigns/new');
  await page.getByRole('heading', { name: 'Profiles', exact: true }).waitFor();
  assert.equal(await page.getByText('free profiles selected').count(), 0);
  profiles.release();
  await page.getByText('0 of 2 free profiles selected').waitFor();
});

/** Holds the answers of a path. */
async function hold(page: Page, path: RegExp): Promise<{ release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    await promise;
    await route.continue();
  });
  return { release: resolve };
}
