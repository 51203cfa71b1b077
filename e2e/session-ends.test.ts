import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Call, createClient } from '@pigeonpost/contract/client';
import type { Page } from 'playwright-core';
import { axeViolations, openPage, visit } from './testing/browser.ts';
import { changeUser } from './testing/change-user.ts';
import { ENDED, endSessionsAndPress, logIn } from './testing/end-sessions.ts';
import { startSite, type Visitor } from './testing/site.ts';

test('a session that ends in the middle of a dialog leads back to it, with the typed text', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const olga = await site.signUp('olga');
  const page = await openPage(t, { url: site.url, token: marta.token });
  const dialog = page.getByRole('dialog', { name: 'Create Template' });

  await t.test('back to the place, with the typed text', async () => {
    await page.goto('/templates');
    await page.getByRole('button', { name: 'Create Template' }).click();
    await dialog.getByLabel('Name').fill('Raku evening');
    await dialog.getByLabel('Message').fill('Hello {username}');
    await endSessionsAndPress(site, dialog.getByRole('button', { name: 'Create Template' }));
    await page.waitForURL('**/login');
    await page.getByText(ENDED).waitFor();
    assert.equal(await page.getByText('Please log in.').count(), 0);
    assert.deepEqual(await axeViolations(page), []);
    await page.reload();
    await page.getByText(ENDED).waitFor();

    await logIn(page, marta);
    await page.waitForURL('**/templates');
    await dialog.getByLabel('Name').waitFor();
    assert.equal(await dialog.getByLabel('Name').inputValue(), 'Raku evening');
    assert.equal(await dialog.getByLabel('Message').inputValue(), 'Hello {username}');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.getByText('Discard what you typed?').waitFor();
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    await dialog.getByRole('button', { name: 'Create Template' }).click();
    await page.getByRole('heading', { name: 'Raku evening' }).waitFor();
  });

  await t.test('the names of an import as well', async () => {
    const { list } = await (await signIn(site.url, marta)).call('POST /api/lists', {
      body: { name: 'Neighbours' },
    });
    await page.goto(`/lists/${list.id}`);
    await page.getByRole('button', { name: 'Bulk Import' }).first().click();
    const names = page.getByRole('dialog').getByLabel('Usernames');
    await names.fill('lena.hartog');
    await endSessionsAndPress(site, page.getByRole('dialog').getByRole('button', { name: /^Import/ }));
    await page.getByText(ENDED).waitFor();
    await logIn(page, marta);
    await page.waitForURL(`**/lists/${list.id}`);
    assert.equal(await names.inputValue(), 'lena.hartog');
    // Also a paste that is too long for the field, which holds it as a file.
    await names.evaluate((field) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', 'lena.hartog\n'.repeat(20_000));
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await page.getByRole('button', { name: 'Import 1 recipient' }).waitFor();
    await endSessionsAndPress(site, page.getByRole('dialog').getByRole('button', { name: /^Import/ }));
    await page.getByText(ENDED).waitFor();
    await logIn(page, marta);
    await page.getByText(/^Pasted text\.txt/).waitFor();
    await page.getByRole('button', { name: 'Import 1 recipient' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Discard what you typed?').waitFor();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Import/ })
      .click();
    await page.getByText('@lena.hartog', { exact: true }).first().waitFor();
    await page.goto('/templates');
  });

  await t.test('a ticket, and a message on one', async () => {
    await page.getByRole('heading', { name: 'Raku evening' }).waitFor();
    await visit(page, '/support');
    await page.getByRole('main').getByRole('button', { name: 'New Ticket' }).click();
    const ticket = page.getByRole('dialog', { name: 'New Ticket' });
    await ticket.getByLabel('Subject').fill('Invoice for the studio');
    // Going back asks as well, because on a phone it looks like the way out of a dialog.
    await page.goBack();
    await ticket.getByText('Discard what you typed?').waitFor();
    await page.waitForFunction(() => document.activeElement?.textContent === 'Keep editing');
    // The page below the question keeps its address.
    await page.waitForURL('**/support');
    await page.keyboard.press('Enter');
    await ticket.getByRole('button', { name: 'Create Ticket' }).waitFor();
    await ticket.getByLabel('Description').fill('Could it say Fjord & Clay AS?');
    await endSessionsAndPress(site, ticket.getByRole('button', { name: 'Create Ticket' }));
    await page.getByText(ENDED).waitFor();
    await logIn(page, marta);
    await ticket.getByLabel('Subject').waitFor();
    assert.equal(await ticket.getByLabel('Description').inputValue(), 'Could it say Fjord & Clay AS?');
    await ticket.getByRole('button', { name: 'Create Ticket' }).click();
    await page.getByRole('link', { name: /^Invoice for the studio/ }).click();
    const message = page.getByRole('textbox', { name: 'Message' });
    await message.fill('Strandgata 4, Oslo');
    await page.goBack();
    const question = page.getByRole('dialog', { name: 'Discard this message?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await endSessionsAndPress(site, page.getByRole('button', { name: 'Send' }));
    await page.getByText(ENDED).waitFor();
    await logIn(page, marta);
    await message.waitFor();
    assert.equal(await message.inputValue(), 'Strandgata 4, Oslo');
    await page.goBack();
    await question.waitFor();
    await page.waitForURL(/support\/\d+$/);
    await question.getByRole('button', { name: 'Discard' }).click();
    await page.waitForURL('**/support');
    await page.goto('/templates');
  });

  await t.test('nothing of it for another user', async () => {
    await page.getByRole('button', { name: 'Create Template' }).click();
    await dialog.getByLabel('Name').fill('Nobody else reads this');
    await dialog.getByLabel('Message').fill('Hello');
    await endSessionsAndPress(site, dialog.getByRole('button', { name: 'Create Template' }));
    await page.getByText(ENDED).waitFor();
    await logIn(page, olga);
    await page.waitForURL('**/dashboard');
    await page.getByRole('link', { name: 'Templates' }).click();
    await page.getByRole('heading', { name: 'No templates yet' }).waitFor();
    assert.equal(await dialog.count(), 0);
    assert.equal(await page.evaluate(() => sessionStorage.getItem('drafts')), null);
  });
});

test('a session that is ended from elsewhere leaves nothing on the screen, without a press', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const elsewhere = await signIn(site.url, marta);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/templates');
  await page.getByText('Connected', { exact: true }).waitFor();
  await page.getByRole('heading', { name: 'No templates yet' }).waitFor();
  await page.getByRole('button', { name: 'Create Template' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Raku evening');
  const { sessions } = await elsewhere.call('GET /api/auth/sessions');
  for (const { id, is_current } of sessions) {
    if (!is_current) await elsewhere.call('DELETE /api/auth/sessions/{id}', { params: { id } });
  }
  await page.getByText(ENDED).waitFor();
  await logIn(page, marta);
  const name = page.getByRole('dialog', { name: 'Create Template' }).getByLabel('Name');
  await name.waitFor();
  assert.equal(await name.inputValue(), 'Raku evening');
});

test('a subscription that ends in the middle of a dialog shows at once, everywhere', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/lists');
  const create = page.getByRole('main').getByRole('button', { name: 'Create List' });
  await page.getByRole('heading', { name: 'No lists yet' }).waitFor();
  await create.click();
  const dialog = page.getByRole('dialog', { name: 'Create List' });
  await dialog.getByLabel('Name').fill('Neighbours');
  await changeUser(site, marta, "subscription_end_date = '2020-01-01'");
  await dialog.getByRole('button', { name: 'Create List' }).click();
  await dialog.getByText('Subscription expired. Please renew to continue.').waitFor();
  await page.getByRole('main').getByText('Subscription Required').waitFor();
  await page.getByRole('banner').getByText('Subscription Expired').waitFor();
  await page.getByRole('complementary').getByText('Expired', { exact: true }).waitFor();
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'Neighbours');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await create.getAttribute('aria-disabled'), 'true');
});

test('a session check that fails is repeated; only a refusal ends the session', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token });
  const answers = [
    () => ({ status: 503, json: { error: 'The database is away.' } }),
    () => ({ status: 429, headers: { 'retry-after': '1' }, json: { error: 'Too many calls.' } }),
  ];
  const trouble = page.getByRole('status').getByText('Pigeonpost cannot be reached. Trying again…');
  let isAway = true;
  let asked = 0;
  await page.route('**/api/auth/profile', (route) => {
    asked += 1;
    const answer = answers[asked - 1];
    if (answer) return route.fulfill(answer());
    return isAway ? route.abort() : route.continue();
  });
  await page.goto('/templates');
  await trouble.waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await page.waitForRequest('**/api/auth/profile');
  assert.equal(await page.evaluate(() => localStorage.getItem('token')), marta.token);
  isAway = false;
  await page.getByRole('heading', { name: 'No templates yet' }).waitFor();
  await page.waitForURL('**/templates');
});

