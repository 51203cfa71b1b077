import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Answer } from '@pigeonpost/contract/client';
import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import { writeXlsx } from 'hucre/xlsx';
import type { Page } from 'playwright-core';
import { axeViolationsInBothSchemes } from './testing/browser.ts';
import { choose, openImport } from './testing/import-dialog.ts';

test('the column called username of a large table is imported whole', async (t) => {
  const { page, marta, list_id } = await openImport(t);
  const rows = Array.from({ length: 50_000 }, (_, index) => `"Person ${index}";@Name.${index};Oslo`);
  await choose(page, 'people.csv', `Name;Username;Town\r\n${rows.join('\r\n')}\r\n`);
  await page.getByText('people.csv').waitFor();
  await page.getByRole('button', { name: 'Import 50,000 recipients' }).click();
  await page.getByText('50,000 recipients added').waitFor();
  const { list } = await marta.call('GET /api/lists/{id}', { params: { id: list_id } });
  assert.equal(list.recipient_count, 50_001);
});

test('a spreadsheet is read like a table, and other documents are refused', async (t) => {
  const { page, marta, list_id } = await openImport(t);
  const rows = [
    ['Name', 'Username'],
    ['Maja', '@Maja.S'],
    ['Nils', 'nils_b'],
    ['Siri', 4711],
  ];
  const sheet = Buffer.from(await writeXlsx({ sheets: [{ name: 'People', rows }] }));
  await choose(page, 'broken.xlsx', 'no spreadsheet');
  await page
    .getByText('This file cannot be read. Save it as .xlsx, .csv or .txt, or drop Instagram')
    .waitFor();
  await page.getByRole('button', { name: 'Remove the file' }).and(page.locator(':focus')).press('Enter');
  await page.getByRole('button', { name: 'choose one' }).and(page.locator(':focus')).waitFor();
  await choose(page, 'people.xlsx', sheet);
  await page.getByRole('button', { name: 'Import 3 recipients' }).click();
  await page.getByText('3 recipients added').waitFor();
  const { recipients } = await marta.call('GET /api/lists/{id}/recipients', { params: { id: list_id } });
  assert.deepEqual(recipients.map(({ recipient }) => recipient).toSorted(), [
    '4711',
    'maja.s',
    'nils_b',
    'olive_and_oak',
  ]);
});

test('the columns of a table are shown, and one is chosen by hand if none is certain', async (t) => {
  const { page, marta, list_id } = await openImport(t);
  await choose(page, 'people.csv', 'Kontakt;Ort\nanna;Oslo\nbo;Bergen\ncy;Malmo\n');
  const columns = page.getByRole('region', { name: 'What each column is in people.csv' });
  await columns.getByText('Choose the column with the usernames.').waitFor();
  await page
    .getByRole('button', { name: 'Choose the column with the usernames.' })
    .and(page.locator(':disabled'))
    .waitFor();
  await page.getByText('3 rows, 2 columns').waitFor();
  await columns.getByLabel('What Kontakt is').selectOption('Username');
  await page.getByRole('button', { name: 'Import 3 recipients' }).waitFor();
  await page.getByText('First: @anna, @bo, @cy').waitFor();
  await columns.getByLabel('The first row names the columns').uncheck();
  await page.getByRole('button', { name: 'Choose the column with the usernames.' }).waitFor();
  await columns.getByLabel('The first row names the columns').check();
  await columns.getByLabel('What Kontakt is').selectOption('Username');
  await page.getByRole('button', { name: 'Import 3 recipients' }).click();
  await page.getByText('3 recipients added').waitFor();
  const { recipients } = await marta.call('GET /api/lists/{id}/recipients', { params: { id: list_id } });
  assert.deepEqual(recipients.map(({ recipient }) => recipient).toSorted(), [
    'anna',
    'bo',
    'cy',
    'olive_and_oak',
  ]);
});

test('a chosen column is remembered for the next file with these heads, and an import is undone', async (t) => {
  const { page, marta, list_id } = await openImport(t);
  await choose(page, 'a.csv', 'Kontakt;Ort\nanna;Oslo\nbo;Bergen\n');
  await page.getByLabel('What Kontakt is').selectOption('Username');
  await page.getByRole('button', { name: 'Import 2 recipients' }).click();
  await page.getByText('2 recipients added').waitFor();
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await page.getByText('Import undone: 2 recipients taken out again').waitFor();
  const { list } = await marta.call('GET /api/lists/{id}', { params: { id: list_id } });
  assert.equal(list.recipient_count, 1);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Bulk Import' }).click();
  await choose(page, 'b.csv', 'Ort;Kontakt\nOslo;cy\nBergen;dee\n');
  await page.getByText(/^As you chose for a file like this on \d\d-\d\d-\d{4}$/).waitFor();
  await page.getByText('First: @cy, @dee').waitFor();
  await page.getByRole('button', { name: 'Import 2 recipients' }).click();
  await page.getByRole('link', { name: 'Write to these 2' }).click();
  await page.getByRole('heading', { name: 'New campaign' }).waitFor();
  await page
    .getByLabel('Recipient list')
    .and(page.locator(`[value="${list_id}"], :has(option:checked[value="${list_id}"])`))
    .waitFor();
});

