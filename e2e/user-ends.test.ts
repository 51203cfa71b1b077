import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signUpAdmin } from './testing/administrator.ts';
import { openPage, violationsInLooks } from './testing/browser.ts';
import { startSite } from './testing/site.ts';

test('users are found by the end of their subscription and extended together', async (t) => {
  const site = await startSite(t);
  const ida = await signUpAdmin(site, 'ida');
  for (const name of ['nils', 'lena', 'olav']) await site.signUp(name);
  const { pool } = site.database;
  await pool.query(
    `update users set subscription_end_date = now() + interval '4 days 12 hours' where username = 'nils'`,
  );
  await pool.query(
    `update users set subscription_end_date = now() + interval '8 days 12 hours' where username = 'lena'`,
  );
  await pool.query(
    `update users set subscription_end_date = '2090-03-31', password_reset_requested_at = now()
      where username = 'olav'`,
  );
  const page = await openPage(t, { url: site.url, token: ida.token });
  await page.goto('/users');
  for (const tab of ['All 5', 'Ends within 14 days 2', 'Expired 0', 'Reset requested 1'])
    await page.getByRole('tab', { name: tab, exact: true }).waitFor();
  await page.getByRole('row', { name: /olav/ }).getByText('ends 31-03-2090').waitFor();
  const heads = (await page.getByRole('columnheader').allInnerTexts()).map((head) => head.trim()).join();
  assert.equal(heads, ',User,Role,Pack,Status,Profiles,Running Campaigns,Created,Last login,Actions');
  await page.getByRole('tab', { name: 'Ends within 14 days 2' }).click();
  await page.getByText('Showing 1 to 2 of 2 results').waitFor();
  const names = await page.locator('tbody tr td:nth-child(2) p:first-child').allInnerTexts();
  assert.deepEqual(names, ['nils', 'lena']);
  await page.getByRole('row', { name: /nils/ }).getByText('ends in 4 days').waitFor();
  await page.getByLabel('Select nils').check();
  await page.getByLabel('Select lena').check();
  const bar = page.getByRole('toolbar', { name: 'Selected rows' });
  await bar.getByText(/^each from its own end: \d\d-\d\d-\d{4} to \d\d-\d\d-\d{4}$/).waitFor();
  await bar.getByRole('button', { name: 'Extend by 1 month' }).click();
  await page.getByText('2 subscriptions extended').waitFor();
  await page.getByRole('tab', { name: 'Ends within 14 days 0' }).waitFor();
  await page.getByRole('tab', { name: 'Reset requested 1' }).click();
  await page.getByLabel('Select olav').check();
  await bar.getByRole('button', { name: 'Another date…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Set for 1 user' }).click();
  await dialog.getByText('Enter a day as DD-MM-YYYY').waitFor();
  await dialog.getByLabel('Subscription End Date').fill('30-06-2091');
  await dialog.getByRole('button', { name: 'Set for 1 user' }).click();
  await page.getByRole('row', { name: /olav/ }).getByText('ends 30-06-2091').waitFor();
  await bar.waitFor({ state: 'detached' });
});

test('axe finds nothing on users with a selection, on a phone in the dark and on a desk in the light', async (t) => {
  const site = await startSite(t);
  const ida = await signUpAdmin(site, 'ida');
  await site.signUp('nils');
  const page = await openPage(t, { url: site.url, token: ida.token });
  await page.goto('/users');
  await page.getByLabel('Select nils').check();
  await page.getByRole('button', { name: 'Extend by 1 month' }).waitFor();
  assert.deepEqual(await violationsInLooks(page), []);
});
