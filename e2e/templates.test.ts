import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { openPage, violationsInLooks } from './testing/browser.ts';
import { startSite, type Visitor } from './testing/site.ts';

const HELLO = { name: 'Kiln opening', content: 'Good morning {username}! We open the kiln on Saturday🔥' };
const ARABIC = { name: 'مساء الراكو', content: 'مرحبا {username}، الفرن مشتعل.' };
const HEBREW = { name: 'ערב ראקו', content: '{username}, הכבשן בוער.' };

/** Marta on her templates, after what she has done before, and the parts of the screen by what they are called on it. */
async function openTemplates(t: TestContext, before?: (marta: Visitor) => Promise<void>) {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  await before?.(marta);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/templates');
  const dialog = page.getByRole('dialog');
  return {
    marta,
    page,
    create: page.getByRole('button', { name: 'Create Template' }).first(),
    dialog,
    name: dialog.getByLabel('Name'),
    message: dialog.getByLabel('Message'),
  };
}

test('a template is made, selected, changed, deleted and brought back', async (t) => {
  const { marta, page, create, dialog, name, message } = await openTemplates(t);
  await page.getByRole('heading', { name: 'No templates yet' }).waitFor();
  await create.click();
  await dialog.getByRole('button', { name: 'Create Template' }).click();
  await dialog.getByText('Template name is required').waitFor();
  await name.fill('Raku evening');
  await message.fill('Hello {username}, the kiln burns.');
  // Made and selected in another window.
  const { template: other } = await marta.call('POST /api/templates', { body: HELLO });
  await marta.call('PUT /api/templates/{id}/select', { params: { id: other.id } });
  await dialog.getByRole('button', { name: 'Create Template' }).click();

  const card = page.getByRole('listitem').filter({ hasText: 'Raku evening' });
  const answer = Promise.withResolvers<void>();
  await page.route('**/select', (route) => answer.promise.then(() => route.continue()), { times: 1 });
  await card.getByRole('button', { name: 'Select Raku evening' }).click();
  await card.getByText('Selected').waitFor();
  assert.equal(await page.getByText('Selected', { exact: true }).count(), 1);
  answer.resolve();
  await page.getByText('“Raku evening” is selected.').waitFor();
  await marta.call('DELETE /api/templates/{id}', { params: { id: other.id } });
  await card.getByRole('button', { name: 'Edit Raku evening' }).click();
  await name.fill('Raku night');
  await dialog.getByRole('button', { name: 'Save Template' }).click();
  await page.getByRole('heading', { name: 'Raku night' }).waitFor();
  const { templates } = await marta.call('GET /api/templates');
  assert.deepEqual(
    templates.map(({ name, content, is_selected }) => ({ name, content, is_selected })),
    [{ name: 'Raku night', content: 'Hello {username}, the kiln burns.', is_selected: true }],
  );

  await page.getByRole('button', { name: 'More for Raku night' }).click();
  await page.getByRole('menuitem', { name: 'Delete Template' }).click();
  await page.getByRole('heading', { name: 'No templates yet' }).waitFor();
  // The undone one is as it was, and selected again.
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('heading', { name: 'Raku night' }).waitFor();
  await page.getByText('Selected', { exact: true }).waitFor();

  const search = page.getByRole('searchbox', { name: 'Search templates' });
  await search.fill('🔥'.repeat(300));
  assert.equal(await search.inputValue(), '🔥'.repeat(200));
  await page.getByText('No template matches').waitFor();
});

test('what is too long is cut at the place where it was typed, and an emoji is one character', async (t) => {
  const { page, create, dialog, name, message } = await openTemplates(t);
  await create.click();
  await name.fill('🔥'.repeat(99));
  for (const key of ['End', 'Home']) {
    await name.press(key);
    await page.keyboard.insertText('kiln');
    assert.equal(await name.inputValue(), `${'🔥'.repeat(99)}k`);
  }
  await message.fill('🔥'.repeat(999));
  await page.keyboard.insertText('kiln');
  await dialog.getByText('1,000 of 1,000 characters').waitFor();
  assert.equal(await message.inputValue(), `${'🔥'.repeat(999)}k`);
  // Half of it would fit.
  await message.fill('🔥'.repeat(995));
  await dialog.getByRole('button', { name: 'Insert {username}' }).click();
  assert.equal(await message.inputValue(), '🔥'.repeat(995));
});

