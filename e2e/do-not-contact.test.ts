import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './testing/browser.ts';
import { startSite } from './testing/site.ts';

test('many names are put on do-not-contact by one paste, after a question that counts them', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/lists');
  await page.getByRole('button', { name: 'Manage do not contact' }).click();
  const field = page.getByRole('dialog', { name: 'Do not contact' }).getByLabel('Username');
  await field.and(page.locator(':focus')).waitFor();
  await page.evaluate(() => navigator.clipboard.writeText('@Maja.S\nnils_b\nolivia&oak\nnils_b'));
  await page.keyboard.press('Control+v');
  const question = page.getByRole('dialog', { name: 'Add 2 names?' });
  await question.getByRole('button', { name: 'Add 2 names' }).click();
  await page.getByText('2 names added to your do-not-contact list.').waitFor();
  await page.getByText('@nils_b', { exact: true }).waitFor();
  const { do_not_contact } = await marta.call('GET /api/do-not-contact');
  assert.deepEqual(do_not_contact.map(({ recipient }) => recipient).toSorted(), ['maja.s', 'nils_b']);

  // A large list from elsewhere, by one call.
  const many = Array.from({ length: 9_999 }, (_, place) => `name_${place}`);
  await page.evaluate((text) => navigator.clipboard.writeText(text), ['nils_b', ...many].join('\n'));
  await field.press('Control+v');
  await page.getByRole('button', { name: 'Add 10,000 names' }).click();
  await page.getByText('9,999 names added to your do-not-contact list. 1 was there already.').waitFor();
  // A search begins at the first page.
  const dialog = page.getByRole('dialog', { name: 'Do not contact' });
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByText('Showing 11 to 20 of 10,001 results').waitFor();
  await dialog.getByLabel('Search names').fill('maja');
  await dialog.getByText('@maja.s', { exact: true }).waitFor();
});
