import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { axeViolationsInBothSchemes } from './testing/browser.ts';
import { choose, figures, openImport } from './testing/import-dialog.ts';

const PEOPLE = [
  'Nutzername;Vorname;Ort',
  '@Lena.Hartog;Lena;Tromsø',
  'https://www.instagram.com/nils_b/?hl=de;Nils;Malmö',
  'nils_b;Nils;Lund',
  'kaffe baren;Jo;Oslo',
];

const FIGURES = {
  'New in this list': '2',
  'Already there': '0',
  'Same person again': '0',
  'Left out': '2',
  'Do not contact': '0',
};

const LEFT_OUT = [
  '\ufeffNutzername;Vorname;Ort;line;reason',
  'nils_b;Nils;Lund;4;"the same person as line 3; Ort differs: Malmö, Lund"',
  'kaffe baren;Jo;Oslo;5;has a space',
].join('\r\n');

test('a table in Windows-1252 comes in with its columns, and again by the same choice', async (t) => {
  const { page, known } = await openImport(t);
  const file = Buffer.from(PEOPLE.join('\r\n'), 'latin1');
  await choose(page, 'people.csv', file);
  await page.getByText('Semicolons, Western (Windows-1252)').waitFor();
  await page.getByRole('button', { name: 'Import 2 recipients' }).waitFor();
  assert.deepEqual(await usesIn(page), {
    Nutzername: 'Username',
    Vorname: 'New: vorname',
    Ort: 'New: ort',
  });
  assert.deepEqual(await figures(page), FIGURES);
  assert.equal(await downloaded(page), LEFT_OUT);
  await page.getByText('1 further row of a person has other values: left out.').waitFor();
  await page.getByRole('button', { name: 'Take it' }).click();
  await page.getByText('1 further row of a person has other values: taken.').waitFor();
  assert.deepEqual(await figures(page), { ...FIGURES, 'Same person again': '1', 'Left out': '1' });
  await page.getByRole('button', { name: 'Leave it out' }).click();
  await page.getByText('1 further row of a person has other values: left out.').waitFor();
  await page.getByRole('button', { name: 'Import 2 recipients' }).click();
  await page.getByText('2 recipients added').waitFor();
  await page.getByText(/What it filled in of people stays/).waitFor();
  assert.deepEqual(await known(), {
    'lena.hartog': { fields: { vorname: 'Lena', ort: 'Tromsø' }, tags: [] },
    nils_b: { fields: { vorname: 'Nils', ort: 'Malmö' }, tags: [] },
  });

  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Bulk Import' }).click();
  await choose(page, 'people.csv', file);
  await page.getByText(/^As you chose for a file like this on \d\d-\d\d-\d{4}$/).waitFor();
  await page.getByRole('button', { name: 'Update 2 recipients' }).waitFor();
  assert.deepEqual(await usesIn(page), { Nutzername: 'Username', Vorname: 'vorname', Ort: 'ort' });
  assert.deepEqual(await figures(page), {
    ...FIGURES,
    'New in this list': '0',
    'Already there': '2 gaps filled',
  });
  await page.getByText('For the 2 who are here already:').waitFor();
});

test('the same table in UTF-16 with tabs has the same figures', async (t) => {
  const { page } = await openImport(t);
  const text = `\ufeff${PEOPLE.join('\r\n').replaceAll(';', '\t')}`;
  await choose(page, 'people.txt', Buffer.from(text, 'utf16le'));
  await page.getByText('Tabs, Unicode (UTF-16)').waitFor();
  await page.getByRole('button', { name: 'Import 2 recipients' }).waitFor();
  assert.deepEqual(await figures(page), FIGURES);
});

test('what is private is left out by itself and never sent', async (t) => {
  const { page, known } = await openImport(t);
  const rows = 'Username,IBAN,E-mail,City\nmaja.s,NO9386011117947,maja@example.no,Oslo\n';
  await choose(page, 'people.csv', rows);
  await page.getByText('IBAN and E-mail stay in your file: nothing of them is kept.').waitFor();
  assert.deepEqual(await usesIn(page), {
    Username: 'Username',
    IBAN: 'Leave out',
    'E-mail': 'Leave out',
    City: 'New: city',
  });
  await page.evaluate(keepBodies);
  const submit = page.getByRole('button', { name: 'Import 1 recipient' });
  await submit.waitFor();
  await submit.click();
  await page.getByText('1 recipient added').waitFor();
  const sent = await page.evaluate(async () =>
    (await Promise.all((window as unknown as Kept).bodies.map((body) => body.text()))).join('\n'),
  );
  assert.match(sent, /\["maja\.s","Oslo"\]/);
  assert.doesNotMatch(sent, /NO938|example\.no/);
  assert.deepEqual(await known(), { 'maja.s': { fields: { city: 'Oslo' }, tags: [] } });
});

test('a table whose only column in use is the name is sent as bare names', async (t) => {
  const { page, known } = await openImport(t);
  await choose(page, 'people.csv', 'Username,City\nmaja.s,Oslo\nnils_b,Lund\n');
  await page.getByLabel('What City is').selectOption('Leave out');
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(new URL(request.url()).pathname);
  });
  await page.getByRole('group', { name: 'Tags' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Import 2 recipients' }).click();
  await page.getByText('2 recipients added').waitFor();
  assert.ok(calls.includes('/api/recipients/bulk') && !calls.includes('/api/recipients/import'));
  assert.deepEqual(await known(), {});
});

