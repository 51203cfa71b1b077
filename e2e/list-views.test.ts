import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IMPORT_RUNS } from '@pigeonpost/contract/recipients';
import { axeViolations, openPage, visit } from './testing/browser.ts';
import { pressItem } from './testing/menu.ts';
import { startSite } from './testing/site.ts';
import { startTags, tagsOf } from './testing/tagged-people.ts';

test('a list is filtered by conditions, which become a view on every list', async (t) => {
  const site = await startSite(t);
  const { marta, list } = await startTags(site);
  await marta.call('POST /api/recipients/import', {
    body: {
      list_id: list.id,
      columns: [{ new_field: 'city', label: 'City' }],
      rows: [
        ['lena.hartog', 'Oslo'],
        ['brita.eide', 'oslo'],
        ['nils_b', 'Malmö'],
      ],
      fill: 'empty',
      tags: [],
    },
  });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/lists/${list.id}`);
  const rows = page.getByRole('table', { name: 'Recipients' }).locator('tbody tr');
  await rows.first().waitFor();
  assert.equal(await page.getByRole('tablist').count(), 0, 'without a view there are no tabs');

  await page.keyboard.press('f');
  const dialog = page.getByRole('dialog', { name: 'Filter this list' });
  await dialog.getByRole('combobox', { name: 'Filter by' }).selectOption('City');
  await dialog.getByRole('button', { name: 'Filter' }).press('Enter');
  await dialog.getByText('Enter what the field is compared with').waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await dialog.getByRole('textbox', { name: 'Text' }).fill(' OSLO ');
  await page.keyboard.press('Enter');
  const bar = page.getByRole('region', { name: 'Conditions' });
  await bar.getByRole('button', { name: 'City is OSLO', exact: true }).waitFor();
  await rows.filter({ hasText: '@nils_b' }).waitFor({ state: 'detached' });
  assert.equal(await rows.count(), 2);
  assert.match(page.url(), /where=/);

  // The link shows the same people.
  const other = await openPage(t, { url: site.url, token: marta.token });
  await other.goto(page.url().slice(site.url.length));
  await other.getByRole('button', { name: 'City is OSLO', exact: true }).waitFor();
  await other.getByText('@brita.eide').waitFor();
  assert.equal(await other.getByText('@nils_b').count(), 0);

  await bar.getByRole('button', { name: 'Save view' }).press('Enter');
  const naming = page.getByRole('dialog', { name: 'Save view' });
  await naming.getByRole('textbox', { name: 'Name' }).fill('From Oslo');
  await page.keyboard.press('Enter');
  const tab = page.getByRole('tab', { name: 'From Oslo 2' });
  await tab.waitFor();
  assert.equal(await tab.getAttribute('aria-selected'), 'true');
  assert.match(page.url(), /view=\d+$/);
  assert.deepEqual(await axeViolations(page), []);

  await bar.getByRole('button', { name: 'Condition', exact: true }).press('Enter');
  await dialog.getByRole('combobox', { name: 'Filter by' }).selectOption('Tag');
  await dialog.getByRole('combobox', { name: 'How' }).selectOption('is not');
  await dialog.getByRole('combobox', { name: 'Tag' }).selectOption('regular');
  await dialog.getByRole('button', { name: 'Filter' }).press('Enter');
  await bar.getByRole('button', { name: 'tag is not regular', exact: true }).waitFor();
  await rows.filter({ hasText: '@lena.hartog' }).waitFor({ state: 'detached' });
  await bar.getByRole('button', { name: 'Save changes' }).press('Enter');
  await page.getByText('View From Oslo saved.').waitFor();
  await page.getByRole('tab', { name: 'From Oslo 1' }).waitFor();

  // Where a view matches nobody there is none.
  const { list: malmo } = await marta.call('POST /api/lists', { body: { name: 'Malmö' } });
  await marta.call('POST /api/recipients', { body: { list_id: malmo.id, recipient: 'nils_b' } });
  await visit(page, `/lists/${malmo.id}`);
  await page.getByText('Showing 1 to 1 of 1').waitFor();
  await page.getByRole('tablist').waitFor({ state: 'detached' });
  await visit(page, `/lists/${list.id}`);

  // Everybody who matches is meant, and nobody else.
  await page.getByRole('tab', { name: /^Everybody/ }).press('Enter');
  await rows.filter({ hasText: '@nils_b' }).waitFor();
  await page.getByRole('tab', { name: /^Everybody/ }).press('ArrowRight');
  await rows.filter({ hasText: '@nils_b' }).waitFor({ state: 'detached' });
  await page.getByRole('checkbox', { name: 'Select @brita.eide' }).press('Space');
  await page.getByRole('toolbar').getByRole('button', { name: 'Tag', exact: true }).press('Enter');
  await page.getByRole('dialog').getByRole('combobox').fill('regular');
  await page.keyboard.press('Enter');
  await page.getByText('No recipient matches').waitFor();
  assert.deepEqual(await tagsOf(marta, 'brita.eide'), ['regular']);

  // What a view asks for may be deleted: it says so, and shows nobody.
  const { tags } = await marta.call('GET /api/tags');
  const regular = tags.find(({ name }) => name === 'regular')?.id ?? 0;
  await marta.call('DELETE /api/tags/{id}', { params: { id: regular } });
  await page.reload();
  await page.getByText('This filter asks for a tag that is not there. Take that condition away.').waitFor();
  await bar.getByRole('button', { name: 'Take away: tag is not a deleted tag' }).press('Enter');
  await rows.filter({ hasText: '@lena.hartog' }).waitFor();
  assert.equal(await rows.count(), 2);
  await page.getByRole('button', { name: 'More for the view From Oslo' }).press('Enter');
  await pressItem(page.getByRole('menuitem', { name: 'Delete' }));
  await page.getByRole('button', { name: 'Delete view' }).press('Enter');
  await page.getByText('View From Oslo deleted.').waitFor();
  await page.getByRole('tablist').waitFor({ state: 'detached' });
  await rows.filter({ hasText: '@nils_b' }).waitFor();

  // A list beyond the first hundred is found by searching, and keeps its name.
  const makeList = async (name: string) => (await marta.call('POST /api/lists', { body: { name } })).list.id;
  await Promise.all(Array.from({ length: 100 }, (_, index) => makeList(`Evening ${index}`)));
  const workshop = await makeList('Workshop');
  await marta.call('POST /api/recipients', { body: { list_id: workshop, recipient: 'nils_b' } });
  await page.keyboard.press('f');
  await dialog.getByRole('combobox', { name: 'Filter by' }).selectOption('Another list');
  await dialog.getByRole('button', { name: 'Filter' }).press('Enter');
  await dialog.locator('p', { hasText: 'Choose a list' }).waitFor();
  await dialog.getByRole('searchbox', { name: 'Search lists' }).fill('works');
  await dialog.getByRole('combobox', { name: 'List' }).selectOption('Workshop');
  await dialog.getByRole('searchbox', { name: 'Search lists' }).fill('evening 3');
  await dialog.getByText('11 of 11 in the choice above').waitFor();
  await dialog.getByRole('button', { name: 'Filter' }).press('Enter');
  await bar.getByRole('button', { name: 'in Workshop', exact: true }).waitFor();
  await rows.filter({ hasText: '@lena.hartog' }).waitFor({ state: 'detached' });
  await page.reload();
  await bar.getByRole('button', { name: 'in Workshop', exact: true }).press('Enter');
  const change = page.getByRole('dialog', { name: 'Change the condition' });
  assert.equal(await change.getByRole('combobox', { name: 'List' }).inputValue(), String(workshop));
});

test('lists are made of lists: of two by a condition, of selected people, and in parts', async (t) => {
  const site = await startSite(t);
  const { marta, list } = await startTags(site);
  const { call } = marta;
  const page = await openPage(t, { url: site.url, token: marta.token });
  const press = page.getByRole('button', { name: 'New list from…' });
  await page.goto('/lists?filter=empty');
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByText('3 recipients', { exact: true }).waitFor();
  assert.equal(await press.count(), 0, 'one list is no choice');
  await page.getByRole('link', { name: 'Newsletter' }).click();
  await page.getByRole('button', { name: 'More', exact: true }).press('Enter');
  await pressItem(page.getByRole('menuitem', { name: 'New list from…' }));
  const ofOne = page.getByRole('dialog', { name: 'New list' });
  await ofOne.getByText('people in the new list').waitFor();
  assert.ok(await ofOne.getByRole('radio', { name: 'Copy' }).isChecked());
  assert.equal(await ofOne.getByRole('radio').count(), 3, 'no kind of two lists');
  await page.keyboard.press('Escape');
  await ofOne.waitFor({ state: 'detached' });
  await visit(page, '/lists');
  await page.getByText('3 recipients', { exact: true }).waitFor();
  const { list: booked } = await call('POST /api/lists', { body: { name: 'Booked' } });
  await call('POST /api/recipients/bulk', {
    body: { list_id: booked.id, recipients: ['nils_b', 'someone.else'] },
  });
  await page.reload();
  await press.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New list' });
  const count = dialog.getByRole('status');
  await dialog.getByRole('button', { name: 'Make the list' }).press('Enter');
  await dialog.getByText('Choose two lists.').waitFor();
  await dialog.getByText('List name is required').waitFor();
  await dialog.getByRole('combobox', { name: 'People of' }).selectOption('Newsletter (3)');
  const failed = { status: 500, json: { error: 'Not now.' } };
  await page.route('**/api/lists/from/check', (route) => route.fulfill(failed), { times: 1 });
  await dialog.getByRole('combobox', { name: 'Without those of' }).selectOption('Booked (2)');
  await dialog.getByRole('alert').getByText('Failed to count the people').waitFor();
  await dialog.getByRole('button', { name: 'Retry' }).press('Enter');
  await count.getByText('1 is in both. Nobody is removed anywhere.').waitFor();
  assert.match((await count.textContent()) ?? '', /^2people in the new list/);
  await dialog.getByRole('radio', { name: 'Merge' }).press('Space');
  await count.getByText('people in the new list').waitFor();
  await dialog.getByRole('combobox', { name: 'They go to' }).selectOption('Booked (2)');
  await count.getByText('people added to Booked').waitFor();
  await count.getByText('1 is in both, 2 are in that list already. Nobody is removed anywhere.').waitFor();
  assert.equal(await dialog.getByRole('textbox').count(), 0, 'Booked has its name');
  assert.deepEqual(await axeViolations(page), []);
  await dialog.getByRole('radio', { name: 'Intersect' }).press('Space');
  await count.getByText('person in the new list').waitFor();
  await dialog.getByRole('radio', { name: 'Tagged' }).press('Space');
  await dialog.getByRole('combobox', { name: 'Everybody with the tag' }).selectOption('market 2026');
  await count.getByText('people in the new list').waitFor();
  assert.match((await count.textContent()) ?? '', /^2people in the new list/);
  assert.deepEqual(await axeViolations(page), []);
  await dialog.getByRole('radio', { name: 'Subtract' }).press('Space');

  await dialog.getByRole('button', { name: 'Condition', exact: true }).press('Enter');
  const asked = page.getByRole('dialog', { name: 'Add a condition' });
  await asked.getByRole('combobox', { name: 'Filter by' }).selectOption('Tag');
  await asked.getByRole('combobox', { name: 'Tag' }).selectOption('market 2026');
  await asked.getByRole('button', { name: 'Add' }).press('Enter');
  await dialog.getByRole('button', { name: 'tag is market 2026', exact: true }).waitFor();
  await count.getByText('1 is in both, 1 does not match. Nobody is removed anywhere.').waitFor();
  await dialog.getByRole('textbox', { name: 'Name of the new list' }).fill('Not booked');
  assert.deepEqual(await axeViolations(page), []);
  const refusal = { status: 409, json: { error: IMPORT_RUNS, code: 'conflict' } };
  await page.route('**/api/lists/from', (route) => route.fulfill(refusal), { times: 1 });
  await dialog.getByRole('button', { name: 'Make the list of 1' }).press('Enter');
  await dialog.getByRole('alert').getByText(IMPORT_RUNS).waitFor();
  await dialog.getByRole('button', { name: 'Make the list of 1' }).press('Enter');
  await page.getByText('Not booked has 1 person.').waitFor();
  await page.getByRole('heading', { name: 'Not booked' }).waitFor();
  await page.getByText('@lena.hartog').waitFor();
  assert.equal(await page.getByRole('dialog').count(), 0);

  // Ticked people, and all who match the search.
  await visit(page, `/lists/${list.id}?search=e`);
  await page.getByRole('checkbox', { name: 'Select @brita.eide' }).press('Space');
  const these = page.getByRole('button', { name: 'Make a list of these' });
  await these.press('Enter');
  const few = page.getByRole('dialog', { name: 'Make a list of 1 recipient' });
  await few.getByText('person in the new list').waitFor();
  await few.getByRole('textbox', { name: 'Name of the new list' }).fill('Brita alone');
  await page.keyboard.press('Enter');
  await page.getByText('Brita alone has 1 person.').waitFor();

  // Who match are written to as a list of their own, everybody as the list that they are in.
  await visit(page, `/lists/${list.id}?search=lena`);
  await page.getByRole('button', { name: 'Write to these 1' }).press('Enter');
  const written = page.getByRole('dialog', { name: 'Write to these' });
  await written.getByText('person in the new list').waitFor();
  await written.getByRole('button', { name: 'Make the list of 1 and go on' }).press('Enter');
  await page.getByText('Part of Newsletter has 1 person.').waitFor();
  await page.waitForURL(/\/campaigns\/new\?list=\d+$/);
  await visit(page, `/lists/${list.id}`);
  const everybody = page.getByRole('link', { name: 'Write to these' });
  assert.equal(await everybody.getAttribute('href'), `/campaigns/new?list=${list.id}`);

  await page.getByRole('button', { name: 'More', exact: true }).press('Enter');
  await pressItem(page.getByRole('menuitem', { name: 'New list from…' }));
  await dialog.getByRole('radio', { name: 'Split' }).press('Space');
  await count.getByText('2 lists of 1 or 2 people').waitFor();
  await dialog.getByRole('combobox', { name: 'Parts' }).selectOption('4');
  await count.getByText('There are fewer people than parts.').waitFor();
  assert.ok(await dialog.getByRole('button', { name: 'Make 4 lists' }).isDisabled());
  await dialog.getByRole('combobox', { name: 'Parts' }).selectOption('3');
  await dialog.getByRole('textbox', { name: 'Name of the new lists' }).fill('Third');
  await dialog.getByRole('button', { name: 'Make 3 lists' }).press('Enter');
  await page.getByText('3 lists made of 3 people.').waitFor();
  await page.getByRole('link', { name: 'Third 3' }).waitFor();
  const { lists } = await call('GET /api/lists', { query: { sort_by: 'name' } });
  assert.deepEqual(
    lists.map(({ name, pending }) => `${name} ${pending}`),
    [
      'Booked 2',
      'Brita alone 1',
      'Newsletter 3',
      'Not booked 1',
      'Part of Newsletter 1',
      'Third 1 1',
      'Third 2 1',
      'Third 3 1',
    ],
  );
});