test('a typed or pasted table is read by its columns', async (t) => {
  const { page } = await openImport(t);
  const field = page.getByLabel('Usernames');
  await field.fill('Name\tUsername\nAnna\tvera_kiln\nBo\totto.weld');
  await page.getByRole('button', { name: 'Import 2 recipients' }).waitFor();
  await page.getByText('First: @vera_kiln, @otto.weld').waitFor();
  await field.fill('');
  await field.evaluate((box) => {
    const clipboardData = new DataTransfer();
    const row = (name: string, user: string) => `<tr><td>${name}</td><td>${user}</td></tr>`;
    clipboardData.setData('text', 'Name Username Anna tomas__r');
    clipboardData.setData('text/html', `<table>${row('Name', 'Username')}${row('Anna', 'tomas__r')}</table>`);
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await page.getByText('Pasted table').waitFor();
  await page.getByText('First: @tomas__r').waitFor();
  await page.getByRole('button', { name: 'Import 1 recipient' }).waitFor();
});

test('a file whose letters cannot be read in an encoding says so in amber, until another one is chosen', async (t) => {
  const { page } = await openImport(t);
  await choose(page, 'people.csv', Buffer.from('username;ort\nvera_kiln;Malm\xf6\notto.weld;Oslo', 'latin1'));
  const chip = page
    .locator('div', { hasText: 'people.csv' })
    .filter({ has: page.getByText('Change') })
    .last();
  const colour = () => chip.locator('..').evaluate((box) => getComputedStyle(box).backgroundColor);
  const plain = await colour();
  await page.getByRole('button', { name: 'Change' }).click();
  const garbled = page.getByText('Some letters could not be read. Change the encoding.');
  assert.equal(await garbled.count(), 0);
  await page.getByLabel('Encoding').selectOption('utf-8');
  await garbled.waitFor();
  assert.notEqual(await colour(), plain);
  await page.getByLabel('Encoding').selectOption('windows-1252');
  await page.getByText('Malmö').first().waitFor();
  await garbled.waitFor({ state: 'detached' });
  assert.equal(await colour(), plain);
});

test('files can be dropped anywhere in the dialog, and a drop beside it does nothing', async (t) => {
  const { page } = await openImport(t);
  const address = page.url();
  const drop = (selector: string, names: string[]) =>
    page.evaluate(
      ([where = '', ...files]) => {
        const dataTransfer = new DataTransfer();
        for (const name of files) dataTransfer.items.add(new File([name], `${name}.txt`));
        const target = document.querySelector(where);
        const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
        target?.dispatchEvent(event);
        return event.defaultPrevented;
      },
      [selector, ...names],
    );
  assert.ok(await drop('main', ['vera_kiln']), 'the browser does not open the file');
  assert.ok(await drop('[role=dialog] h2', ['otto.weld', 'tomas__r']));
  await page.getByRole('button', { name: 'Import 2 recipients' }).waitFor();
  await page.getByText('First: @otto.weld, @tomas__r').waitFor();
  await page.getByRole('button', { name: 'Remove otto.weld.txt' }).click();
  await page.getByRole('button', { name: 'Import 1 recipient' }).waitFor();
  assert.equal(page.url(), address);
});

test('the accounts of Instagram’s own download are chosen by their kinds, with their dates on demand', async (t) => {
  const { page, known } = await openImport(t);
  const account = (value: string) => ({ string_list_data: [{ value, timestamp: 1_710_000_000 }] });
  const followers = JSON.stringify([account('vera_kiln'), account('otto.weld')]);
  const following = JSON.stringify({
    relationships_following: [{ title: 'tomas__r', string_list_data: [{}] }, account('otto.weld')],
  });
  const zip = await zipOf({
    'connections/followers_and_following/followers_1.json': followers,
    'connections/followers_and_following/following.json': following,
    'connections/followers_and_following/blocked_profiles.json': '[]',
    'media/posts/photo.jpg': 'x'.repeat(10_000),
  });
  await choose(page, 'instagram-clay.zip', zip);
  await page.getByRole('button', { name: 'Import 2 recipients' }).waitFor();
  await page.getByLabel('Followers (2)').and(page.locator(':checked')).waitFor();
  await page.getByLabel('Following (2)').check();
  await page.getByRole('button', { name: 'Import 3 recipients' }).waitFor();
  const since = page.getByLabel('Keep the date as the field “since”');
  await page.getByText('The first one here: 2024-03-09').waitFor();
  assert.equal(await since.isChecked(), false);
  await page.getByRole('group', { name: 'Tags' }).waitFor({ state: 'detached' });
  await choosePhoto(page);
  await page.getByRole('button', { name: 'Remove the file' }).click();
  await choose(page, 'instagram-clay.zip', zip);
  const sentence = page.getByText('Names already in this list are left as they are.');
  await sentence.waitFor();
  await since.press('Space');
  await page.getByRole('group', { name: 'Tags' }).waitFor();
  // Their gaps are filled.
  assert.equal(await sentence.count(), 0);
  assert.deepEqual(await axeViolationsInBothSchemes(page), []);
  await page.getByRole('button', { name: 'Import 2 recipients' }).click();
  await page.getByText('2 recipients added').waitFor();
  const dated = { fields: { since: '2024-03-09' }, tags: [] };
  assert.deepEqual(await known(), { vera_kiln: dated, 'otto.weld': dated });
});

async function choosePhoto(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Remove the file' }).click();
  await choose(page, 'photo.txt', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]));
  await page.getByRole('alert').getByText('This file cannot be read.').waitFor();
}

