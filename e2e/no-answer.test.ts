import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page, Route } from 'playwright-core';
import { axeViolations, openPage } from './testing/browser.ts';
import { makeParts } from './testing/parts.ts';
import { startSite } from './testing/site.ts';

test('a log-in without an answer yet shows that on its button, and is sent once', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url });
  await page.goto('/login');
  const calls = await hold(page, '/api/auth/login');
  await page.getByLabel('Username').fill(marta.username);
  const password = page.getByLabel('Password', { exact: true });
  await password.fill(marta.password);
  const button = page.getByRole('button', { name: 'Log in' });
  await button.click();
  await assertAtWork(button);
  assert.ok(await button.isDisabled());
  await page.keyboard.press('Enter');
  await password.press('Enter');
  assert.deepEqual(await axeViolations(page), []);
  await calls.answer((route) => route.abort());
  await page.getByText(/^Login failed\. The server cannot be reached/).waitFor();
  // The focus stays in the field in which Enter was pressed.
  assert.ok(await isFocused(password));
  assert.equal(calls.made(), 1);
});

test('a dialog without an answer yet shows that it waits, and asks before it is closed', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/templates');
  const calls = await hold(page, '/api/templates');
  const open = page.getByRole('main').getByRole('button', { name: 'Create Template' });
  const dialog = page.getByRole('dialog', { name: 'Create Template' });
  const submit = dialog.getByRole('button', { name: 'Create Template' });
  const question = dialog.getByRole('alertdialog', { name: 'No answer yet. Close without waiting?' });
  await open.click();
  await dialog.getByLabel('Name').fill('Raku evening');
  await dialog.getByLabel('Message').fill('Hello {username}');
  await submit.click();
  await assertAtWork(submit);
  await page.keyboard.press('Enter');

  await page.keyboard.press('Escape');
  await question.waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await question.getByRole('button', { name: 'Keep waiting' }).click();
  await assertAtWork(submit);
  // A refusal that comes during the question is shown instead.
  await page.keyboard.press('Escape');
  await question.waitFor();
  await calls.answer((route) => route.fulfill({ status: 409, json: { error: 'There is one already.' } }));
  await dialog.getByText('There is one already.').waitFor();
  await question.waitFor({ state: 'detached' });
  assert.equal(calls.made(), 1);

  // If it is closed while it waits, a toast reports the result, and a dialog opened meanwhile stays.
  await submit.click();
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  await open.click();
  await dialog.getByLabel('Name').fill('Another');
  await calls.answer((route) => route.continue());
  await page.getByText('Template created').waitFor();
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'Another');
  assert.equal(calls.made(), 2);
});

test('an import that is closed while it waits reports what it added', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const { list } = await marta.call('POST /api/lists', { body: { name: 'Neighbours' } });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/lists/${list.id}`);
  const calls = await hold(page, '/api/recipients/bulk');
  await page.getByRole('button', { name: 'Bulk Import' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Bulk Import' });
  await dialog.getByLabel('Usernames').fill('lena.hartog\nslow.kitchen');
  await dialog.getByRole('button', { name: 'Import 2 recipients' }).click();
  await calls.first;
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await dialog.waitFor({ state: 'detached' });
  await calls.answer((route) => route.continue());
  await page.getByText('2 recipients added.').waitFor();
  await page.getByText('@slow.kitchen').waitFor();
});

test('a requested profile says so, and is requested once', async (t) => {
  const site = await startSite(t, { PRACTICE_URL: 'http://127.0.0.1:9' });
  const marta = await site.signUp('marta');
  await makeParts(marta);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/profiles');
  const calls = await hold(page, '/api/profiles/open');
  await page.getByRole('button', { name: 'Open kiln.club' }).click();
  const pending = page.getByRole('button', { name: 'Pending...' });
  await pending.waitFor();
  assert.ok(await isFocused(pending));
  await page.keyboard.press('Enter');
  await calls.answer((route) => route.abort());
  await page.getByText('Failed to open profile.').waitFor();
  await page.getByRole('button', { name: 'Open kiln.club' }).waitFor();
  assert.equal(calls.made(), 1);
});

test('text that is typed while a message is being sent stays', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const ticket = { subject: 'Invoice', description: 'Hello', priority: 'low', category: 'billing' } as const;
  await marta.call('POST /api/support', { body: ticket });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/support');
  await page.getByRole('link', { name: /^Invoice/ }).click();
  const message = page.getByRole('textbox', { name: 'Message' });
  const calls = await hold(page, '/api/support/*/messages');
  await message.fill('To Oslo, please.');
  await message.press('Control+Enter');
  await calls.first;
  await message.press('End');
  await page.keyboard.type(' And to Bergen.');
  await page.getByRole('link', { name: 'Back to Support' }).focus();
  await calls.answer((route) => route.continue());
  await page.getByText('Message sent successfully').waitFor();
  assert.equal(await message.inputValue(), 'And to Bergen.');
  assert.ok(await isFocused(page.getByRole('link', { name: 'Back to Support' })));
});

/** Holds the answers of changes to a path until they are released. */
async function hold(page: Page, path: string) {
  const held: Route[] = [];
  const { promise: first, resolve } = Promise.withResolvers<void>();
  let made = 0;
  await page.route(`**${path}`, (route) => {
    if (route.request().method() === 'GET') return route.continue();
    made += 1;
    held.push(route);
    resolve();
  });
  return {
    first,
    made: () => made,
    answer: (with_: (route: Route) => Promise<void>) => Promise.all(held.splice(0).map(with_)),
  };
}

/** Its text is readable, and a spinner turns beside it. */
async function assertAtWork(button: Locator): Promise<void> {
  await button.and(button.page().locator('[aria-busy=true]')).waitFor();
  const seen = await button.evaluate((element) => ({
    words: element.querySelector('.mantine-Button-label')?.checkVisibility({ opacityProperty: true }),
    ring: getComputedStyle(element, '::after').content,
  }));
  assert.deepEqual(seen, { words: true, ring: '""' });
}

function isFocused(element: Locator): Promise<boolean> {
  return element.evaluate((one) => one === document.activeElement);
}
