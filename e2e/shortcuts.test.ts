import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeViolations, openPage, visit } from './testing/browser.ts';
import { makeParts, startCampaign } from './testing/parts.ts';
import { startSite } from './testing/site.ts';

test('c begins a campaign from any screen, but not while typing or in a question; / goes to the search', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  await marta.call('POST /api/lists', { body: { name: 'Neighbours', description: '' } });
  const page = await openPage(t, { url: site.url, token: marta.token });

  await page.goto('/lists');
  await page.getByText('Neighbours').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('c');
  await page.waitForURL('**/lists?search=c');

  await visit(page, '/lists');
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

test('? shows all keys; j and k go through a table, x selects, Enter opens', async (t) => {
  const site = await startSite(t, { PRACTICE_URL: 'http://127.0.0.1:9' });
  const marta = await site.signUp('marta');
  const parts = await makeParts(marta);
  await startCampaign(marta, { ...parts, name: 'Kiln open' });
  const page = await openPage(t, { url: site.url, token: marta.token });
  const focused = page.locator('tr:focus');

  await page.goto(`/lists/${parts.list_id}`);
  await page.getByText('Showing 1 to 3 of 3 results').waitFor();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await dialog.getByText('New campaign').waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await page.keyboard.press('c');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  // Nothing had the focus before.
  await page.getByRole('heading', { level: 1 }).and(page.locator(':focus')).waitFor();

  const names = await page.locator('tbody tr').allTextContents();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.getByText('1 selected').waitFor();
  assert.equal(await focused.textContent(), names[1]);
  assert.equal(await page.locator('tr[data-selected="true"]').textContent(), names[1]);
  await page.keyboard.press('k');
  assert.equal(await focused.textContent(), names[0]);

  await page.goto('/campaigns');
  await page.getByRole('link', { name: 'Kiln open', exact: true }).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Kiln open', level: 1 }).waitFor();
});
