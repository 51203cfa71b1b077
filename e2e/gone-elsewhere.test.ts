import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeViolations, openPage, visit } from './testing/browser.ts';
import { makeParts } from './testing/parts.ts';
import { startSite } from './testing/site.ts';

const PRACTICE = { PRACTICE_URL: 'http://127.0.0.1:9' };

test('a new campaign drops parts that another window deleted, and asks for a new choice', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const parts = await makeParts(marta, ['kiln.club', 'market_stall']);
  const { template } = await marta.call('POST /api/templates', { body: { name: 'Mugs', content: 'Hello' } });
  await marta.call('POST /api/lists', { body: { name: 'Others' } });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/campaigns/new');
  await page.getByLabel('Campaign name').fill('Kiln night');
  const choice = page.getByLabel('Message template');
  await choice.selectOption('Mugs');
  await page.getByLabel('Recipient list').selectOption('Neighbours (3 recipients)');
  await page.getByRole('checkbox', { name: 'kiln.club' }).check();
  await page.getByText('1 of 2 free profiles selected').waitFor();

  await marta.call('DELETE /api/templates/{id}', { params: { id: template.id } });
  await marta.call('DELETE /api/lists/{id}', { params: { id: parts.list_id } });
  const [kiln = 0] = parts.profiles_used;
  await marta.call('DELETE /api/profiles/{id}', { params: { id: kiln } });
  await page.getByRole('button', { name: 'Create campaign' }).click();
  await page.getByText('Mugs was deleted. Choose another.').waitFor();
  await page.getByText('Neighbours was deleted. Choose another.').waitFor();
  await page.getByText('0 of 1 free profiles selected').waitFor();
  assert.equal(await choice.inputValue(), '');
  await choice.and(page.locator(':focus')).waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await page.getByText('Choose a template to read it here.').waitFor();
  assert.equal(await page.getByLabel('Campaign name').inputValue(), 'Kiln night');

  await page.getByRole('button', { name: 'Create campaign' }).click();
  await page.getByText('Choose at least one profile').waitFor();
  const { campaigns } = await marta.call('GET /api/campaigns');
  assert.deepEqual(campaigns, []);
});

test('a list that another window deleted is not shown as existing, and keeps typed names', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const { list_id } = await makeParts(marta);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/lists/${list_id}`);
  await page.getByText('@slow.kitchen').waitFor();
  await page.getByRole('button', { name: 'Bulk Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bulk Import' });
  const names = dialog.getByLabel('Usernames');
  await names.fill('lena.hartog\nnew.name');
  await dialog.getByRole('button', { name: 'Import 1 recipient' }).waitFor();

  await marta.call('DELETE /api/lists/{id}', { params: { id: list_id } });
  await dialog.getByRole('button', { name: 'Import 1 recipient' }).click();
  await dialog.getByText('List not found').waitFor();
  await page.getByText('It was deleted, or the address is wrong.').waitFor({ state: 'attached' });
  assert.equal(await names.inputValue(), 'lena.hartog\nnew.name');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await dialog.waitFor({ state: 'detached' });

  const { list } = await marta.call('POST /api/lists', { body: { name: 'Others' } });
  await marta.call('POST /api/recipients', { body: { list_id: list.id, recipient: 'lena.hartog' } });
  await visit(page, `/lists/${list.id}`);
  await page.getByText('@lena.hartog').waitFor();
  await marta.call('DELETE /api/lists/{id}', { params: { id: list.id } });
  await page.getByRole('searchbox', { name: 'Search by username' }).fill('lena');
  await page.getByRole('heading', { name: 'List not found' }).waitFor();
});
