import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeViolations, closePage, LOOKS, openPage } from './testing/browser.ts';
import { endSessionsAndPress } from './testing/end-sessions.ts';
import { pressItem } from './testing/menu.ts';
import { startSite } from './testing/site.ts';

test('fields are made, counted, renamed and deleted in Settings, by keyboard alone', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/settings');
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'People', exact: true }) });
  await card.getByText('they come from a spreadsheet’s columns').waitFor();
  const add = card.getByRole('button', { name: 'Field', exact: true });
  await add.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New field' });
  await dialog.getByLabel('Label').fill('First Name');
  assert.equal(await dialog.getByLabel('Name in texts').inputValue(), 'first_name');
  await dialog.getByLabel('Name in texts').fill('status');
  await page.keyboard.press('Enter');
  await dialog.getByText('A field cannot be called status').waitFor();
  await dialog.getByLabel('Name in texts').and(page.locator(':focus')).waitFor();
  await dialog.getByLabel('Name in texts').fill('First Name');
  await page.keyboard.press('Enter');
  const fields = card.getByRole('list', { name: 'Fields' }).getByRole('listitem');
  await fields.getByText('{first_name}').waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent === 'Field');

  // The server's own error is at its field, and what was typed stays.
  await add.press('Enter');
  await dialog.getByLabel('Label').fill('First name');
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Name in texts').and(page.locator('[aria-invalid=true]')).waitFor();
  await dialog.getByText('You have a field first_name already.').first().waitFor();
  assert.equal(await dialog.getByLabel('Label').inputValue(), 'First name');
  await dialog.getByLabel('Label').fill('City');
  await dialog.getByLabel('Name in texts').fill('city');
  await page.context().setOffline(true);
  await page.keyboard.press('Enter');
  await dialog.getByText(/^Failed to save the field/).waitFor();
  await page.context().setOffline(false);
  await dialog.getByRole('button', { name: 'Make field' }).press('Enter');
  await fields.getByText('{city}').waitFor();

  const { list } = await marta.call('POST /api/lists', { body: { name: 'Newsletter' } });
  const stored = (await marta.call('GET /api/fields')).fields;
  assert.deepEqual(
    stored.map(({ name, label }) => [name, label]),
    [
      ['first_name', 'First Name'],
      ['city', 'City'],
    ],
  );
  await marta.call('POST /api/recipients/import', {
    body: {
      list_id: list.id,
      columns: [{ field: stored[1]?.id ?? 0 }],
      rows: [
        ['lena.hartog', 'Oslo'],
        ['nils_b', 'Malmö'],
      ],
      fill: 'empty',
      tags: [],
    },
  });
  await card.getByRole('button', { name: 'Count people' }).press('Enter');
  await fields.getByText('2 people').waitFor();
  await fields.getByText('0 people').waitFor();

  const menu = card.getByRole('button', { name: 'More for City' });
  await menu.press('Enter');
  await pressItem(page.getByRole('menuitem', { name: 'Rename' }));
  const renaming = page.getByRole('dialog', { name: 'Rename City' });
  await renaming.getByLabel('Label').fill('Town');
  await page.keyboard.press('Enter');
  await fields.getByText('Town', { exact: true }).waitFor();
  await fields.getByText('{city}').waitFor();
  for (const look of LOOKS) {
    const looked = await openPage(t, { url: site.url, token: marta.token, ...look });
    await looked.goto('/settings');
    await looked.getByText('{city}').waitFor();
    assert.deepEqual(await axeViolations(looked), []);
    assert.equal(await looked.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    await closePage(looked);
  }

  await card.getByRole('button', { name: 'More for Town' }).press('Enter');
  await pressItem(page.getByRole('menuitem', { name: 'Delete' }));
  const question = page.getByRole('dialog', { name: 'Delete the field Town?' });
  await question.getByText('What you know as Town goes, of 2 people.').waitFor();
  await question.getByRole('button', { name: 'Delete field' }).press('Enter');
  await page.getByText('Field Town deleted.').waitFor();
  await fields.getByText('{city}').waitFor({ state: 'detached' });

  await add.press('Enter');
  await dialog.getByLabel('Label').fill('Wants');
  await endSessionsAndPress(site, dialog.getByRole('button', { name: 'Make field' }));
  await page.waitForURL('**/login');
  await page.getByLabel('Username').fill(marta.username);
  await page.getByLabel('Password', { exact: true }).fill(marta.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/settings');
  assert.equal(await dialog.getByLabel('Label').inputValue(), 'Wants');
  assert.equal(await dialog.getByLabel('Name in texts').inputValue(), 'wants');
});

test('a list shows two fields at most as columns, chosen from a menu that is there only with fields', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const { list } = await marta.call('POST /api/lists', { body: { name: 'Newsletter' } });
  await marta.call('POST /api/recipients', { body: { list_id: list.id, recipient: 'nils_b' } });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/lists/${list.id}`);
  await page.getByRole('link', { name: '@nils_b' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Columns' }).count(), 0);

  const columns = ['First name', 'City', 'Wants'].map((head) => ({
    new_field: head.toLowerCase(),
    label: head,
  }));
  const rows = [['lena.hartog', 'Lena', 'Tromsø', 'Raku']];
  await marta.call('POST /api/recipients/import', {
    body: { list_id: list.id, columns, rows, fill: 'empty', tags: [] },
  });
  await page.reload();
  const menu = page.getByRole('button', { name: 'Columns' });
  const choose = async (label: string) => {
    await menu.press('Enter');
    const item = page.getByRole('menuitem', { name: label });
    await page.locator('[role=menuitem]:focus').waitFor();
    await item.press('Enter');
    await item.waitFor({ state: 'detached' });
  };
  await choose('First name');
  await choose('City');
  const lena = page.getByRole('row').filter({ hasText: '@lena.hartog' });
  await lena.getByRole('cell', { name: 'Lena', exact: true }).waitFor();
  await lena.getByRole('cell', { name: 'Tromsø' }).waitFor();
  await menu.press('Enter');
  await page.getByRole('menuitem', { name: 'Wants' }).getByText('2 columns at most').waitFor();
  await page.getByRole('menuitem', { name: 'Shown City' }).waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await page.keyboard.press('Escape');
  await page.reload();
  await lena.getByRole('cell', { name: 'Tromsø' }).waitFor();
  await choose('First name');
  await lena.getByRole('cell', { name: 'Lena', exact: true }).waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 375, height: 812 });
  await page.getByText('City: Tromsø').waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.locator('tr[data-row]').first().waitFor();
  await page.locator('main').click({ position: { x: 2, y: 2 } });
  await page.keyboard.press('j');
  await page.keyboard.press('p');
  await page.waitForURL('**/people/*');
});
