import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { findSteadyPort } from './kills/steady-port.ts';
import { accessibilityFaults, openPage } from './testing/browser.ts';
import { makeParts, startCampaign } from './testing/parts.ts';
import { startSite } from './testing/site.ts';

const UNREACHED = 'The server cannot be reached. Please check your connection and try again.';

test('without a network a press says so, keeps the page and can be made again', async (t) => {
  const port = String(await findSteadyPort());
  const site = await startSite(t, { PRACTICE_URL: 'http://127.0.0.1:9', PORT: port });
  const marta = await site.signUp('marta');
  const id = await startCampaign(marta, { ...(await makeParts(marta)), name: 'Kiln open' });
  const page = await openPage(t, { url: site.url, token: marta.token });
  const main = page.getByRole('main');
  const status = page.getByRole('banner').getByRole('status');

  await t.test('the network goes before anything was fetched in advance', async () => {
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0;
    });
    await page.goto(`/campaigns/${id}`);
    await status.getByText('Connected', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.context().setOffline(true);
    await status.getByText(/^Disconnected, as of \d\d:\d\d$/).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText(UNREACHED).first().waitFor();
    await main.getByText('Running', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Kiln open', level: 1 }).waitFor();

    await page.getByRole('link', { name: 'Templates' }).click();
    await main.getByRole('heading', { name: 'This screen could not be fetched' }).waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
    await main.getByRole('button', { name: 'Retry' }).click();
    await main.getByRole('heading', { name: 'This screen could not be fetched' }).waitFor();
    await page.context().setOffline(false);
    await main.getByRole('heading', { name: 'Kiln opening' }).waitFor();
  });

  await t.test('the server is killed and comes back', async () => {
    await page.goto(`/campaigns/${id}`);
    await status.getByText('Connected', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await site.kill();
    await status.getByText(/^Disconnected, as of/).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText(UNREACHED).first().waitFor();
    await main.getByText('Running', { exact: true }).waitFor();
    await site.startAgain();
    await status.getByText('Connected', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await main.getByText('Paused', { exact: true }).first().waitFor();
  });
});

test('what was not on the screen yet is fetched when the page is idle, and opens without a network', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token });
  // It comes after the lists and their dialogs: one after the other, and parts before the next screen.
  const next = page.waitForRequest(/\/assets\/recipients-page-.*\.js/);
  await page.goto('/settings');
  await next;
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Lists' }).click();
  await page.getByText('Failed to fetch lists').waitFor();
  await page.getByRole('button', { name: 'Create List' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create List' });
  await dialog.getByLabel('Name').fill('Neighbours');
  await dialog.getByRole('button', { name: 'Create List' }).click();
  await dialog.getByText(UNREACHED).waitFor();
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'Neighbours');
  await page.context().setOffline(false);
  await dialog.getByRole('button', { name: 'Create List' }).click();
  await page.getByRole('main').getByRole('heading', { name: 'Neighbours' }).waitFor();
});

test('a file that a new version took away loads the page again once; then it is said in its place', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token });
  const loads = countLoads(page);
  // Nothing is fetched in advance: each request for the file is a press here.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  const gone = /\/assets\/list-dialog-.*\.js/;
  await page.route(gone, (route) => route.fulfill({ status: 404, json: { error: 'Not found' } }));
  await page.goto('/lists');
  await page.getByRole('button', { name: 'Create List' }).click();
  // The dialog that was to open is wanted still, after the page was loaded again.
  const failure = page.getByRole('alert').filter({ hasText: 'This part could not be fetched.' });
  await failure.waitFor();
  assert.equal(loads(), 2);
  assert.deepEqual(await accessibilityFaults(page), []);
  // Until it is answered, nothing is said to have failed.
  const held = Promise.withResolvers<void>();
  await page.unrouteAll({ behavior: 'wait' });
  await page.route(gone, async (route) => {
    await held.promise;
    await route.fulfill({ status: 404, json: { error: 'Not found' } });
  });
  await failure.getByRole('button', { name: 'Retry' }).click();
  await failure.waitFor({ state: 'hidden' });
  held.resolve();
  await failure.waitFor();
  assert.equal(loads(), 2);
  await page.unrouteAll({ behavior: 'wait' });
  await failure.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('dialog', { name: 'Create List' }).waitFor();
});

test('a screen that breaks leaves the frame around it, and can be tried again', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token });
  const broken = /\/api\/templates\?/;
  await page.route(broken, (route) =>
    route.fulfill({ json: { templates: [null], pagination: { totalItems: 1 } } }),
  );
  await page.goto('/templates');
  const main = page.getByRole('main');
  const failure = main.getByRole('heading', { name: 'This screen could not be shown' });
  await failure.waitFor();
  await page.getByRole('link', { name: 'Lists' }).click();
  await main.getByRole('heading', { name: 'No lists yet' }).waitFor();
  await page.getByRole('link', { name: 'Templates' }).click();
  await failure.waitFor();
  await page.unroute(broken);
  await main.getByRole('button', { name: 'Retry' }).click();
  await main.getByRole('heading', { name: 'No templates yet' }).waitFor();
});

/** How often the page was loaded since. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  return () => loads;
}