test('a message is corrected, and read as people of short and long names get it', async (t) => {
  const { create, dialog, message } = await openTemplates(t);
  await create.click();
  await message.fill('Hello {user}, the kiln burns.');
  await dialog.getByText('{user} is no field of yours').waitFor();
  await dialog.getByRole('button', { name: 'Change it to {username}' }).click();
  assert.equal(await message.inputValue(), 'Hello {username}, the kiln burns.');
  await dialog.getByText('33 of 1,000 characters').waitFor();
  await dialog.getByLabel('Read as').fill('@Lena.Hartog');
  await dialog.getByText('Hello lena.hartog, the kiln burns.').waitFor();
  await dialog.getByLabel('Read as').fill('https://www.instagram.com/Nils_B/?igsh=MWQ1ZGUxMzBkMA==');
  await dialog.getByText('Hello nils_b, the kiln burns.').waitFor();
  await dialog.getByRole('button', { name: 'Longest' }).click();
  await dialog.getByText('Hello a.name.of.thirty.characters.ok, the kiln burns.').waitFor();
});

test('a template that a campaign needs stays, and the screen says which campaign', async (t) => {
  const { page } = await openTemplates(t, makeCampaign);
  const more = page.getByRole('button', { name: 'More for Kiln opening' });
  await page.getByText('54 characters, in Kiln').waitFor();
  await more.click();
  await page.getByRole('menuitem', { name: 'Delete Template Used by Kiln', disabled: true }).waitFor();

  // A page that does not know the campaign yet offers Delete; the server then refuses.
  await page.route(/\/api\/campaigns\?/, (route) =>
    route.fulfill({ json: { campaigns: [], pagination: {} } }),
  );
  await page.reload();
  await more.click();
  await page.getByRole('menuitem', { name: 'Delete Template' }).click();
  await page.getByRole('alert').getByText('This template is used by the campaign "Kiln".').waitFor();
  await page.getByRole('heading', { name: 'Kiln opening' }).waitFor();
});

test('a template that another tab deletes leaves the screen at the next change', async (t) => {
  const { marta, page, dialog, name } = await openTemplates(t, makeTemplate);
  await page.getByRole('button', { name: 'Edit Kiln opening' }).click();
  const { templates } = await marta.call('GET /api/templates');
  for (const { id } of templates) await marta.call('DELETE /api/templates/{id}', { params: { id } });
  await name.fill('Raku night');
  await dialog.getByRole('button', { name: 'Save Template' }).click();
  await dialog.getByText('Template not found').waitFor();
  await page.getByRole('heading', { name: 'Kiln opening' }).waitFor({ state: 'detached' });
});

test('a blank is taken from the list of fields by keyboard alone, and kept with its fallback', async (t) => {
  const { page, dialog, name, message, create } = await openTemplates(t, makePeople);
  await page.getByRole('heading', { name: 'No templates yet' }).waitFor();
  await create.click();
  await name.fill('Raku evening');
  await message.focus();
  await page.keyboard.type('Hello {');
  const offer = dialog.getByRole('listbox', { name: 'Fields of your people' });
  await offer.getByRole('option', { name: 'username' }).waitFor();
  const offered = await offer.getByRole('option').allTextContents();
  assert.deepEqual(
    offered.map((text) => text.replace(/ .*(?=\d)/, ' ').trim()),
    ['username', 'first 3', 'town 3', 'wants 1'],
    offered.join('; '),
  );
  assert.match(offered[2] ?? '', /Tromsø/);
  await page.keyboard.press('ArrowDown');
  const active = await message.getAttribute('aria-activedescendant');
  assert.match((await page.locator(`[id="${active}"]`).textContent()) ?? '', /^first name/);
  await page.keyboard.press('Enter');
  assert.equal(await message.inputValue(), 'Hello {first_name}');
  await offer.waitFor({ state: 'detached' });
  await page.keyboard.type(', from {To');
  await page.keyboard.press('Tab');
  assert.equal(await message.inputValue(), 'Hello {first_name}, from {town}');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  assert.match(await message.inputValue(), /^Hello \{first_name\}, from/, 'what was taken before is lost');
  await message.fill('Hello {first_name|there}, from {town} {');
  await page.keyboard.press('Escape');
  await offer.waitFor({ state: 'detached' });
  assert.equal(await dialog.count(), 1, 'Escape closed the dialog with the list');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await dialog.getByText('1 of the 4 recipients of Newsletter has nothing for “town”').waitFor();
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await preview.getByRole('heading', { name: 'What lena.hartog reads' }).waitFor();
  await preview.getByText('Hello Lena, from Tromsø').waitFor();
  const next = dialog.getByRole('button', { name: 'Next person' });
  await next.press('Enter');
  await next.press('Enter');
  await preview.getByText('3 of 4').waitFor();
  await preview.getByText('Hello there, from København').first().waitFor();
  await next.press('Enter');
  await preview.getByText('Hello Maja, from no town').waitFor();
  await preview.getByText('maja.s has nothing for “town”: campaigns leave them out.').waitFor();
  await dialog.getByRole('button', { name: 'Write a word for them' }).click();
  assert.equal(await message.inputValue(), 'Hello {first_name|there}, from {town|…}');
  await dialog.getByRole('button', { name: 'Create Template' }).click();
  await page.getByRole('button', { name: 'Edit Raku evening' }).click();
  assert.equal(await message.inputValue(), 'Hello {first_name|there}, from {town|…}');
});

