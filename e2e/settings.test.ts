import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { axeViolations, closePage, LOOKS, openPage } from './testing/browser.ts';
import { changeUser } from './testing/change-user.ts';
import { startSite, type Visitor } from './testing/site.ts';

test('the pace is described while it is typed, checked by the rules, and saved', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/settings');
  await page.getByText('about 9 an hour, 216 a day').waitFor();
  const end = page.getByLabel('Delay End (seconds)');
  await end.fill('many');
  assert.equal(await end.inputValue(), '0');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await page.getByText('Delay end must be between 30 and 3600 seconds').first().waitFor();
  await end.and(page.locator(':focus')).waitFor();
  await end.fill('300');
  await page.getByText('Delay end must be greater than or equal to delay start').first().waitFor();
  // Leaving asks while there are unsaved changes.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Lists' }).click();
  const question = page.getByRole('dialog', { name: 'Discard the changed settings?' });
  await question.getByRole('button', { name: 'Keep editing' }).press('Enter');
  await question.waitFor({ state: 'detached' });
  const start = page.getByLabel('Delay Start (seconds)');
  await start.fill('30');
  await end.fill('30');
  await page.getByText('At 120 an hour a profile is likely to be blocked').waitFor();
  await start.fill('350');
  await end.fill('370');
  await page.getByText('5 min 50 s to 6 min 10 s').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Settings saved successfully').waitFor();
  const { settings } = await marta.call('GET /api/settings');
  const pace = { max_retries: 3, delay_start: 350, delay_end: 370 };
  const { max_retries, delay_start, delay_end, never_twice_days, names } = settings;
  assert.deepEqual({ max_retries, delay_start, delay_end }, pace);
  assert.deepEqual([never_twice_days, names], [null, 'instagram']);

  // Beside the pace, and saved by itself.
  const days = page.getByLabel('For how many days');
  assert.equal(await days.isDisabled(), true);
  await page.getByLabel('Skip people who were messaged').check();
  await days.fill('0');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Days must be between 1 and 3650').first().waitFor();
  // Another tab saved its pace in the meantime.
  await marta.call('PUT /api/settings', { body: { ...pace, delay_end: 380 } });
  await days.fill('60');
  await page.keyboard.press('Enter');
  await page.getByText('Nobody is written to twice within 60 days.').waitFor();
  assert.equal((await marta.call('GET /api/settings')).settings.never_twice_days, 60);
  assert.equal((await marta.call('GET /api/settings')).settings.delay_end, 380);

  // A list accepts addresses once they are chosen. Saving the pace next keeps that, and also another tab's change made
  // while it was typed.
  await start.fill('360');
  await marta.call('PUT /api/settings', { body: { ...pace, delay_end: 390, never_twice_days: 45 } });
  await page.getByRole('combobox', { name: 'Recipient format' }).selectOption('Addresses');
  await page.getByText('New recipients are addresses.').waitFor();
  await start.press('Enter');
  await page.getByText('6 min to 6 min 30 s').waitFor();
  await page.getByText('Settings saved successfully').first().waitFor();
  assert.equal((await marta.call('GET /api/settings')).settings.delay_end, 390);
  await page.waitForFunction(
    (input) => (input as HTMLInputElement).value === '45',
    await days.elementHandle(),
  );
  await marta.call('POST /api/lists', { body: { name: 'Club' } });
  await page.goto('/lists');
  await page.getByRole('link', { name: 'Club' }).click();
  await page.getByRole('button', { name: 'Add Recipient' }).click();
  const adding = page.getByRole('dialog', { name: 'Add Recipient' });
  await adding.getByLabel('Address').fill('Anna@Club.example');
  await page.keyboard.press('Enter');
  await page.getByText('anna@club.example added.').waitFor();
  await page.getByRole('link', { name: 'anna@club.example', exact: true }).waitFor();

  // Settings list activity and sessions; the other sessions are signed out one by one, or all at once.
  const { username, password } = marta;
  await marta.call('POST /api/auth/login', { body: { username, password } });
  await page.goto('/settings');
  const activity = page.getByRole('table', { name: 'Activity' });
  await activity.getByText('Settings changed').first().waitFor();
  await activity.getByText('delay end: 380 → 390').waitFor();
  const sessions = page.getByRole('list', { name: 'Sessions' });
  await sessions.getByText('This browser').waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await sessions.getByRole('button', { name: 'Sign out node' }).press('Enter');
  await page.getByText('node is signed out.').waitFor();
  await sessions.getByRole('button', { name: 'Sign out node' }).waitFor({ state: 'detached' });
  await page.locator(':focus:not(body)').waitFor();
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  await page.getByRole('dialog').getByText('1 browser is signed out, this one included.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out everywhere' }).click();
  await page.waitForURL('**/login');
});

