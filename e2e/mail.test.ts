import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type CaughtMail, openMailServer } from '@pigeonpost/server/testing/mail-server';
import { until } from '@pigeonpost/server/testing/until';
import { signUpAdmin } from './testing/administrator.ts';
import { axeViolations, openPage } from './testing/browser.ts';
import { startSite } from './testing/site.ts';

async function siteWithMail(t: TestContext) {
  const smtp = await openMailServer();
  t.after(smtp.close);
  const site = await startSite(t, {
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Pigeonpost <pigeonpost@news.example>',
    // Its port is not known yet: the test opens the links at the site's own address.
    PUBLIC_URL: 'http://127.0.0.1:3000',
  });
  const nextLink = async (): Promise<string> => {
    let mail: CaughtMail | undefined;
    await until('a mail', () => {
      mail = smtp.mails.shift();
      return mail !== undefined;
    });
    const [, path = ''] = /http:\/\/127\.0\.0\.1:3000(\/\S+)/.exec(mail?.text ?? '') ?? [];
    return `${site.url}${path}`;
  };
  return { site, nextLink };
}

test('an address is given, confirmed by the mailed link, and gets the link to a new password', async (t) => {
  const { site, nextLink } = await siteWithMail(t);
  const ida = await signUpAdmin(site, 'ida');
  const nils = await site.signUp('nils');
  const page = await openPage(t, { url: site.url, token: nils.token });
  await page.goto('/settings/account');
  const line = page.getByRole('region', { name: 'E-mail address' });
  await line.getByText('None. With one,').waitFor();
  await line.getByRole('button', { name: 'Add E-mail address' }).click();
  await line.getByLabel('E-mail address', { exact: true }).fill('nils@example.com, bo@example.com');
  await line.getByLabel('Current password').fill('wrong-password');
  await line.getByRole('button', { name: 'Save' }).click();
  await line.getByText('Give one e-mail address, without a name and without others').waitFor();
  await line.getByLabel('E-mail address', { exact: true }).fill('nils@example.com');
  await line.getByRole('button', { name: 'Save' }).click();
  await line.getByText('The current password is not right').waitFor();
  await line.getByLabel('Current password').fill(nils.password);
  await line.getByRole('button', { name: 'Save' }).click();
  await line.getByText('nils@example.com waits for its confirmation').waitFor();
  assert.deepEqual(await axeViolations(page), []);
  const first = await nextLink();
  await line.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('The link is on its way again.').waitFor();
  const link = await nextLink();

  const other = await openPage(t, { url: site.url });
  await other.goto(first);
  await other.getByText('This link was used already, or it is incomplete.').waitFor();
  await other.goto(link);
  await other.getByText('Mail for nils goes to nils@example.com.').waitFor();
  assert.equal(other.url(), `${site.url}/confirm-email`);
  assert.deepEqual(await axeViolations(other), []);
  // The first window hears of it by itself.
  await line.getByText('nils@example.com', { exact: true }).waitFor();
  assert.equal(await line.getByText('waits for its confirmation').count(), 0);

  await other.goto('/forgot-password');
  await other.getByLabel('Username').fill('nils');
  await other.keyboard.press('Enter');
  await other.getByText('If that account exists and has an e-mail address, a link is on its way.').waitFor();
  await other.goto(await nextLink());
  await other.getByText('For nils.').waitFor();
  await other.getByLabel('New password', { exact: true }).fill('raku-night');
  await other.getByLabel('Password again').fill('raku-night');
  await other.keyboard.press('Enter');
  await other.getByText('Password updated successfully').waitFor();

  const users = await openPage(t, { url: site.url, token: ida.token });
  await users.goto('/users');
  const row = users.getByRole('row', { name: /nils/ });
  await row.getByText('has an e-mail address').waitFor();
  assert.equal(await users.getByText('nils@example.com').count(), 0);
});

test('a server without mail shows nothing of it', async (t) => {
  const site = await startSite(t);
  const nils = await site.signUp('nils');
  const page = await openPage(t, { url: site.url, token: nils.token });
  await page.goto('/settings/account');
  await page.getByRole('region', { name: 'Password' }).waitFor();
  assert.equal(await page.getByText('E-mail').count(), 0);
  await page.goto('/confirm-email');
  await page.getByText('This link is incomplete.').waitFor();
  const go = page.getByRole('link', { name: 'Go to your account' });
  assert.equal(await go.evaluate((link) => getComputedStyle(link).color), 'rgb(255, 255, 255)');
});
