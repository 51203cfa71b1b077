import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openPage, violationsInLooks, visit } from './testing/browser.ts';
import { pressItem } from './testing/menu.ts';
import { startSite, type Visitor } from './testing/site.ts';

test('a list is made and filled; many recipients are changed and deleted across pages', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/lists');
  await page.getByRole('heading', { name: 'No lists yet' }).waitFor();
  await page.getByRole('button', { name: 'Create List' }).click();
  await page.getByLabel('Name').fill('Asked about the class');
  await page.getByRole('dialog').getByRole('button', { name: 'Create List' }).click();
  // A new list leads on to its import, and from there back to the button that began it.
  await page
    .getByRole('dialog', { name: 'Bulk Import' })
    .getByRole('button', { name: 'Cancel' })
    .press('Enter');
  await page.getByRole('button', { name: 'Create List' }).and(page.locator(':focus')).waitFor();
  await page.getByRole('link', { name: 'Asked about the class' }).click();
  await page.getByRole('heading', { name: 'No recipients yet' }).waitFor();
  await page.getByRole('button', { name: 'Add Recipient' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Username').fill('@Lena Hartog');
  await dialog.getByRole('button', { name: 'Add Recipient' }).click();
  await dialog.getByText('“lena hartog” has a space').waitFor();
  await dialog.getByLabel('Username').fill('https://www.instagram.com/Lena.Hartog/?hl=de');
  await dialog.getByRole('button', { name: 'Add Recipient' }).click();
  await page.getByText('@lena.hartog', { exact: true }).waitFor();

  const { lists } = await marta.call('GET /api/lists');
  await fill(marta, lists[0]?.id ?? 0, 119);
  await page.reload();
  await page.getByText('Showing 1 to 50 of 120 results').waitFor();
  await boxOf(page, 2).click();
  await boxOf(page, 5).click({ modifiers: ['Shift'] });
  await page.getByText('4 selected').waitFor();
  await menuOf(page, 2).press('Enter');
  await pressItem(page.getByRole('menuitem', { name: 'Set to Failed' }), 'Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Page 2', exact: true }).click();
  await page.getByText('Showing 51 to 100 of 120 results').waitFor();
  // The page number changes at once; its rows follow with the answer.
  await page.getByText('@name.51', { exact: true }).waitFor();
  // Its row replaces one of the first page: the menu belongs to the new recipient.
  const label = await menuOf(page, 2).getAttribute('aria-label');
  await menuOf(page, 2).press('Enter');
  await pressItem(page.getByRole('menuitem', { name: 'Set to Failed' }));
  await page.getByText('Status changed.').waitFor();
  const where = { params: { id: lists[0]?.id ?? 0 }, query: { status: 'failed' as const } };
  const { recipients } = await marta.call('GET /api/lists/{id}/recipients', where);
  assert.equal(`More for @${recipients[0]?.recipient}`, label);
  await boxOf(page, 1).click();
  await page.getByText('5 selected').waitFor();
  await page.getByRole('button', { name: 'Set status' }).click();
  await page.getByRole('menuitem', { name: 'Not found' }).click();
  const filter = page.getByRole('combobox', { name: 'Status' });
  await filter.getByText('Not found (5)').waitFor({ state: 'attached' });
  await filter.selectOption('not_found');
  await page.getByText('Showing 1 to 5 of 5 results').waitFor();
  assert.match(page.url(), /\?status=not_found$/);

  await page.getByLabel('Select all on this page').click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete 5 recipients' }).click();
  await page.getByRole('heading', { name: 'No recipient matches' }).waitFor();
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByText('Showing 1 to 50 of 115 results').waitFor();
});