test('a change of the session in one tab applies to every tab', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const olga = await site.signUp('olga');
  const first = await openPage(t, { url: site.url, token: marta.token });
  const second = await first.context().newPage();
  await first.goto('/settings');
  await second.goto('/lists');
  const whoIs = (page: Page, name: string) => page.getByRole('banner').getByText(name, { exact: true });
  await whoIs(second, 'marta').waitFor();

  await first.getByRole('button', { name: 'Log out', exact: true }).click();
  await second.waitForURL('**/login');
  await second.getByText(ENDED).waitFor();

  await logIn(first, olga);
  await whoIs(first, 'olga').waitFor();
  await second.waitForURL('**/dashboard');
  await whoIs(second, 'olga').waitFor();

  // A tab that missed everything in between gets only the last state.
  await second.goto('/templates');
  await second.getByRole('heading', { name: 'No templates yet' }).waitFor();
  const { token } = await signIn(site.url, marta);
  await first.evaluate((value) => localStorage.setItem('token', value), token);
  await whoIs(second, 'marta').waitFor();
  await second.waitForURL('**/dashboard');
});

async function signIn(
  baseUrl: string,
  { username, password }: Visitor,
): Promise<{ token: string; call: Call }> {
  const visitor = createClient({ baseUrl, token: () => undefined });
  const { token } = await visitor('POST /api/auth/login', { body: { username, password } });
  return { token, call: createClient({ baseUrl, token: () => token }) };
}
