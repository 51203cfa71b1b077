import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { signUpAdmin } from './testing/administrator.ts';
import { axeViolations, openPage, violationsInLooks } from './testing/browser.ts';
import { endSessionsAndPress } from './testing/end-sessions.ts';
import { pressItem } from './testing/menu.ts';
import { assertPolls } from './testing/polls.ts';
import { type Site, startSite, type Visitor } from './testing/site.ts';

const menuOf = (page: Page, username: string) => page.getByRole('button', { name: `More for ${username}` });

async function choose(page: Page, username: string, item: string): Promise<void> {
  await menuOf(page, username).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Resolves with the next answer to a poll of the page. */
const nextPoll = (page: Page) => page.waitForResponse((response) => response.url().includes('/api/users?'));

test('an administrator makes, changes and deletes an account, and polling disturbs nothing', async (t) => {
  const site = await startSite(t);
  const ida = await signUpAdmin(site, 'ida');
  await site.signUp('lena');
  const page = await openPage(t, { url: site.url, token: ida.token });
  await page.clock.install();
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'User Management' }).click();
  await page.getByRole('heading', { name: 'User Management' }).waitFor();
  await page.getByText('Showing 1 to 3 of 3 results').waitFor();
  await page.getByText(/^Last updated \d\d:\d\d:\d\d$/).waitFor();

  await page.getByRole('button', { name: 'Add User' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create User' }).click();
  await dialog.getByText('Username is required').waitFor();
  await dialog.getByText('Password is required').waitFor();
  const wrong = page.locator('[aria-invalid=true]');
  await dialog.getByLabel('Username').and(wrong).waitFor();
  await dialog.getByRole('textbox', { name: 'Password' }).and(wrong).waitFor();
  await dialog.getByLabel('Username').fill('lena');
  await dialog.getByRole('textbox', { name: 'Password' }).fill('kiln-9000');
  await dialog.getByLabel('Subscription End Date').fill('31-02-2099');
  await dialog.getByRole('button', { name: 'Create User' }).click();
  await dialog.getByText('Enter a day as DD-MM-YYYY').waitFor();
  await dialog.getByLabel('Subscription End Date').fill('28-02-2099');
  await dialog.getByRole('button', { name: 'Create User' }).click();
  await dialog.getByText('Username is already taken').first().waitFor();
  // Polls do not disturb the open dialog: typed text and the focus stay.
  await dialog.getByLabel('Username').fill('nils');
  await assertPolls(page, /\/api\/users\?/, 5000);
  assert.equal(await dialog.getByLabel('Username').inputValue(), 'nils');
  assert.equal(await page.evaluate(() => (document.activeElement as HTMLInputElement).value), 'nils');
  await dialog.getByRole('button', { name: 'Create User' }).click();
  await page.getByText('User created successfully').waitFor();
  const row = page.getByRole('row', { name: /nils/ });
  await row.getByText('None').waitFor();

  await choose(page, 'nils', 'Edit User');
  assert.equal(await dialog.getByLabel('Subscription End Date').inputValue(), '28-02-2099');
  await dialog.getByRole('button', { name: '1 year more' }).click();
  assert.equal(await dialog.getByLabel('Subscription End Date').inputValue(), '28-02-2100');
  await dialog.getByLabel('Pack').selectOption('pro');
  await dialog.getByLabel('Active Account').uncheck();
  await dialog.getByRole('button', { name: 'Save User' }).click();
  await page.getByText('User updated successfully').waitFor();
  await row.getByText('account off').waitFor();
  await row.getByText('Pro', { exact: true }).waitFor();
  const { users } = await ida.call('GET /api/users', { query: { search: 'nils' } });
  assert.equal(users[0]?.subscription_end_date, '2100-02-28T23:59:59.999Z');

  // Another administrator's change meanwhile stays: only edited fields are saved.
  await choose(page, 'nils', 'Edit User');
  await dialog.getByLabel('Pack').selectOption('starter');
  const account = { username: 'nils', role: 'admin', pack: 'pro', is_active: true } as const;
  const params = { id: users[0]?.id ?? 0 };
  await ida.call('PUT /api/users/{id}', { params, body: account });
  await dialog.getByRole('button', { name: 'Save User' }).click();
  await row.getByText('Starter', { exact: true }).waitFor();
  const saved = (await ida.call('GET /api/users', { query: { search: 'nils' } })).users[0];
  assert.deepEqual([saved?.role, saved?.pack, saved?.is_active], ['admin', 'starter', true]);
  await ida.call('PUT /api/users/{id}', { params, body: { ...account, role: 'user' } });

  await choose(page, 'nils', 'Delete User');
  await dialog
    .getByText(
      'Are you sure you want to delete this user? This will permanently remove the user and all their associated data.',
    )
    .waitFor();
  const confirm = dialog.getByRole('button', { name: 'Delete User' });
  assert.equal(await confirm.isDisabled(), true);
  await dialog.getByLabel('Type the username to delete it').fill('Nils');
  await confirm.click();
  await page.getByText('User deleted successfully').waitFor();
  await row.waitFor({ state: 'detached' });
  // Administrators cannot delete themselves.
  await menuOf(page, 'ida').click();
  await page.getByRole('menuitem', { name: 'Change Password' }).waitFor();
  assert.equal(await page.getByRole('menuitem', { name: 'Delete User' }).count(), 0);
});

test('setting a password signs its user out of every browser', async (t) => {
  const site = await startSite(t);
  const ida = await signUpAdmin(site, 'ida');
  const nils = await site.signUp('nils');
  const his = await openPage(t, { url: site.url, token: nils.token });
  await his.goto('/lists');
  await his.getByRole('heading', { name: 'No lists yet' }).waitFor();
  const page = await openPage(t, { url: site.url, token: ida.token });
  await page.goto('/users');
  await choose(page, 'nils', 'Change Password');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'New Password' }).fill('nils');
  await dialog.getByRole('button', { name: 'Change Password' }).click();
  await dialog.getByText('Password must be at least 6 characters long').waitFor();
  await dialog.getByRole('textbox', { name: 'New Password' }).fill('raku-night');
  await page.keyboard.press('Enter');
  await page.getByText('Password updated successfully').waitFor();
  // No button is pressed there.
  await his.waitForURL('**/login');

  // The audit log has the actor.
  await page.getByRole('link', { name: 'Audit Log' }).click();
  await page.getByRole('heading', { name: 'Audit Log', level: 1 }).waitFor();
  await page.getByLabel('What', { exact: true }).selectOption('Password');
  await page.waitForURL(/audit-log\?kind=password$/);
  const line = page.getByRole('row').filter({ hasText: 'Password nils changed' });
  await line.getByText('ida', { exact: true }).waitFor();
  await page.getByRole('searchbox', { name: 'Who' }).fill('nobody');
  await page.waitForURL(/who=nobody/);
  await line.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByText('Account nils created').waitFor();
  assert.equal(await page.getByRole('searchbox', { name: 'Who' }).inputValue(), '');
  await page.getByLabel('When').selectOption('Today');
  await page.waitForURL(/days=1$/);
  await page.getByText('Account nils created').waitFor();
  assert.deepEqual(await axeViolations(page), []);
});