test('rows are sorted by their heads, and all matching ones are changed, not only the page', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const { list } = await marta.call('POST /api/lists', { body: { name: 'Newsletter' } });
  await fill(marta, list.id, 130);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/lists/${list.id}`);
  await page.getByText('Showing 1 to 50 of 130 results').waitFor();
  const names = page.getByRole('table').getByText(/^@/);
  const third = names.nth(2);
  const thirdIs = (name: string) => third.and(page.getByText(name, { exact: true })).waitFor();
  await thirdIs('@name.127');
  const head = page.getByRole('columnheader', { name: 'Recipient' });
  await head.getByRole('button').press('Enter');
  await page.waitForURL(/sort_by=name_asc/);
  await head.and(page.locator('[aria-sort=ascending]')).waitFor();
  await thirdIs('@name.10');
  const shown = await names.allInnerTexts();
  assert.deepEqual(shown, shown.toSorted());

  await page.getByLabel('Select all on this page').click();
  await page.getByRole('button', { name: 'Select all 130' }).press('Enter');
  await page.getByText('130 selected').waitFor();
  await page.getByRole('button', { name: 'All that match' }).and(page.locator(':focus')).waitFor();
  // Those who match another filter were not meant.
  await page.getByRole('combobox', { name: 'Status' }).selectOption('pending');
  await page.getByText('50 selected').waitFor();
  await page.getByRole('combobox', { name: 'Status' }).selectOption('');
  await page.getByText('130 selected').waitFor();
  await page.getByRole('button', { name: 'Set status' }).click();
  await page.getByRole('menuitem', { name: 'Failed' }).click();
  const question = page.getByRole('dialog', { name: 'Set 130 recipients to Failed?' });
  await question.getByRole('button', { name: 'Set to Failed' }).click();
  await page.getByText('130 recipients updated.').waitFor();
  assert.equal((await marta.call('GET /api/lists/{id}', { params: { id: list.id } })).list.failed, 130);
  // The count of another filter is known with its answer.
  const held = Promise.withResolvers<void>();
  await page.route(/status=certainly_failed/, (route) => held.promise.then(() => route.continue()));
  await page.getByRole('combobox', { name: 'Status' }).selectOption('certainly_failed');
  await page.locator('[aria-busy=true]').getByLabel('Select all on this page').click();
  await page.getByText('50 selected').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Select all 130' }).count(), 0);
  held.resolve();
  await page.getByRole('button', { name: 'Select all 130' }).click();
  // All matching rows are ticked, then one is unticked on another page: every other row stays ticked by itself.
  await page.getByRole('button', { name: 'Page 2', exact: true }).click();
  await page.getByLabel('Select @name.27').click();
  await page.getByText('51 selected').waitFor();
  assert.equal(await page.getByLabel('Select @name.27').isChecked(), true);
  await page.getByRole('button', { name: 'Page 1', exact: true }).click();
  await page.getByRole('button', { name: 'Select all 130' }).click();
  // Who comes meanwhile and has another status does not match.
  await marta.call('POST /api/recipients', { body: { list_id: list.id, recipient: 'late' } });
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete 130 recipients' }).click();
  await page.getByText('130 recipients deleted.').waitFor();
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByText('@late', { exact: true }).waitFor();
});

test('recipients that a bulk action refused come back, stay selected, and are reported', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const { list } = await marta.call('POST /api/lists', { body: { name: 'Newsletter' } });
  await fill(marta, list.id, 3);
  const { recipients } = await marta.call('GET /api/lists/{id}/recipients', { params: { id: list.id } });
  const stubborn = recipients[1];
  assert.ok(stubborn);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.route(`**/api/lists/${list.id}/recipients/bulk`, async (route) => {
    const { ids, ...body } = route.request().postDataJSON();
    const others = ids.filter((id: number) => id !== stubborn.id);
    const response = await route.fetch({ postData: { ...body, ids: others } });
    await route.fulfill({ json: { ...(await response.json()), busy: 1, busy_ids: [stubborn.id] } });
  });
  await page.goto(`/lists/${list.id}`);
  await page.getByLabel('Select all on this page').click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete 3 recipients' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to delete some recipients' });
  const reason = 'A message to this recipient is being sent right now. Try again in a moment.';
  await alert.getByText(`1 of 3. ${reason}`, { exact: true }).waitFor();
  await page.getByText('Showing 1 to 1 of 1 results').waitFor();
  assert.equal(await page.getByLabel(`Select @${stubborn.recipient}`).isChecked(), true);
});

test('a list that does not exist says so, and another failure leads back to the lists', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/lists/4711');
  await page.getByRole('heading', { name: 'List not found' }).waitFor();
  await page.route('**/api/lists/4712', (route) => route.fulfill({ status: 500, json: {} }));
  await visit(page, '/lists/4712');
  await page.waitForURL('**/lists');
  // Beside the toast, the page being left may still say that its recipients do not exist.
  await page.getByRole('alert').getByText('Failed to fetch list details', { exact: true }).waitFor();
});

test('do-not-contact takes names and gives them back, by keyboard alone', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const { list } = await marta.call('POST /api/lists', { body: { name: 'Newsletter' } });
  await fill(marta, list.id, 1);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/lists/${list.id}`);
  await page.getByRole('button', { name: 'More for @name.0' }).press('Enter');
  await pressItem(page.getByRole('menuitem', { name: 'Add to do-not-contact' }));
  await page.getByText('Do not contact', { exact: true }).waitFor();

  await visit(page, '/lists');
  const manage = page.getByRole('button', { name: 'Manage do not contact' });
  await manage.press('Enter');
  await page.getByText('@name.0', { exact: true }).waitFor();
  await page.keyboard.type('@Gone.For.Good');
  await page.keyboard.press('Enter');
  await page.getByText('@gone.for.good', { exact: true }).waitFor();
  const takeOff = page.getByRole('button', { name: 'Take @name.0 off' });
  await takeOff.press('Enter');
  await page.getByText('@name.0 may be contacted again.').waitFor();
  await page.keyboard.press('Control+z');
  // The toast of before may still be there.
  await page.getByText('@name.0 is on your do-not-contact list.').last().waitFor();
  await takeOff.press('Enter');
  await page.getByText('@name.0', { exact: true }).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.textContent === 'Manage');
  const { do_not_contact } = await marta.call('GET /api/do-not-contact');
  assert.deepEqual(
    do_not_contact.map(({ recipient }) => recipient),
    ['gone.for.good'],
  );
});

