import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '@pigeonpost/agent/testing/until';
import { axeViolations, openPage, visit } from './testing/browser.ts';
import { endSessionsAndPress } from './testing/end-sessions.ts';
import { pressItem } from './testing/menu.ts';
import { startSite } from './testing/site.ts';
import { logInAgain, startTags, tagsOf } from './testing/tagged-people.ts';

test('rows show the tags of their people, and selected ones are tagged, with Undo', async (t) => {
  const site = await startSite(t);
  const { marta, list } = await startTags(site);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/lists/${list.id}`);
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  const chips = (name: string) => row(name).getByRole('list', { name: 'Tags' }).getByRole('listitem');
  await chips('@lena.hartog').getByText('regular').waitFor();
  assert.deepEqual(await chips('@lena.hartog').allTextContents(), ['market 2026', 'regular']);
  assert.equal(await row('@brita.eide').getByRole('list').count(), 0);

  for (const name of ['@brita.eide', '@lena.hartog'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).press('Space');
  const press = page.getByRole('toolbar').getByRole('button', { name: 'Tag', exact: true });
  await press.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Tag 2 recipients' });
  const field = dialog.getByRole('combobox', { name: 'Tag' });
  await field.press('Enter');
  await dialog.getByText('Tag is required').waitFor();
  assert.deepEqual(await axeViolations(page), []);
  // What was chosen stays chosen when another window makes a tag that stands before it.
  await field.fill('r');
  await field.press('ArrowDown');
  const chosen = dialog.locator('[role=option][aria-selected=true]');
  await chosen.getByText('market 2026').waitFor();
  await marta.call('POST /api/tags', { body: { name: 'r' } });
  await page.waitForFunction(
    () => {
      // The window is looked at again.
      window.dispatchEvent(new Event('visibilitychange'));
      return [...document.querySelectorAll('[role=option]')].some(({ textContent }) => textContent === 'r');
    },
    undefined,
    { polling: 500 },
  );
  await chosen.getByText('market 2026').waitFor();
  await field.fill('reg');
  await page.context().setOffline(true);
  await page.keyboard.press('Enter');
  await dialog.getByRole('alert').getByText('Failed to fetch your tags').waitFor();
  await page.context().setOffline(false);
  // The picked name stands in the field.
  await page.keyboard.press('Enter');
  await page.getByText('1 recipient tagged regular.').waitFor();
  await chips('@brita.eide').getByText('regular').waitFor();
  assert.deepEqual(await tagsOf(marta, 'brita.eide'), ['regular']);
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await page.getByText('Taken back.').waitFor();
  await row('@brita.eide').getByRole('list').waitFor({ state: 'detached' });
  assert.deepEqual(await tagsOf(marta, 'brita.eide'), []);
  assert.deepEqual(await tagsOf(marta, 'lena.hartog'), ['market 2026', 'regular']);

  await page.getByRole('checkbox', { name: 'Select @lena.hartog' }).press('Space');
  await page.getByRole('checkbox', { name: 'Select @nils_b' }).press('Space');
  await press.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Take a tag off instead' }).press('Enter');
  const taking = page.getByRole('dialog', { name: 'Take a tag off 2 recipients' });
  await taking.getByRole('combobox').fill('shop');
  assert.equal(await taking.getByRole('option').count(), 0);
  await page.keyboard.press('Enter');
  await taking.getByText('You have no tag of this name').waitFor();
  await taking.getByRole('combobox').fill('market 2026');
  await taking.getByRole('button', { name: 'Take off' }).press('Enter');
  await page.getByText('market 2026 taken off 2 recipients.').waitFor();
  await row('@nils_b').getByRole('list').waitFor({ state: 'detached' });
  assert.deepEqual(await tagsOf(marta, 'nils_b'), []);

  // They get a value the same way, in a field that is made with it.
  for (const name of ['@brita.eide', '@nils_b'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).press('Space');
  await page.getByRole('toolbar').getByRole('button', { name: 'Set value' }).press('Enter');
  const setting = page.getByRole('dialog', { name: 'Set a value of 2 recipients' });
  await setting.getByRole('textbox', { name: 'Name of the new field' }).fill('Home town');
  await setting.getByRole('textbox', { name: 'Value' }).press('Enter');
  await setting.getByText('A new field needs a value').waitFor();
  await setting.getByRole('textbox', { name: 'Value' }).fill('Oslo');
  assert.deepEqual(await axeViolations(page), []);
  await page.keyboard.press('Enter');
  await page.getByText('Home town of 2 recipients set.').waitFor();
  const townsOf = async (name: string) =>
    (await marta.call('GET /api/people/{name}', { params: { name } })).person.fields.map(
      ({ value }) => value,
    );
  assert.deepEqual([await townsOf('nils_b'), await townsOf('brita.eide')], [['Oslo'], ['Oslo']]);
  await page.keyboard.press('Control+z');
  // The sentence of the undo before may still be shown.
  await until('the value to be taken back', async () => (await townsOf('nils_b')).length === 0);
});

test('who has 20 tags stays selected, and the others are tagged', async (t) => {
  const site = await startSite(t);
  const { marta, list } = await startTags(site);
  for (let number = 1; number <= 18; number++)
    await marta.call('POST /api/tags', { body: { name: `tag ${number}` } });
  const tags = (await marta.call('GET /api/tags')).tags.map(({ id }) => id).sort((a, b) => a - b);
  await marta.call('PUT /api/people/{name}', { params: { name: 'nils_b' }, body: { tags } });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/lists/${list.id}`);
  const nils = page.getByRole('row').filter({ hasText: '@nils_b' });
  await nils.getByText('+17').waitFor();
  await page.getByRole('checkbox', { name: 'Select all' }).first().press('Space');
  await page.getByRole('toolbar').getByRole('button', { name: 'Tag', exact: true }).press('Enter');
  await page.getByRole('dialog', { name: 'Tag 3 recipients' }).getByRole('combobox').fill('one more');
  await page.keyboard.press('Enter');
  await page.getByText('2 recipients tagged one more.').waitFor();
  await page
    .getByRole('alert')
    .getByText('1 of 3. This person has 20 tags, the most there can be.')
    .waitFor();
  await page.getByText('1 selected').waitFor();
  assert.equal(await page.getByRole('checkbox', { name: 'Select @nils_b' }).isChecked(), true);
});