test('an open link is shown on its user with its maker and its end, until it is void', async (t) => {
  const site = await startSite(t);
  const ida = await signUpAdmin(site, 'ida');
  await site.signUp('nils');
  const page = await openPage(t, { url: site.url, token: ida.token });
  await page.goto('/users');
  await choose(page, 'nils', 'Change Password');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Make a one-time link' }).click();
  await dialog.getByRole('status').waitFor();
  await page.keyboard.press('Escape');
  const row = page.getByRole('row', { name: /nils/ });
  await row.getByText(/Reset link by ida, open until/).waitFor();
  assert.deepEqual(await axeViolations(page), []);
  const { users } = await ida.call('GET /api/users', { query: { search: 'nils' } });
  const params = { id: users[0]?.id ?? 0 };
  await ida.call('PUT /api/users/{id}/password', { params, body: { new_password: 'raku-night' } });
  await row.getByText(/Reset link by/).waitFor({ state: 'detached' });
});

test('a user lands on the dashboard, and so does an administrator who was demoted a moment ago', async (t) => {
  const site = await startSite(t);
  const [ida, marta, nils] = [
    await signUpAdmin(site, 'ida'),
    await signUpAdmin(site, 'marta'),
    await site.signUp('nils'),
  ];
  const his = await openPage(t, { url: site.url, token: nils.token });
  await his.goto('/users');
  await his.waitForURL('**/dashboard');
  assert.equal(await his.getByRole('link', { name: 'User Management' }).count(), 0);
  const hers = await openPage(t, { url: site.url, token: marta.token });
  await hers.goto('/users');
  await hers.getByText('Showing 1 to 4 of 4 results').waitFor();
  await demote(ida, 'marta');
  await hers.waitForURL('**/dashboard');
  await hers.getByRole('link', { name: 'User Management' }).waitFor({ state: 'detached' });
});

