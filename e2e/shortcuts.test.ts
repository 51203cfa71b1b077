import { test } from 'node:test';
import { openPage } from './testing/browser.ts';
import { startSite } from './testing/site.ts';

test('c begins a campaign from any screen, but not while one types or answers; / goes to the search', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  await marta.call('POST /api/lists', { body: { name: 'Neighbours', description: '' } });
  const page = await openPage(t, { url: site.url, token: marta.token });

  await page.goto('/lists');
  await page.getByText('Neighbours').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('c');
  await page.waitForURL('**/lists?search=c');

  await page.goto('/lists');
  await page.getByRole('button', { name: 'Create List' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel' }).focus();
  await page.keyboard.press('c');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Neighbours').waitFor();

  await page.keyboard.press('c');
  await page.getByRole('heading', { name: 'New campaign', level: 1 }).waitFor();
});