async function zipOf(files: Record<string, string>): Promise<Buffer> {
  const zip = new ZipWriter(new Uint8ArrayWriter());
  for (const [path, text] of Object.entries(files)) await zip.add(path, new TextReader(text));
  return Buffer.from(await zip.close());
}

test('names on do-not-contact are in the file of left-out rows, which can be read back', async (t) => {
  const { page, marta } = await openImport(t);
  await choose(page, 'people.csv', 'Ort;Nutzername\nOslo;maja.s\nBergen;@Gone.For.Good\nLund;nils b\n');
  const left = page.getByRole('region', { name: 'Lines that are left out' });
  const downloaded = async () => {
    const download = page.waitForEvent('download');
    await left.getByRole('button', { name: 'Download' }).click();
    return readFile(await (await download).path(), 'utf8');
  };
  await left.getByText('1 row on do-not-contact').waitFor();
  const file =
    "\ufeffOrt;Nutzername;line;reason\r\nBergen;'@Gone.For.Good;3;on do-not-contact\r\nLund;nils b;4;has a space";
  assert.equal(await downloaded(), file);
  // A name is put there between the check and the import, whose own answer counts.
  await marta.call('POST /api/do-not-contact', { body: { recipient: 'maja.s' } });
  await page.getByRole('button', { name: 'Import 1 recipient' }).click();
  await page.getByText('0 recipients added').waitFor();
  await left.getByText('2 rows on do-not-contact').waitFor();
  assert.equal(await downloaded(), file.replace('\r\n', '\r\nOslo;maja.s;2;on do-not-contact\r\n'));
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Bulk Import' }).click();
  await choose(page, 'left-out.csv', file);
  await page.getByText('2 rows, 4 columns').waitFor();
  await left.getByText('1 row on do-not-contact').waitFor();
  assert.equal(await downloaded(), file.replace(';3;', ';2;').replace(';4;', ';3;'));
  assert.deepEqual(await axeViolationsInBothSchemes(page), []);
});

test('an undo whose answer is lost is still reported, once the list shows that it was done', async (t) => {
  const { page, marta, list_id } = await openImport(t);
  await page.getByLabel('Usernames').fill('maja.s\nnils_b');
  await page.getByRole('button', { name: 'Import 2 recipients' }).click();
  await page.getByText('2 recipients added').waitFor();
  const undo = page.getByRole('button', { name: 'Undo this import' });
  await page.route('**/api/recipients/import/*', (route) => route.abort());
  await undo.click();
  await page.getByRole('alert').getByText('Failed to undo the import').waitFor();
  await page.unroute('**/api/recipients/import/*');
  await page.route('**/api/recipients/import/*', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await undo.click();
  await page.getByText('Import undone: 2 recipients taken out again').waitFor();
  const { list } = await marta.call('GET /api/lists/{id}', { params: { id: list_id } });
  assert.equal(list.recipient_count, 1);
});

test('an undo that comes too late says so, and never that it was done', async (t) => {
  const { page, marta, list_id, database } = await openImport(t);
  await page.route('**/api/lists/*/imports', async (route) => {
    const response = await route.fetch();
    const { imports } = (await response.json()) as Answer<'GET /api/lists/{id}/imports'>;
    const earlier = imports.map((one) => ({ ...one, created_at: minutesAgo(11) }));
    await route.fulfill({ response, json: { imports: earlier } });
  });
  await page.getByLabel('Usernames').fill('maja.s\nnils_b');
  await page.getByRole('button', { name: 'Import 2 recipients' }).click();
  const undo = page.getByRole('button', { name: 'Undo this import' });
  await undo.waitFor();
  await database.pool.query('update recipient_imports set created_at = $1', [minutesAgo(11)]);
  await undo.click();
  const words = 'An import can be undone for 10 minutes, and they are over.';
  await page.getByRole('alert').getByText(words).waitFor();
  await page.getByText('2 recipients added').waitFor();
  const { list } = await marta.call('GET /api/lists/{id}', { params: { id: list_id } });
  assert.equal(list.recipient_count, 3);
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