test('filters are in the address; an empty page says so, and a failure is shown once', async (t) => {
  const site = await startSite(t);
  const ida = await signUpAdmin(site, 'ida');
  for (const username of ['lena', 'nils']) await site.signUp(username);
  const page = await openPage(t, { url: site.url, token: ida.token });
  await page.goto('/users?role=user&pack=starter&status=active&search=le');
  await page.getByRole('row', { name: /lena/ }).waitFor();
  await page.getByText('Showing 1 to 1 of 1 results').waitFor();
  const heads = await page.getByRole('columnheader').allInnerTexts();
  assert.equal(heads.join(), ',User,Role,Pack,Status,Profiles,Running Campaigns,Created,Last login,Actions');
  assert.deepEqual(await page.getByRole('main').getByRole('option').allTextContents(), [
    ...['All roles', 'Admin', 'User'],
    ...['All packs', 'Pro', 'Starter'],
    ...['All statuses', 'Active', 'Expired'],
  ]);
  const held = Promise.withResolvers<void>();
  await page.route(/\/api\/users\?.*pack=pro/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByLabel('Pack').selectOption('pro');
  await page.waitForURL(/pack=pro/);
  // Until the answer comes, the rows of the previous filter stay, marked as busy.
  await page.locator('[aria-busy=true]').getByRole('row', { name: /lena/ }).waitFor();
  held.resolve();
  await page.getByRole('heading', { name: 'No users found' }).waitFor();
  await page.getByText('No users match your current filters.').waitFor();
  await page.getByRole('button', { name: 'Create First User' }).waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByText('Showing 1 to 4 of 4 results').waitFor();
  assert.equal(new URL(page.url()).search, '');
  await page.goto('/users?page=7');
  await page.getByRole('button', { name: 'Go to the first page' }).click();
  await page.getByRole('row', { name: /nils/ }).waitFor();

  // Rows stay when a later poll fails, and the toast comes once.
  await page.route(/\/api\/users\?/, (route) => route.fulfill({ status: 500, json: { error: 'It broke.' } }));
  await page.getByRole('alert').getByText('It broke.').waitFor();
  await nextPoll(page);
  assert.equal(await page.getByRole('row', { name: /nils/ }).count(), 1);
  await page.reload();
  await page.getByRole('heading', { name: 'Failed to fetch users' }).waitFor();
  await nextPoll(page);
  await page.getByRole('heading', { name: 'Failed to fetch users' }).waitFor();
  await page.unroute(/\/api\/users\?/);
  await page.route(/\/api\/users\?/, (route) =>
    route.fulfill({ json: { users: [], pagination: { page: 1, limit: 20, total: 0, pages: 0 } } }),
  );
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('No users have been created yet.').waitFor();
});

test('the users screen and its dialogs have no accessibility violation, and work by keyboard alone', async (t) => {
  const site = await startSite(t);
  const ida = await signUpAdmin(site, 'ida');
  await prepareLooks(site);
  const page = await openPage(t, { url: site.url, token: ida.token });
  await page.goto('/users');
  await page.locator('[data-tone]').getByText('Reset requested').waitFor();
  await page.getByText('account off').waitFor();
  assert.deepEqual(await violationsInLooks(page), [], 'table');
  for (const item of ['Edit User', 'Change Password', 'Delete User']) {
    await choose(page, 'nils', item);
    await page.getByRole('dialog').getByRole('textbox').first().waitFor();
    assert.deepEqual(await violationsInLooks(page), [], item);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await menuOf(page, 'nils').press('Enter');
  await pressItem(page.getByRole('menuitem', { name: 'Edit User' }));
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Username').waitFor();
  await page.keyboard.press('End');
  await page.keyboard.type('.k');
  await page.keyboard.press('Enter');
  await page.getByText('User updated successfully').waitFor();
  await menuOf(page, 'nils.k').waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'More for nils.k');

  // Text typed before a lost session is restored, except the password.
  await page.getByRole('button', { name: 'Add User' }).press('Enter');
  await dialog.getByLabel('Username').fill('freya');
  await dialog.getByRole('textbox', { name: 'Password' }).fill('raku-night');
  await dialog.getByLabel('Pack').selectOption('pro');
  await endSessionsAndPress(site, dialog.getByRole('button', { name: 'Create User' }));
  await page.getByRole('heading', { name: 'Welcome Back!' }).waitFor();
  await page.getByLabel('Username').fill('ida');
  await page.getByLabel('Password', { exact: true }).fill(ida.password);
  await page.keyboard.press('Enter');
  await dialog.waitFor();
  assert.equal(await dialog.getByLabel('Username').inputValue(), 'freya');
  assert.equal(await dialog.getByLabel('Pack').inputValue(), 'pro');
  assert.equal(await dialog.getByRole('textbox', { name: 'Password' }).inputValue(), '');
});

async function demote(by: Visitor, username: string): Promise<void> {
  const { users } = await by.call('GET /api/users', { query: { search: username } });
  const user = users.find((one) => one.username === username);
  assert.ok(user);
  const { id, pack, is_active } = user;
  await by.call('PUT /api/users/{id}', { params: { id }, body: { username, role: 'user', pack, is_active } });
}

/** A requested reset, a disabled account and an expired one. */
async function prepareLooks(site: Site): Promise<void> {
  const nils = await site.signUp('nils');
  await nils.call('POST /api/auth/forgot-password', { body: { username: 'nils' } });
  for (const username of ['lena', 'ole']) await site.signUp(username);
  await site.database.pool.query(`update users set is_active = false where username = 'lena'`);
  await site.database.pool.query(
    `update users set subscription_end_date = '2020-01-01T12:00:00Z' where username = 'ole'`,
  );
}
