import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signUpAdmin } from './testing/administrator.ts';
import { axeViolations, openPage } from './testing/browser.ts';
import { startSite } from './testing/site.ts';

test('a password reset is requested, marked, and done with a link that works once', async (t) => {
  const site = await startSite(t);
  const ida = await signUpAdmin(site, 'ida');
  const nils = await site.signUp('nils');
  const his = await openPage(t, { url: site.url });
  await his.goto('/forgot-password');
  await his.getByLabel('Username').fill('nils');
  await his.keyboard.press('Enter');
  await his.getByRole('status').waitFor();

  const page = await openPage(t, { url: site.url, token: ida.token });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/users');
  const mark = page.getByRole('row', { name: /nils/ }).getByText('Reset requested');
  await mark.waitFor();
  await page.getByRole('button', { name: 'More for nils' }).click();
  await page.getByRole('menuitem', { name: 'Change Password' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Asked for a new password').waitFor();
  await dialog.getByRole('button', { name: 'Make a one-time link' }).click();
  await dialog.getByRole('button', { name: 'Copy the link' }).click();
  await dialog.getByText('Copied!').waitFor();
  assert.deepEqual(await axeViolations(page), []);
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, new RegExp(`^${site.url}/reset-password#token=pp_`));

  // The user signed in on that computer may be another one, or the same.
  const other = await openPage(t, { url: site.url, token: nils.token });
  await other.goto(link);
  await other.getByText('For nils.').waitFor();
  assert.equal(other.url(), `${site.url}/reset-password`);
  assert.deepEqual(await axeViolations(other), []);
  const again = other.getByLabel('Password again');
  await other.getByLabel('New password', { exact: true }).fill('nils');
  await again.fill('raku-night');
  await again.press('Enter');
  await other.getByText('Password must be at least 6 characters long').waitFor();
  await other.getByText('Passwords do not match').waitFor();
  await other.getByLabel('New password', { exact: true }).fill('password1');
  await again.fill('password1');
  await again.press('Enter');
  await other.getByText('This password is one of the most common ones.').waitFor();
  await other.getByLabel('New password', { exact: true }).fill('raku-night');
  await again.fill('raku-night');
  await again.press('Enter');
  await other.getByText('Password updated successfully').waitFor();
  await other.waitForURL('**/login');
  await other.getByLabel('Username').fill('nils');
  await other.getByLabel('Password', { exact: true }).fill('raku-night');
  await other.keyboard.press('Enter');
  await other.waitForURL('**/dashboard');
  await mark.waitFor({ state: 'detached' });

  await his.goto(link);
  await his.getByText('This link was used already, or it is incomplete.').waitFor();
  await his.getByRole('link', { name: 'Ask for a new password' }).waitFor();
});

test('an expired link and an incomplete one have different errors', async (t) => {
  const site = await startSite(t);
  const ida = await signUpAdmin(site, 'ida');
  await site.signUp('nils');
  const { users } = await ida.call('GET /api/users', { query: { search: 'nils' } });
  const params = { id: users[0]?.id ?? 0 };
  const { token } = await ida.call('POST /api/users/{id}/reset-link', { params });
  await site.database.pool.query(`update password_resets set expires_at = '2020-01-01T12:00:00Z'`);
  const page = await openPage(t, { url: site.url, screen: 'phone', scheme: 'dark' });
  await page.goto(`/reset-password#token=${token}`);
  await page.getByRole('alert').getByText('This link has expired. Ask an administrator').waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await page.goto('/reset-password');
  await page.reload();
  await page.getByRole('alert').getByText('This link is incomplete. Copy all of it').waitFor();
  // A second link in the same tab changes only the part behind the #.
  const fresh = await ida.call('POST /api/users/{id}/reset-link', { params });
  await page.goto(`/reset-password#token=${fresh.token}`);
  await page.getByLabel('New password', { exact: true }).waitFor();
  assert.equal(page.url(), `${site.url}/reset-password`);
  // By keyboard alone: the first field has the focus.
  await page.keyboard.type('raku-night');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('raku-night');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/login');
});