test('t tags the focused row or the one under the pointer, and all that match are tagged at once', async (t) => {
  const site = await startSite(t);
  const { marta, list } = await startTags(site);
  const names = Array.from({ length: 60 }, (_, number) => [`guest.${number}`]);
  await marta.call('POST /api/recipients/import', {
    body: { list_id: list.id, columns: [], rows: names, fill: 'empty', tags: [] },
  });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/lists/${list.id}?search=_b`);
  const nils = page.getByRole('row').filter({ hasText: '@nils_b' });
  await nils.getByText('market 2026').waitFor();
  await page.keyboard.press('t');
  assert.equal(await page.getByRole('dialog').count(), 0);
  await page.keyboard.press('j');
  await page.keyboard.press('t');
  const dialog = page.getByRole('dialog', { name: 'Tag @nils_b' });
  const field = dialog.getByRole('combobox');
  await field.and(page.locator(':focus')).waitFor();
  assert.equal(await field.inputValue(), '');
  await page.keyboard.type('shop');
  await page.keyboard.press('Enter');
  await page.getByText('@nils_b tagged shop.').waitFor();
  await nils.getByText('shop').waitFor();
  await nils.and(page.locator(':focus')).waitFor();
  await page.getByRole('heading', { level: 1 }).click();
  await nils.hover();
  await page.keyboard.press('t');
  await field.fill('shop');
  await page.keyboard.press('Enter');
  await page.getByText('shop is on @nils_b already.').waitFor();
  assert.equal(await page.getByText('selected', { exact: false }).count(), 0);

  await page.keyboard.press('?');
  await page.getByText('Tag the recipient of the row').waitFor();
  await page.keyboard.press('Escape');
  await visit(page, `/lists/${list.id}?search=guest`);
  await page.getByText('Showing 1 to 50 of 60 results').waitFor();
  await page.getByRole('checkbox', { name: 'Select all' }).first().press('Space');
  await page.getByRole('button', { name: 'Select all 60' }).press('Enter');
  await page.getByRole('toolbar').getByRole('button', { name: 'Tag', exact: true }).press('Enter');
  const all = page.getByRole('dialog', { name: 'Tag 60 recipients' });
  await all.getByText('Everybody who matches is meant').waitFor();
  await all.getByRole('combobox').fill('guest');
  await page.keyboard.press('Enter');
  await page.getByText('60 recipients tagged guest.').waitFor();
  assert.deepEqual(await tagsOf(marta, 'guest.59'), ['guest']);
  await page.getByRole('row').filter({ hasText: '@guest.12' }).getByText('guest', { exact: true }).waitFor();

  // On a phone the menu of a row does it; the session that ends loses nothing.
  await page.setViewportSize({ width: 375, height: 812 });
  await visit(page, `/lists/${list.id}?search=brita`);
  await page.getByRole('button', { name: 'More for @brita.eide' }).press('Enter');
  await pressItem(page.getByRole('menuitem', { name: 'Tag', exact: true }));
  const brita = page.getByRole('dialog', { name: 'Tag @brita.eide' });
  await brita.getByRole('combobox').fill('left-handed');
  assert.deepEqual(await axeViolations(page), []);
  await endSessionsAndPress(site, brita.getByRole('button', { name: 'Tag', exact: true }));
  await logInAgain(page, marta);
  await page.waitForURL('**/lists/*');
  assert.equal(await brita.getByRole('combobox').inputValue(), 'left-handed');
  await brita.getByRole('button', { name: 'Tag', exact: true }).press('Enter');
  await page.getByText('@brita.eide tagged left-handed.').waitFor();
});

test('without a tag a list asks for no tags with its people and shows none', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const { list } = await marta.call('POST /api/lists', { body: { name: 'Newsletter' } });
  await marta.call('POST /api/recipients', { body: { list_id: list.id, recipient: 'nils_b' } });
  const page = await openPage(t, { url: site.url, token: marta.token });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`/lists/${list.id}`);
  await page.getByRole('link', { name: '@nils_b' }).waitFor();
  await page.waitForLoadState('networkidle');
  const pages = asked.filter((url) => url.includes('/recipients?'));
  assert.deepEqual([...new Set(pages.map((url) => new URL(url).searchParams.get('fields')))], [null]);
  assert.equal(await page.getByRole('row').nth(1).getByRole('list').count(), 0);
});