test('the token is masked until it is asked for, and copied whole', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/settings');
  await page.getByText(`${marta.token.slice(0, 7)}••••`).waitFor();
  assert.equal(await page.getByText(marta.token).count(), 0);
  // A browser may refuse.
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('Not allowed'));
  });
  await page.getByRole('button', { name: 'Copy token' }).click();
  await page.getByText('Failed to copy token').waitFor();
  await page.evaluate(() => Reflect.deleteProperty(navigator.clipboard, 'writeText'));
  await page.getByRole('button', { name: 'Copy token' }).click();
  await page.getByText('Copied!').waitFor();
  await page.getByText('Token copied to clipboard').waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), marta.token);
  await page.getByRole('button', { name: 'Show token' }).click();
  await page.getByText(marta.token).waitFor();
});

test('the line that starts an agent names the address of this page, in the shell of the computer', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install();
  const lines = {
    'macOS, Linux': `PIGEONPOST_URL=${site.url} npm run agent`,
    PowerShell: `$env:PIGEONPOST_URL="${site.url}"; npm run agent`,
    'Command Prompt': `set "PIGEONPOST_URL=${site.url}" && npm run agent`,
  };
  for (const path of ['/settings', '/profiles']) {
    await page.goto(path);
    await page.getByRole('button', { name: 'macOS, Linux', pressed: true }).waitFor();
    for (const [shell, line] of Object.entries(lines)) {
      await page.getByRole('button', { name: shell }).click();
      await page.getByText(line).waitFor();
      await page.getByRole('button', { name: 'Copy the command' }).click();
      await page.getByText('Copied!').waitFor();
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), line);
      await page.clock.fastForward(2000);
      await page.getByRole('button', { name: 'Copy the command' }).waitFor();
    }
  }
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)' }),
  );
  await page.reload();
  await page.getByText(lines.PowerShell).waitFor();
});

test('a script that works with the login token is marked, with what removing it does', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token });
  assert.equal((await work(site.url, marta.token)).status, 200);
  await page.goto('/settings');
  await page.getByRole('banner').getByText('Your own script', { exact: true }).waitFor();
  const row = page.getByRole('row', { name: /Your own script/ });
  await row.getByText('Works with your login token', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Remove Your own script' }).click();
  const question = page.getByRole('dialog', { name: 'Remove Your own script?' });
  await question.getByText('a script that still runs comes back with its next call').waitFor();
  await question.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('heading', { name: 'No agent yet' }).waitFor();
});

test('the pack describes its users, and an administrator is always active', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/settings');
  await page.getByText('For one person and a handful of profiles').waitFor();
  const foot = page.getByRole('complementary');
  await foot.getByText(/^Expires: \d\d-\d\d-\d{4} \d\d:\d\d$/).waitFor();
  await foot.getByText('Starter Pack').waitFor();
  // Also before the end: a user who waits for the end cannot send until an administrator has read the ticket.
  await page.getByRole('button', { name: 'Renew', exact: true }).click();
  const wish = page.getByRole('dialog').getByLabel('Description');
  await wish.waitFor();
  assert.match(await wish.inputValue(), /^Please renew my Starter subscription\. It ends \d\d-\d\d-\d{4} /);
  await page.keyboard.press('Escape');
  await changeUser(site, marta, 'subscription_end_date = null, last_login = null');
  await page.reload();
  await foot.getByText('No subscription').waitFor();
  await page.getByRole('main').getByRole('definition').getByText('N/A').waitFor();
  assert.equal(await page.getByText('Always active').count(), 0);
  await changeUser(site, marta, "role = 'admin', pack = 'pro', subscription_end_date = null");
  await page.reload();
  await page.getByText('For teams that run many profiles').waitFor();
  await page.getByRole('main').getByText('Always active').waitFor();
  await page.getByRole('complementary').getByText('Always active').waitFor();
  assert.equal(await page.getByText(/No subscription|No end date|Renew/).count(), 0);
});