test('the list screens and their dialogs have no accessibility violation in any scheme or width', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const { list } = await marta.call('POST /api/lists', { body: { name: 'Newsletter' } });
  await fill(marta, list.id, 60);
  await marta.call('POST /api/do-not-contact', { body: { recipient: 'name.59' } });
  const page = await openPage(t, { url: site.url, token: marta.token });
  const look = async (what: string) => assert.deepEqual(await violationsInLooks(page), [], what);
  await page.goto('/lists');
  await page.getByRole('link', { name: 'Newsletter' }).waitFor();
  await look('lists');
  await page.getByRole('button', { name: 'Manage do not contact' }).click();
  await page.getByText('@name.59', { exact: true }).waitFor();
  await look('do-not-contact');
  // The last page has every part of a page, with fewer rows to check.
  await visit(page, `/lists/${list.id}?page=2`);
  await page.getByText('Showing 51 to 60 of 60 results').waitFor();
  await boxOf(page, 1).click();
  await page.getByRole('button', { name: 'Set status' }).click();
  await page.getByRole('menuitem', { name: 'Not found' }).waitFor();
  await look('selected recipients');
});

/** The menu of a row, counted from 1. */
function menuOf(page: Page, row: number) {
  return page.getByRole('button', { name: /^More for @/ }).nth(row - 1);
}

function boxOf(page: Page, row: number) {
  return page.getByRole('checkbox', { name: /^Select @/ }).nth(row - 1);
}

async function fill({ call }: Visitor, list_id: number, count: number): Promise<void> {
  const recipients = Array.from({ length: count }, (_, index) => `name.${index}`);
  await call('POST /api/recipients/bulk', { body: { recipients, list_id } });
}
