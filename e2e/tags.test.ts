import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Route } from 'playwright-core';
import { axeViolations, openPage, violationsInLooks, visit } from './testing/browser.ts';
import { endSessionsAndPress } from './testing/end-sessions.ts';
import { pressItem } from './testing/menu.ts';
import { startSite } from './testing/site.ts';
import { logInAgain, startTags, tagsOf } from './testing/tagged-people.ts';

test('tags are made, counted, renamed and deleted in Settings, by keyboard alone', async (t) => {
  const site = await startSite(t);
  const { marta } = await startTags(site);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/settings/people');
  const card = page.getByRole('region', { name: 'Fields and tags' });
  await card.getByText('2 tags').waitFor();
  await card.getByRole('button', { name: 'Show' }).press('Enter');
  const tags = card.getByRole('list', { name: 'Tags' }).getByRole('listitem');
  await tags.getByText('market 2026').waitFor();
  const add = card.getByRole('button', { name: 'Tag', exact: true });
  await add.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New tag' });
  const name = dialog.getByLabel('Tag');
  await name.press('Enter');
  await dialog.getByText('Tag is required').waitFor();
  await name.fill('Regular');
  await page.keyboard.press('Enter');
  await dialog.getByText('You have a tag Regular already.').first().waitFor();
  await name.and(page.locator('[aria-invalid=true]:focus')).waitFor();
  await name.fill('shop');
  await page.context().setOffline(true);
  await page.keyboard.press('Enter');
  await dialog.getByText(/^Failed to save the tag/).waitFor();
  await page.context().setOffline(false);
  await page.keyboard.press('Enter');
  await tags.getByText('shop').waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent === 'Tag');
  await card.getByRole('button', { name: 'Count people' }).press('Enter');
  await tags.filter({ hasText: 'market 2026' }).getByText('2 people').waitFor();
  await tags.filter({ hasText: 'shop' }).getByText('0 people').waitFor();

  await card.getByRole('button', { name: 'More for market 2026' }).press('Enter');
  await pressItem(page.getByRole('menuitem', { name: 'Rename' }));
  await page.getByRole('dialog', { name: 'Rename market 2026' }).getByLabel('Tag').fill('market');
  await page.keyboard.press('Enter');
  await tags.getByText('market', { exact: true }).waitFor();
  assert.deepEqual(await tagsOf(marta, 'nils_b'), ['market']);
  await page.getByText('regular', { exact: true }).waitFor();
  assert.deepEqual(await violationsInLooks(page), []);

  await card.getByRole('button', { name: 'More for market' }).press('Enter');
  await pressItem(page.getByRole('menuitem', { name: 'Delete' }));
  const question = page.getByRole('dialog', { name: 'Delete the tag market?' });
  await question.getByText('It is taken off 2 people. This cannot be undone.').waitFor();
  await question.getByRole('button', { name: 'Delete tag' }).press('Enter');
  await page.getByText('Tag market deleted.').waitFor();
  await tags.getByText('market', { exact: true }).waitFor({ state: 'detached' });
  assert.deepEqual(await tagsOf(marta, 'nils_b'), []);

  await add.press('Enter');
  await name.fill('left-handed');
  await endSessionsAndPress(site, dialog.getByRole('button', { name: 'Make tag' }));
  await logInAgain(page, marta);
  await page.waitForURL('**/settings/people?line=known');
  assert.equal(await name.inputValue(), 'left-handed');
});

test('a person is tagged on their page: with a tag of the list, or with a new one', async (t) => {
  const site = await startSite(t);
  const { marta } = await startTags(site);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/people/brita.eide');
  // Nothing is known of her.
  await page.getByRole('heading', { name: 'Nothing yet' }).waitFor();
  assert.equal(await page.getByRole('heading', { name: 'Tags' }).count(), 0);
  const add = page.getByRole('button', { name: 'Tag', exact: true });
  await add.press('Enter');
  const field = page.getByRole('combobox', { name: 'Tag' });
  await field.and(page.locator(':focus')).waitFor();
  const options = page.getByRole('listbox', { name: 'Tags' }).getByRole('option');
  await page.getByRole('option', { name: 'regular' }).waitFor();
  assert.deepEqual(await options.allTextContents(), ['market 2026', 'regular']);
  assert.deepEqual(await axeViolations(page), []);
  await page.keyboard.type('REG');
  assert.deepEqual(await options.allTextContents(), ['regular', 'Make REG']);
  await page.keyboard.press('Enter');
  const chips = page.getByRole('list', { name: 'Tags' }).getByRole('listitem');
  await chips.getByText('regular').waitFor();
  await page.keyboard.type(' shop  window ');
  await page.context().setOffline(true);
  await page.keyboard.press('Enter');
  await page.getByText('Failed to put on the tag').waitFor();
  await page.context().setOffline(false);
  await page.keyboard.press('Enter');
  await chips.getByText('shop window').waitFor();
  // Two more, the second given and a third typed while the first is still on its way.
  const held = Promise.withResolvers<Route>();
  let isHeld = false;
  await page.route('**/api/people/brita.eide', (route) => {
    if (isHeld || route.request().method() !== 'PUT') return route.continue();
    isHeld = true;
    held.resolve(route);
  });
  await page.keyboard.type('early');
  await page.keyboard.press('Enter');
  const early = await held.promise;
  await page.keyboard.type('market');
  await page.keyboard.press('Enter');
  await page.keyboard.type('lat');
  await early.continue();
  await chips.getByText('early').waitFor();
  await chips.getByText('market 2026').waitFor();
  assert.equal(await field.inputValue(), 'lat');
  assert.deepEqual(await tagsOf(marta, 'brita.eide'), ['early', 'market 2026', 'regular', 'shop window']);
  assert.equal((await marta.call('GET /api/tags')).tags.length, 4);
  await page.keyboard.press('Escape');
  await add.and(page.locator(':focus')).waitFor();

  await page.getByRole('button', { name: 'Take off regular' }).press('Enter');
  await chips.getByText('regular').waitFor({ state: 'detached' });
  assert.deepEqual(await tagsOf(marta, 'brita.eide'), ['early', 'market 2026', 'shop window']);

  for (let number = 4; number <= 20; number++)
    await marta.call('POST /api/tags', { body: { name: `tag ${number}` } });
  const ids = (await marta.call('GET /api/tags')).tags.map(({ id }) => id);
  await marta.call('PUT /api/people/{name}', {
    params: { name: 'nils_b' },
    body: { tags: ids.slice(0, 20).sort((a, b) => a - b) },
  });
  await page.goto('/people/nils_b');
  await chips.nth(19).waitFor();
  await add.and(page.locator('[aria-disabled=true]')).waitFor();
  await page.getByText('A person has at most 20 tags').waitFor({ state: 'attached' });
  assert.deepEqual(await violationsInLooks(page), []);

  await visit(page, '/people/brita.eide');
  await add.press('Enter');
  await field.fill('left-handed');
  await endSessionsAndPress(site, page.getByRole('option', { name: 'Make left-handed' }));
  await logInAgain(page, marta);
  await page.waitForURL('**/people/brita.eide');
  await field.waitFor();
  assert.equal(await field.inputValue(), 'left-handed');
});
