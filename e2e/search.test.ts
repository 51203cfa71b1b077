import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { axeViolations, openPage, SCREENS } from './testing/browser.ts';
import { makeParts, startCampaign } from './testing/parts.ts';
import { startSite } from './testing/site.ts';

const PRACTICE = { PRACTICE_URL: 'http://127.0.0.1:9' };

test('the palette finds rows by name, runs actions and goes to screens, by keyboard alone', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const other = await site.signUp('nils');
  await other.call('POST /api/lists', { body: { name: 'Kiln friends of Nils' } });
  const parts = await makeParts(marta);
  await startCampaign(marta, { ...parts, name: 'Kiln open' });
  await marta.call('POST /api/lists', { body: { name: 'Asked about the kiln' } });
  await marta.call('POST /api/lists', { body: { name: 'Members' } });
  const page = await openPage(t, { url: site.url, token: marta.token });
  const palette = page.getByRole('dialog', { name: 'Search' });
  const option = (name: string) => palette.getByRole('option', { name });

  await page.goto('/settings');
  await page.getByRole('button', { name: 'Search' }).waitFor();
  await openPalette(page);
  await palette.locator('[data-combobox-selected]', { hasText: 'New campaign' }).waitFor();
  // The field lists its results a moment after they are there.
  await palette.getByRole('combobox', { expanded: true }).waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await page.keyboard.type('kiln');
  await option('Asked about the kiln').waitFor();
  assert.deepEqual(
    await palette
      .getByRole('group')
      .allInnerTexts()
      .then((all) => all.map((text) => text.split('\n')[0])),
    ['Campaigns', 'Lists', 'Templates', 'Profiles', 'Actions'],
  );
  assert.equal(await palette.getByText('Nils').count(), 0);
  assert.equal(await palette.locator('mark').first().textContent(), 'Kiln');
  assert.deepEqual(await axeViolations(page), []);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize(SCREENS.phone);
  assert.deepEqual(await axeViolations(page), []);
  await page.setViewportSize(SCREENS.desktop);

  // The first one is selected already: Down leads to the list below the campaign.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Asked about the kiln' }).waitFor();

  await openPalette(page);
  await page.keyboard.type('pause kiln');
  await option('Pause Kiln open').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Campaign paused.').waitFor();

  // A line of Settings by its name or by another word for it, and it is open.
  await openPalette(page);
  await page.keyboard.type('holi');
  await option('Quiet dates Sending').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/settings/sending?line=quiet-dates');
  await palette.waitFor({ state: 'detached' });
  await page.getByLabel('First day').and(page.locator(':focus')).waitFor();
  await openPalette(page);
  await page.keyboard.type('fields and');
  await option('Fields and tags People').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Close Fields and tags' }).waitFor();
  await palette.waitFor({ state: 'detached' });
  await page.getByRole('region', { name: 'Fields and tags' }).and(page.locator(':focus')).waitFor();

  await openPalette(page);
  await page.keyboard.type('zz zz');
  await palette.getByText('No results for “zz zz”.').waitFor();
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });

  // What was chosen with the keys stays chosen when the server's results come in above it.
  const answer = Promise.withResolvers<void>();
  await page.route(/search=em$/, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await openPalette(page);
  await page.keyboard.type('em');
  await option('Templates').waitFor();
  await page.keyboard.press('ArrowDown');
  answer.resolve();
  await option('Members').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/templates');
});

/** Opens it by its key, once the screen is there, and waits until it accepts typing. */
async function openPalette(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Search' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.locator('input[role=combobox]:focus').waitFor();
}

test('results of an earlier text that do not fit the typed one are not opened by Enter', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  await startCampaign(marta, { ...(await makeParts(marta)), name: 'Kiln open' });
  const page = await openPage(t, { url: site.url, token: marta.token });
  const option = (name: string) => page.getByRole('dialog').getByRole('option', { name });
  await page.route(/search=pa/, () => undefined);
  await page.goto('/templates');
  await openPalette(page);
  await page.keyboard.type('p');
  await option('Kiln open Running').waitFor();
  await page.keyboard.insertText('ause kiln');
  await option('Pause Kiln open').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Campaign paused.').waitFor();
});

test('a failed search says so and keeps what needs no server', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.route('**/api/search*', (route) =>
    route.fulfill({ status: 503, json: { error: 'The database is away.' } }),
  );
  await page.goto('/lists');
  await page.getByRole('button', { name: 'Search' }).click();
  const palette = page.getByRole('dialog', { name: 'Search' });
  await palette.getByRole('combobox', { name: 'Search' }).fill('set');
  await palette.getByText('The database is away.').waitFor();
  await palette.getByRole('option', { name: 'Settings', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.textContent === 'SearchCtrl K');
});
