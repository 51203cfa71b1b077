import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { axeViolationsInBothSchemes, closePage, openPage, SCREENS } from './testing/browser.ts';
import { startSite, type Visitor } from './testing/site.ts';

const HELLO = { name: 'Kiln opening', content: 'Good morning {username}! We open the kiln on Saturday🔥' };

test('a template is made and corrected, previewed, selected, changed and deleted', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/templates');
  await page.getByRole('heading', { name: 'No templates yet' }).waitFor();
  await page.getByRole('button', { name: 'Create Template' }).click();

  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create Template' }).click();
  await dialog.getByText('Template name is required').waitFor();
  // An emoji is one of a hundred characters, and excess text is cut at the place where it was typed.
  const name = dialog.getByLabel('Name');
  await name.fill('🔥'.repeat(99));
  for (const key of ['End', 'Home']) {
    await name.press(key);
    await page.keyboard.insertText('kiln');
    assert.equal(await name.inputValue(), `${'🔥'.repeat(99)}k`);
  }
  await name.fill('Raku evening');
  const message = dialog.getByLabel('Message');
  await message.fill('🔥'.repeat(999));
  await page.keyboard.insertText('kiln');
  await dialog.getByText('1,000 of 1,000 characters').waitFor();
  assert.equal(await message.inputValue(), `${'🔥'.repeat(999)}k`);
  // Half of it would fit.
  await message.fill('🔥'.repeat(995));
  await dialog.getByRole('button', { name: 'Insert {username}' }).click();
  assert.equal(await message.inputValue(), '🔥'.repeat(995));
  await dialog.getByLabel('Message').fill('Hello {user}, the kiln burns.');
  await dialog.getByText('{user} would be sent as it stands').waitFor();
  await dialog.getByRole('button', { name: 'Change it to {username}' }).click();
  assert.equal(await dialog.getByLabel('Message').inputValue(), 'Hello {username}, the kiln burns.');
  await dialog.getByText('33 of 1,000 characters').waitFor();
  await dialog.getByLabel('Read as').fill('@Lena.Hartog');
  await dialog.getByText('Hello lena.hartog, the kiln burns.').waitFor();
  await dialog.getByLabel('Read as').fill('https://www.instagram.com/Nils_B/?igsh=MWQ1ZGUxMzBkMA==');
  await dialog.getByText('Hello nils_b, the kiln burns.').waitFor();
  await dialog.getByRole('button', { name: 'Longest' }).click();
  await dialog.getByText('Hello a.name.of.thirty.characters.ok, the kiln burns.').waitFor();
  await dialog.getByRole('button', { name: 'Create Template' }).click();

  const card = page.getByRole('listitem').filter({ hasText: 'Raku evening' });
  await card.getByRole('button', { name: 'Select Raku evening' }).click();
  await card.getByText('Selected').waitFor();
  await card.getByRole('button', { name: 'Edit Raku evening' }).click();
  await dialog.getByLabel('Name').fill('Raku night');
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

test('a template that a campaign needs stays, and the screen says which campaign', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  await makeCampaign(marta);
  const page = await openPage(t, { url: site.url, token: marta.token });
  const more = page.getByRole('button', { name: 'More for Kiln opening' });
  await page.goto('/templates');
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

  // One that another tab deletes leaves the screen at the next change.
  const { template } = await marta.call('POST /api/templates', { body: { name: 'Raku', content: 'Hi' } });
  await page.reload();
  await page.getByRole('button', { name: 'Edit Raku' }).click();
  await marta.call('DELETE /api/templates/{id}', { params: { id: template.id } });
  await page.getByRole('dialog').getByLabel('Name').fill('Raku night');
  await page.getByRole('dialog').getByRole('button', { name: 'Save Template' }).click();
  await page.getByRole('dialog').getByText('Template not found').waitFor();
  await page.getByRole('heading', { name: 'Raku' }).waitFor({ state: 'detached' });
});

test('the templates screen and its dialog have no accessibility violation in any scheme or width', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  await makeCampaign(marta);
  const arabic = { name: 'مساء الراكو', content: 'مرحبا {username}، الفرن مشتعل.' };
  await marta.call('POST /api/templates', { body: arabic });
  await marta.call('POST /api/templates', { body: { name: 'ערב ראקו', content: '{username}, הכבשן בוער.' } });
  for (const screen of Object.keys(SCREENS) as (keyof typeof SCREENS)[]) {
    const page = await openPage(t, { url: site.url, token: marta.token, screen });
    await page.goto('/templates');
    await page.getByText('54 characters, in Kiln').waitFor();
    for (const text of [arabic.name, 'ערב ראקו', /הכבשן בוער/]) {
      const direction = page
        .getByText(text)
        .last()
        .evaluate((element) => getComputedStyle(element).direction);
      assert.equal(await direction, 'rtl', String(text));
    }
    // A name is aligned to its column's start, whichever way it runs; a message to its own side.
    const alignOf = (one: Locator) => one.evaluate((element) => getComputedStyle(element).textAlign);
    assert.equal(await alignOf(page.getByRole('heading', { name: arabic.name })), 'left');
    assert.equal(await alignOf(page.locator('p').filter({ hasText: 'הכבשן בוער' })), 'start');
    assert.deepEqual(await axeViolationsInBothSchemes(page), [], `cards, ${screen}`);
    await page.getByRole('button', { name: 'Create Template' }).click();
    await page.getByLabel('Message').fill('Hello {user}');
    await page.getByText('{user} would be sent as it stands').waitFor();
    assert.deepEqual(await axeViolationsInBothSchemes(page), [], `dialog, ${screen}`);
    await closePage(page);
  }
});

async function makeCampaign({ call }: Visitor): Promise<void> {
  const { template } = await call('POST /api/templates', { body: HELLO });
  const { list } = await call('POST /api/lists', { body: { name: 'Newsletter' } });
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