test('an unknown blank is told, and changed or sent as it stands by one press', async (t) => {
  const { dialog, message, create } = await openTemplates(t, makePeople);
  await create.click();
  await message.fill('Hi {frist_name|you}, {{wants}} and :{');
  await dialog.getByText('{frist_name} is no field of yours').waitFor();
  await dialog.getByRole('button', { name: 'Change it to {first_name}' }).click();
  assert.equal(await message.inputValue(), 'Hi {first_name|you}, {{wants}} and :{');
  await dialog.getByText('{{wants}} is no field of yours').waitFor();
  await dialog.getByRole('button', { name: 'Change it to {wants}' }).click();
  assert.equal(await message.inputValue(), 'Hi {first_name|you}, {wants} and :{');
  await message.fill('Hi {galaxy}');
  await dialog.getByRole('button', { name: 'Send it as it stands' }).click();
  assert.equal(await message.inputValue(), String.raw`Hi \{galaxy\}`);
  await dialog.getByText('is no field of yours').waitFor({ state: 'detached' });
  await dialog.getByText('Hi {galaxy}', { exact: true }).waitFor();
});

test('names and messages run in their own direction, and axe finds nothing on cards and editor', async (t) => {
  const { page, create, message } = await openTemplates(t, async (marta) => {
    await makeCampaign(marta);
    await makePeople(marta);
    for (const body of [ARABIC, HEBREW]) await marta.call('POST /api/templates', { body });
  });
  await page.getByText('54 characters, in Kiln').waitFor();
  const styleOf = (one: Locator, property: 'direction' | 'textAlign') =>
    one.evaluate((element, name) => getComputedStyle(element)[name], property);
  for (const text of [ARABIC.name, HEBREW.name, /הכבשן בוער/])
    assert.equal(await styleOf(page.getByText(text).last(), 'direction'), 'rtl', String(text));
  // A name is aligned to its column's start, whichever way it runs; a message to its own side.
  assert.equal(await styleOf(page.getByRole('heading', { name: ARABIC.name }), 'textAlign'), 'left');
  assert.equal(await styleOf(page.locator('p').filter({ hasText: 'הכבשן בוער' }), 'textAlign'), 'start');
  assert.deepEqual(await violationsInLooks(page), [], 'cards');
  await create.click();
  await message.fill('Hello {user}');
  await page.getByText('{user} is no field of yours').waitFor();
  assert.deepEqual(await violationsInLooks(page), [], 'a problem');
  await message.fill('Hello {first_name|there}, {wants} {nope} {');
  await page.getByRole('listbox').waitFor();
  assert.deepEqual(await violationsInLooks(page), [], 'the list of fields');
});

async function makeTemplate({ call }: Visitor): Promise<void> {
  await call('POST /api/templates', { body: HELLO });
}

async function makeCampaign({ call }: Visitor): Promise<void> {
  const { template } = await call('POST /api/templates', { body: HELLO });
  const { list } = await call('POST /api/lists', { body: { name: 'Neighbours' } });
  const { profile } = await call('POST /api/profiles', {
    body: { profile_path: '/home/marta/.mozilla/firefox/x1.studio', profile_name: 'studio' },
  });
  await call('POST /api/campaigns', {
    body: {
      name: 'Kiln',
      message_template_id: template.id,
      list_id: list.id,
      profiles_used: [profile.id],
    },
  });
}

/** A list of four people, of whom one has no town and none but one wants something. */
async function makePeople({ call }: Visitor): Promise<void> {
  const { list } = await call('POST /api/lists', { body: { name: 'Newsletter' } });
  await call('POST /api/recipients/import', {
    body: {
      list_id: list.id,
      columns: [
        { new_field: 'First name', label: 'First name' },
        { new_field: 'Town', label: 'Town' },
        { new_field: 'wants', label: 'wants' },
      ],
      rows: [
        ['lena.hartog', 'Lena', 'Tromsø', 'Mugs'],
        ['nils_b', 'Nils', 'Malmö', ''],
        ['olive_and_oak', '', 'København', ''],
        ['maja.s', 'Maja', '', ''],
      ],
    },
  });
}
