import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeViolations, openPage, visit } from './testing/browser.ts';
import { startSite } from './testing/site.ts';

test('where people are from is said at an import and by hand, and settings can ask for it', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const { list } = await marta.call('POST /api/lists', { body: { name: 'Spring' } });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/lists/${list.id}`);
  const dialog = page.getByRole('dialog', { name: 'Bulk Import' });
  await page.getByRole('heading', { name: 'No recipients yet' }).waitFor();
  await page.getByRole('button', { name: 'Bulk Import' }).first().press('Enter');
  await dialog.getByRole('textbox', { name: 'Usernames' }).fill('lena.hartog\nnils_b');
  await dialog.getByRole('button', { name: 'Where are these people from?' }).press('Enter');
  await page.keyboard.type('Stand at the spring fair');
  assert.deepEqual(await axeViolations(page), []);
  await dialog.getByRole('button', { name: 'Import 2 recipients' }).press('Enter');
  await dialog.getByRole('button', { name: 'Done' }).press('Enter');

  await visit(page, '/people/lena.hartog');
  await page.getByRole('heading', { name: 'Sources' }).waitFor();
  await page.getByText('by an import into Spring.').waitFor();
  await page.getByRole('button', { name: 'Source', exact: true }).press('Enter');
  const stating = page.getByRole('dialog', { name: 'Where @lena.hartog is from' });
  await stating.getByRole('button', { name: 'Add source' }).press('Enter');
  await stating.getByText('Source is required').waitFor();
  await stating.getByRole('textbox', { name: 'Source' }).fill('Our shop');
  await stating.getByRole('button', { name: 'Add source' }).press('Enter');
  await page.getByRole('button', { name: 'Withdraw Our shop' }).press('Enter');
  const withdrawing = page.getByRole('dialog', { name: 'Withdraw “Our shop”' });
  await withdrawing.getByRole('textbox', { name: 'Reason' }).fill('It was her sister');
  await withdrawing.getByRole('button', { name: 'Withdraw' }).press('Enter');
  await page.getByText(/Withdrawn on .*: It was her sister\./).waitFor();
  // The button that was pressed is gone.
  await page
    .getByRole('button', { name: 'Withdraw Stand at the spring fair' })
    .and(page.locator(':focus'))
    .waitFor();
  assert.deepEqual(await axeViolations(page), []);

  await visit(page, '/settings/people?line=source');
  const asks = page.getByRole('checkbox', { name: 'Write only to people with a stated source' });
  await asks.press('Space');
  await asks.press('Enter');
  await page.getByText('On: who has no stated source is skipped, and imports ask for it').waitFor();
  await visit(page, `/lists/${list.id}`);
  await page.getByRole('button', { name: 'Add Recipient' }).first().press('Enter');
  const adding = page.getByRole('dialog', { name: 'Add Recipient' });
  await adding.getByRole('textbox', { name: 'Username' }).fill('brita.eide');
  await adding.getByRole('textbox', { name: 'Where is this person from?' }).waitFor();
  await adding.getByRole('button', { name: 'Add Recipient' }).press('Enter');
  await adding.getByRole('alert').getByText('Say where these people are from').waitFor();
  await adding.getByRole('textbox', { name: 'Where is this person from?' }).fill('Our shop');
  await adding.getByRole('button', { name: 'Add Recipient' }).press('Enter');
  await page.getByText('@brita.eide added.').waitFor();
});

test('a source can be inserted into a template from the first stated one on, without a reload', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const { list } = await marta.call('POST /api/lists', { body: { name: 'Spring' } });
  await marta.call('POST /api/recipients', { body: { list_id: list.id, recipient: 'lena.hartog' } });
  const page = await openPage(t, { url: site.url, token: marta.token });
  const openTemplate = async () => {
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Templates' })
      .press('Enter');
    await page.getByRole('button', { name: 'Create Template' }).first().press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Create Template' });
    await dialog.getByRole('button', { name: 'Insert {username}' }).waitFor();
    return dialog;
  };
  await page.goto('/templates');
  const settings = page.waitForResponse('**/api/settings/people');
  const before = await openTemplate();
  await settings;
  assert.equal(await before.getByRole('button', { name: 'Insert {source}' }).count(), 0);
  await page.keyboard.press('Escape');

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Lists' }).press('Enter');
  await page.getByRole('link', { name: 'Spring' }).press('Enter');
  await page.getByRole('link', { name: '@lena.hartog' }).press('Enter');
  await page.getByRole('button', { name: 'Source', exact: true }).press('Enter');
  await page.getByRole('textbox', { name: 'Source' }).fill('Stand at the spring fair');
  await page.getByRole('button', { name: 'Add source' }).press('Enter');
  await page.getByText('Source added.').waitFor();
  const after = await openTemplate();
  await after.getByRole('button', { name: 'Insert {source}' }).press('Enter');
  assert.equal(await after.getByLabel('Message').inputValue(), '{source}');
});