test('tags and columns are chosen by keyboard alone, and what people have is replaced on demand', async (t) => {
  const { page, known, marta, list_id } = await openImport(t);
  const rows = [['olive_and_oak', 'Oslo']];
  await marta.call('POST /api/recipients/import', {
    body: { list_id, columns: [{ new_field: 'city' }], rows },
  });
  await page.reload();
  await page.getByRole('button', { name: 'Bulk Import' }).click();
  await choose(page, 'people.csv', 'Username,Town,Group\nolive_and_oak,Bergen,"potters, regulars"\n');
  const town = page.getByLabel('What Town is');
  await town.waitFor();
  await page.getByLabel('What Username is').focus();
  await page.keyboard.press('Tab');
  await town.and(page.locator(':focus')).waitFor();
  await page.keyboard.type('city');
  await page.getByText('gaps filled').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.type('Tag of');
  await page.getByRole('button', { name: 'Update 1 recipient' }).waitFor();
  assert.deepEqual(await usesIn(page), { Username: 'Username', Town: 'city', Group: 'Tag of each row' });
  await page.getByRole('radio', { name: 'Fill their gaps' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.getByText('replaced', { exact: true }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByLabel('New tag').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('market 2026');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Remove market 2026' }).waitFor();
  await page.keyboard.press('Tab');
  assert.deepEqual(await axeViolationsInBothSchemes(page), []);
  await page.getByRole('button', { name: 'Update 1 recipient' }).press('Enter');
  await page.getByText('Of these, with changed fields').waitFor();
  assert.deepEqual(await known(), {
    olive_and_oak: { fields: { city: 'Bergen' }, tags: ['market 2026', 'potters', 'regulars'] },
  });
  await page.getByText(/^Undo brings back the values of 1 person that were replaced\. /).waitFor();
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await page.getByText('Import undone: values of 1 person are back').waitFor();
  assert.deepEqual(await known(), {
    olive_and_oak: { fields: { city: 'Oslo' }, tags: ['market 2026', 'potters', 'regulars'] },
  });
});

test('of 74 columns 60 are shown and 20 become fields, and the dialog says so', async (t) => {
  const { page } = await openImport(t);
  const heads = Array.from({ length: 73 }, (_, at) => `Word ${at + 1}`);
  await choose(page, 'wide.csv', `Username;${heads.join(';')}\nmaja.s;${heads.map(() => 'x').join(';')}\n`);
  await page.getByText('An import reads 60 columns: 14 more columns are not shown.').waitFor();
  const words = (count: number) =>
    `An import takes 20 fields: ${count} more ${count === 1 ? 'column starts' : 'columns start'} as Leave out.`;
  await page.getByText(words(39)).waitFor();
  const uses = Object.values(await usesIn(page));
  assert.deepEqual([uses.length, uses.filter((use) => use.startsWith('New: ')).length], [60, 20]);
  await page.getByLabel('What Word 1 is', { exact: true }).selectOption('Leave out');
  await page.getByText(words(38)).waitFor();
  await page.getByRole('button', { name: 'Remove the file' }).click();
  await choose(page, 'wide.csv', `Username;${heads.slice(0, 20).join(';')}\nmaja.s;${'x;'.repeat(20)}\n`);
  await page.getByRole('button', { name: 'Import 1 recipient' }).waitFor();
  assert.equal(await page.getByText('An import takes').count(), 0);
});

test('on a phone each column is a card with its choice', async (t) => {
  const { page } = await openImport(t, 'phone');
  await choose(page, 'people.csv', 'Username,Town\nmaja.s,Oslo\nnils_b,Malmö\nsiri,København\n');
  const card = page.getByRole('listitem').filter({ hasText: 'Oslo · Malmö · København' });
  await card.getByLabel('What Town is').waitFor();
  assert.equal(await page.getByRole('table').count(), 0);
  const { height = 0 } = (await card.getByLabel('What Town is').boundingBox()) ?? {};
  assert.ok(height >= 44, `${height} px`);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
  assert.deepEqual(await axeViolationsInBothSchemes(page), []);
});

type Kept = { bodies: Blob[] };

/** Keeps what the page sends as files, which no event of the browser shows. */
function keepBodies(): void {
  const bodies: Blob[] = [];
  const send = window.fetch;
  Object.assign(window, { bodies } satisfies Kept);
  window.fetch = (address, init) => {
    if (init?.body instanceof Blob) bodies.push(init.body);
    return send(address, init);
  };
}

async function usesIn(page: Page): Promise<Record<string, string>> {
  const columns = page.getByRole('region', { name: /^What each column is/ });
  const entries = await columns
    .getByRole('combobox')
    .evaluateAll((selects) =>
      selects.map((select) => [
        (select.getAttribute('aria-label') ?? '').replace(/^What (.*) is$/, '$1'),
        (select as HTMLSelectElement).selectedOptions[0]?.textContent ?? '',
      ]),
    );
  return Object.fromEntries(entries);
}

async function downloaded(page: Page): Promise<string> {
  const download = page.waitForEvent('download');
  await page
    .getByRole('region', { name: 'Lines that are left out' })
    .getByRole('button', { name: 'Download' })
    .click();
  return readFile(await (await download).path(), 'utf8');
}
