import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeViolations, openPage, violationsInLooks } from './testing/browser.ts';
import { endSessionsAndPress } from './testing/end-sessions.ts';
import { pressItem } from './testing/menu.ts';
import { startSite } from './testing/site.ts';

test('fields are made, counted, renamed and deleted in Settings, by keyboard alone', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/settings/people');
  const card = page.getByRole('region', { name: 'Fields and tags' });
  await card.getByText('None: they come from a spreadsheet’s columns').waitFor();
  await card.getByRole('button', { name: 'Show' }).press('Enter');
  await card.getByText('Fields are what you know of people').waitFor();
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
  await page.getByText('{city}').waitFor();
  assert.deepEqual(await violationsInLooks(page), []);

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
  await page.waitForURL('**/settings/people?line=known');
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
  const menu = page.getByRole('button', { name: 'More', exact: true });
  await menu.press('Enter');
  await page.locator('[role=menuitem]:focus').waitFor();
  assert.deepEqual(await page.getByRole('menuitem').allTextContents(), ['New list from…', 'Export']);

  const columns = ['First name', 'City', 'Wants'].map((head) => ({
    new_field: head.toLowerCase(),
    label: head,
  }));
  const rows = [['lena.hartog', 'Lena', 'Tromsø', 'Raku']];
  await marta.call('POST /api/recipients/import', {
    body: { list_id: list.id, columns, rows, fill: 'empty', tags: [] },
  });
  await page.reload();
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
  await page.setViewportSize({ width: 768, height: 900 });
  await choose('First name');
  await lena.getByRole('cell', { name: 'Lena', exact: true }).waitFor();
  const name = await page.getByRole('link', { name: '@lena.hartog' }).boundingBox();
  assert.ok(name && name.width > 80, 'beside two fields the name keeps its room');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.locator('tr[data-row]').first().waitFor();
  await page.locator('main').click({ position: { x: 2, y: 2 } });
  await page.keyboard.press('j');
  await page.keyboard.press('p');
  await page.waitForURL('**/people/*');
});

test("a person's fields are edited in place and saved with one press, and notes stand in what happened", async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const { list } = await marta.call('POST /api/lists', { body: { name: 'Newsletter' } });
  for (const recipient of ['nils_b', 'lena.hartog'])
    await marta.call('POST /api/recipients', { body: { list_id: list.id, recipient } });
  for (const label of ['City', 'Wants'])
    await marta.call('POST /api/fields', { body: { name: label.toLowerCase(), label } });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/people/lena.hartog');
  // Nothing is known: today's page, and one word for each first step.
  await page.getByRole('heading', { name: 'Nothing yet' }).waitFor();
  assert.equal(await page.getByRole('heading', { name: 'Fields' }).count(), 0);
  await page.getByRole('button', { name: 'Field', exact: true }).press('Enter');
  const city = page.getByLabel('City');
  await city.and(page.locator(':focus')).waitFor();
  await city.fill('  Tromsø ');
  await page.context().setOffline(true);
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('Failed to save the fields').waitFor();
  assert.equal(await city.inputValue(), '  Tromsø ');
  await page.context().setOffline(false);
  await page.keyboard.press('Enter');
  await page.getByText('Fields saved.').waitFor();
  await page.reload();
  await page.getByRole('definition').getByText('Tromsø', { exact: true }).waitFor();
  assert.deepEqual(
    (await marta.call('GET /api/people/{name}', { params: { name: 'lena.hartog' } })).person.fields.map(
      ({ name, value }) => [name, value],
    ),
    [['city', 'Tromsø']],
  );

  // An error of the server stands at its field; empty ones are offered too.
  const edit = page.getByRole('button', { name: 'Edit fields' });
  await edit.press('Enter');
  await page.route('**/api/people/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    const { fields } = route.request().postDataJSON() as { fields: Record<string, string> };
    const [id] = Object.keys(fields);
    const json = { error: 'No.', fields: { [`fields.${id}`]: 'This value is refused' } };
    await route.fulfill({ status: 400, json });
  });
  const wants = page.getByLabel('Wants');
  await wants.fill('Raku');
  await page.keyboard.press('Enter');
  await page.getByText('This value is refused').waitFor();
  await wants.and(page.locator('[aria-invalid=true]:focus')).waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await page.unroute('**/api/people/*');
  await page.keyboard.press('Enter');
  await page.getByRole('definition').getByText('Raku').waitFor();
  await edit.press('Enter');
  await city.fill('');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await edit.waitFor();
  await page.getByRole('definition').getByText('Tromsø').waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Note', exact: true }).press('Enter');
  const note = page.getByLabel('Note', { exact: true });
  await note.and(page.locator(':focus')).waitFor();
  await note.fill('Left-handed.\nComes with her sister.');
  await endSessionsAndPress(site, page.getByRole('button', { name: 'Save' }));
  await page.waitForURL('**/login');
  await page.getByLabel('Username').fill(marta.username);
  await page.getByLabel('Password', { exact: true }).fill(marta.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/people/lena.hartog');
  assert.equal(await note.inputValue(), 'Left-handed.\nComes with her sister.');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  const happened = page.getByRole('list', { name: 'What happened' }).getByRole('listitem');
  await happened.getByText('by marta').waitFor();
  await happened.getByText(/^Left-handed\.\s+Comes with her sister\.$/).waitFor();
  await happened.first().getByRole('time').waitFor();
  assert.deepEqual(await violationsInLooks(page), []);
  await page.getByRole('button', { name: /^Delete the note Left-handed/ }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete note' }).press('Enter');
  await page.getByText('Note deleted.').waitFor();
  await happened.getByText('by marta').waitFor({ state: 'detached' });
  assert.match((await happened.first().textContent()) ?? '', /^Added to Newsletter/);
});