test('a machine appears by itself and is revoked; its token ends', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/settings');
  await page.getByRole('heading', { name: 'No agent yet' }).waitFor();
  await page.getByText('Connected', { exact: true }).waitFor();
  const agentToken = await connectMachine(site.url, marta);
  await page.getByRole('row', { name: /studio-mac.*Connected/ }).waitFor();
  await page.getByRole('button', { name: 'Revoke studio-mac' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('heading', { name: 'No agent yet' }).waitFor();
  assert.equal((await work(site.url, agentToken)).status, 401);
});

test('a wrong own password is reported at its field, the right one changes it; the zone moves the day', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/settings');
  await page.getByLabel('Current password').fill('not-this');
  await page.getByLabel('New password').fill('glaze-9000');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await page.getByRole('main').getByText('The current password is not right').waitFor();
  const current = page.getByLabel('Current password');
  await current.and(page.locator('[aria-invalid=true]:focus')).waitFor();
  await page.getByLabel('Current password').fill(marta.password);
  await page.getByRole('button', { name: 'Change Password' }).click();
  await page.getByText('Password updated successfully').waitFor();
  const body = { username: 'marta', password: 'glaze-9000' };
  await marta.call('POST /api/auth/login', { body });

  await page.getByRole('combobox', { name: 'Time zone' }).selectOption('Asia/Tokyo');
  await page.getByText('Your days begin at midnight in Asia/Tokyo.').waitFor();
  const { user } = await marta.call('GET /api/auth/profile');
  assert.equal(user.time_zone, 'Asia/Tokyo');
  // Every time is in that zone at once, and says so on hover, because the browser's own is another.
  const created = page.locator(`time[datetime="${user.created_at}"][title$=", Asia/Tokyo"]`);
  const tokyo = new Date(Date.parse(user.created_at) + 9 * 3_600_000).toISOString();
  await created.getByText(tokyo.slice(11, 16)).waitFor();
});

test('an expired subscription says so and keeps Save off; axe finds nothing', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  await connectMachine(site.url, marta);
  await changeUser(site, marta, "subscription_end_date = '2020-01-01'");
  for (const look of LOOKS) {
    const page = await openPage(t, { url: site.url, token: marta.token, ...look });
    await page.goto('/settings');
    await page
      .getByText('Subscription Required - Your subscription has expired. Please renew to access settings.')
      .waitFor();
    await page.getByRole('button', { name: 'Save Settings' }).focus();
    await page.getByRole('tooltip').getByText('Renew to save settings').waitFor();
    await page.getByRole('button', { name: 'Revoke studio-mac' }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    // Paper is white, whatever the screen is, and has no controls.
    await page.emulateMedia({ media: 'print' });
    assert.deepEqual(await colours(page), { ink: 'rgb(23, 27, 36)', paper: 'rgb(255, 255, 255)' });
    assert.equal(await page.getByRole('button').filter({ visible: true }).count(), 0);
    await page.emulateMedia({ media: 'screen' });
    await closePage(page);
  }
});

/** The colours of the page's text and background. */
function colours(page: Page): Promise<{ ink: string; paper: string }> {
  return page.evaluate(() => ({
    ink: getComputedStyle(document.querySelector('h2') ?? document.body).color,
    paper: getComputedStyle(document.body).backgroundColor,
  }));
}

/** Enrols a machine, asks for work once, and returns its token. */
async function connectMachine(url: string, { call }: Visitor): Promise<string> {
  const { agent_token } = await call('POST /api/agent/enrol', {
    body: { machine_name: 'studio-mac', platform: 'macOS', agent_version: '1.4.0' },
  });
  assert.equal((await work(url, agent_token)).status, 200);
  return agent_token;
}

function work(url: string, token: string): Promise<Response> {
  return fetch(`${url}/api/agent/work`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ capacity: 0, wait_seconds: 0, profile_paths: [] }),
  });
}
