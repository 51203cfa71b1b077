import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, violationsInLooks, visit } from './testing/browser.ts';
import { startSite } from './testing/site.ts';

test('an account is made, signed in to and left; a wrong password is reported in the card', async (t) => {
  const site = await startSite(t);
  const page = await openPage(t, { url: site.url });
  await page.goto('/campaigns');
  await page.waitForURL('**/login');

  await page.getByRole('link', { name: 'Sign Up' }).click();
  await page.getByRole('heading', { name: 'Create Your Account' }).waitFor();
  await page.getByLabel('Username').fill('ma');
  await page.getByLabel('Password', { exact: true }).fill('kiln-9000');
  await page.getByLabel('Password again').fill('kiln-9001');
  const password = page.getByLabel('Password', { exact: true });
  await page.getByRole('button', { name: 'Show password' }).first().click();
  assert.equal(await password.getAttribute('type'), 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  assert.equal(await password.getAttribute('type'), 'password');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByText('Username must be at least 3 characters long').waitFor();
  await page.getByText('Passwords do not match').waitFor();
  await page.getByLabel('Username').fill('support_2');
  assert.equal(await page.getByText('Username must be at least').count(), 0);
  await password.fill('password1');
  await page.getByLabel('Password again').fill('password1');
  await page.keyboard.press('Enter');
  await page.getByText('This username is reserved. Please choose another one').waitFor();
  await page.getByLabel('Username').fill('marta');
  await page.keyboard.press('Enter');
  const isCommon = page.getByRole('main').getByText('This password is one of the most common ones.');
  await isCommon.waitFor();
  await password.fill('kiln-9000');
  await isCommon.waitFor({ state: 'detached' });
  await page.getByLabel('Password again').fill('kiln-9000');
  await page.keyboard.press('Enter');
  await page.getByText('Registration successful! Please login.').waitFor();
  await page.waitForURL('**/login');

  // A refusal moves the focus to the field at fault, also if the button was pressed.
  assert.equal(await page.getByLabel('Username').inputValue(), 'marta');
  const logIn = page.getByRole('button', { name: 'Log in' });
  const focused = page.locator(':focus');
  await logIn.press('Enter');
  await page.getByText('Enter your username and password.').waitFor();
  await password.and(focused).waitFor();
  await page.keyboard.type('wrong-one');
  await logIn.press('Enter');
  await page.getByRole('main').getByText('Invalid username or password').waitFor();
  await password.and(focused).waitFor();
  await page.route('**/api/auth/login', (route) => route.abort());
  await logIn.press('Enter');
  await page.getByRole('main').getByText('The server cannot be reached').waitFor();
  await logIn.and(focused).waitFor();
  await page.unroute('**/api/auth/login');
  await password.fill('kiln-9000');
  await page.keyboard.press('Enter');
  await page.getByText('Login successful!').waitFor();
  await page.waitForURL('**/dashboard');

  const token = await page.evaluate(() => localStorage.getItem('token'));
  // The page does not wait for it.
  const ended = page.waitForResponse('**/api/auth/logout');
  await page.getByRole('button', { name: 'Log out' }).click();
  await ended;
  await page.getByText('Logged out successfully.').waitFor();
  await page.waitForURL('**/login');
  assert.equal(await page.evaluate(() => localStorage.getItem('token')), null);
  const headers = { authorization: `Bearer ${token}` };
  assert.equal((await fetch(`${site.url}/api/auth/profile`, { headers })).status, 401);
});

test('addresses lead a user into the product, and an ended token leads out of it', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/login');
  await page.waitForURL('**/dashboard');
  for (const path of ['/', '/register', '/nowhere/at/all']) {
    await visit(page, path);
    await page.waitForURL('**/dashboard');
  }
  await visit(page, '/recipients');
  await page.waitForURL('**/lists');

  await page.getByRole('heading', { name: 'No lists yet' }).waitFor();
  await marta.call('POST /api/auth/logout');
  await page.waitForURL('**/login');
  assert.equal(await page.evaluate(() => localStorage.getItem('token')), null);
});

test('a password reset is requested without showing whether the account exists', async (t) => {
  const site = await startSite(t);
  const page = await openPage(t, { url: site.url });
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot Your Password?' }).click();
  await page.getByRole('button', { name: 'Ask for a new password' }).click();
  await page.getByText('Enter your username.').waitFor();
  await page.getByLabel('Username').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('nobody');
  await page.keyboard.press('Enter');
  await page
    .getByRole('status')
    .getByText('If that account exists, an administrator will see your request.')
    .waitFor();
  await page.getByRole('link', { name: 'Back to Log in' }).click();
  await page.getByRole('heading', { name: 'Welcome Back!' }).waitFor();
});

test('axe finds nothing on the pages outside the shell', async (t) => {
  const site = await startSite(t);
  const page = await openPage(t, { url: site.url });
  await page.goto('/login');
  for (const path of ['/login', '/register', '/forgot-password']) {
    await visit(page, path);
    await page.getByLabel('Username').waitFor();
    assert.deepEqual(await violationsInLooks(page), [], path);
  }
});
