import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { violationsInLooks } from './testing/browser.ts';
import { choose, figures, openImport } from './testing/import-dialog.ts';

const TEXT = [
  '@lena.hartog',
  'olive_and_oak',
  'Nils_Bergstrand',
  'kaffebaren oslo',
  'maja.s',
  'olive_and_oak',
  'gone.for.good',
  'https://instagram.com/p/x',
].join('\n');

test('a text is counted while it is typed, imported, and reported on', async (t) => {
  const { page, marta, list_id } = await openImport(t);
  await page.getByLabel('Usernames').fill(TEXT);
  await page.getByText('has a space').waitFor();
  await page.getByRole('button', { name: 'Import 3 recipients' }).waitFor();
  assert.deepEqual(await figures(page), {
    'New in this list': '3',
    'Already there': '1',
    'Same person again': '1',
    'Left out': '2',
    'Do not contact': '1',
  });
  const left = page.getByRole('region', { name: 'Lines that are left out' });
  assert.deepEqual(await left.getByRole('listitem').allInnerTexts(), [
    'Line 4\nhas a space',
    'Line 8\nis a link to a post, not to a person',
  ]);
  const dialog = page.getByRole('dialog', { name: 'Bulk Import' });
  const height = async () => (await dialog.boundingBox())?.height;
  const before = await height();
  // A refused line is corrected in place, without moving; the others can be downloaded.
  await left.getByLabel('Line 4').fill('kaffebaren_oslo');
  await page.keyboard.press('Enter');
  await left.getByText('Corrected').waitFor();
  await left.getByText('1 row left out, with its reason').waitFor();
  await left.getByLabel('Line 4').and(page.locator(':focus')).waitFor();
  await left.getByText('1 row on do-not-contact').waitFor();
  const download = page.waitForEvent('download');
  await left.getByRole('button', { name: 'Download' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  assert.equal(
    file,
    '\ufeffusername,line,reason\r\ngone.for.good,7,on do-not-contact\r\n' +
      'https://instagram.com/p/x,8,"is a link to a post, not to a person"',
  );

  const submit = page.getByRole('button', { name: 'Import 4 recipients' });
  await submit.waitFor();
  await submit.press('Enter');
  await page.getByText('4 recipients added').waitFor();
  await page.getByRole('button', { name: 'Done' }).and(page.locator(':focus')).waitFor();
  assert.equal(await height(), before, 'the dialog keeps its height');
  await page.keyboard.press('Enter');
  await page.getByText('Showing 1 to 5 of 5 results').waitFor();
  await page.getByRole('button', { name: 'Bulk Import' }).and(page.locator(':focus')).waitFor();
  // The newest first: the last line of the paste above the first one, and all above the existing one.
  assert.deepEqual(await page.getByRole('table').getByText(/^@/).allInnerTexts(), [
    '@maja.s',
    '@kaffebaren_oslo',
    '@nils_bergstrand',
    '@lena.hartog',
    '@olive_and_oak',
  ]);
  const { list } = await marta.call('GET /api/lists/{id}', { params: { id: list_id } });
  assert.equal(list.pending, 5);
});

test('names for an empty list of a user without do-not-contact are sent once', async (t) => {
  const { page, marta } = await openImport(t);
  const [blocked] = (await marta.call('GET /api/do-not-contact')).do_not_contact;
  await marta.call('DELETE /api/do-not-contact/{id}', { params: { id: blocked?.id ?? 0 } });
  const { list } = await marta.call('POST /api/lists', { body: { name: 'Empty' } });
  await page.goto(`/lists/${list.id}`);
  await page.getByRole('button', { name: 'Bulk Import' }).first().click();
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/recipients/bulk')) sent.push(pathname);
  });
  await page.getByLabel('Usernames').fill('siri_lund');
  await page.getByRole('dialog').locator('dd').first().getByText('1', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Import 1 recipient' }).click();
  await page.getByText('1 recipient added').waitFor();
  assert.deepEqual(sent, ['/api/recipients/bulk']);
  // The same name once more is nobody to import.
  await page.getByRole('button', { name: 'Done' }).press('Enter');
  await page.getByRole('button', { name: 'Bulk Import' }).press('Enter');
  await page.getByLabel('Usernames').fill('siri_lund');
  await page.getByRole('button', { name: 'Import 0 recipients', disabled: true }).waitFor();
});

test('an empty import is refused with a text, and a failed import keeps the typed text', async (t) => {
  const { page } = await openImport(t);
  // A long paste is held as a file outside the field; leaving still asks.
  await page.getByLabel('Usernames').evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', 'maja.s\n'.repeat(30_000));
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await page.getByRole('button', { name: 'Import 1 recipient' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('Discard what you typed?').waitFor();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Remove the file' }).click();
  await page.getByRole('button', { name: 'Import recipients' }).click();
  await page.getByText('Please enter at least one recipient').waitFor();
  await page.route('**/api/recipients/bulk', (route) => route.fulfill({ status: 500, json: { error: '' } }));
  await page.getByLabel('Usernames').fill('siri_lund');
  await page.getByRole('button', { name: 'Import 1 recipient' }).click();
  await page.getByRole('alert').getByText('Failed to add recipients').waitFor();
  assert.equal(await page.getByLabel('Usernames').inputValue(), 'siri_lund');
});

test('more than a million lines are refused before they are sent', async (t) => {
  const { page } = await openImport(t);
  await choose(page, 'many.txt', 'a\n'.repeat(1_000_001));
  await page.getByText('An import takes at most 1,000,000 names').waitFor();
  await page.getByRole('button', { name: 'Remove the file' }).click();
  await page.getByLabel('Usernames').fill('siri_lund');
  await page.getByRole('button', { name: 'Import 1 recipient' }).waitFor();
});

test('the import dialog has no accessibility violation, wide and on a phone', async (t) => {
  const { page } = await openImport(t);
  await page.getByLabel('Usernames').fill(TEXT);
  await page.getByRole('button', { name: 'Import 3 recipients' }).waitFor();
  assert.deepEqual(await violationsInLooks(page), [], 'counts');
  await choose(page, 'people.csv', 'Name;Username;Town\nAnna;vera_kiln;Oslo\nBo;otto weld;Bergen\n');
  await page.getByRole('button', { name: 'Import 1 recipient' }).waitFor();
  assert.deepEqual(await violationsInLooks(page), [], 'columns');
  await page.getByRole('button', { name: 'Remove the file' }).click();
  await page.getByRole('button', { name: 'Import 3 recipients' }).waitFor();
  await page.getByRole('button', { name: 'Import 3 recipients' }).click();
  await page.getByText('3 recipients added').waitFor();
  assert.deepEqual(await violationsInLooks(page), [], 'report');
});
