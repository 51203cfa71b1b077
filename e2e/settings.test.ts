import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { axeViolations, openPage, violationsInLooks, visit } from './testing/browser.ts';
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

  // A line by itself: what holds, and its fields once they are asked for.
  await page.getByRole('link', { name: 'Sending', exact: true }).press('Enter');
  await page.getByRole('link', { name: 'Sending', exact: true }).and(page.locator(':focus')).waitFor();
  const twice = page.getByRole('region', { name: 'Never write to the same person twice' });
  await twice.getByText('Off: a campaign writes to everyone pending in its list').waitFor();
  const days = page.getByLabel('For how many days');
  assert.equal(await days.count(), 0);
  const change = twice.getByRole('button', { name: 'Change' });
  await change.press('Enter');
  assert.equal(await days.isDisabled(), true);
  const skip = page.getByLabel('Skip people who were messaged');
  await skip.and(page.locator(':focus')).waitFor();
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.focus();
  await page.getByRole('tooltip').getByText('Nothing is changed yet').waitFor();
  await skip.press('Space');
  await days.fill('0');
  await save.press('Enter');
  await page.getByText('Days must be between 1 and 3650').first().waitFor();
  // Another tab saved its pace in the meantime.
  await marta.call('PUT /api/settings', { body: { ...pace, delay_end: 380 } });
  await days.fill('60');
  // Another line would close this one, and so would Cancel.
  const discard = page.getByRole('dialog', { name: 'Discard what you changed?' });
  for (const press of [
    page.getByRole('button', { name: 'Change Limits' }),
    twice.getByRole('button', { name: 'Cancel' }),
  ]) {
    await press.press('Enter');
    await discard.getByRole('button', { name: 'Keep editing' }).press('Enter');
    await discard.waitFor({ state: 'detached' });
    assert.equal(await days.inputValue(), '60');
  }
  await days.press('Enter');
  await page.getByText('Nobody is written to twice within 60 days.').waitFor();
  await change.and(page.locator(':focus')).waitFor();
  await twice.getByText('On: nobody is written to within 60 days after a message').waitFor();
  assert.equal((await marta.call('GET /api/settings')).settings.never_twice_days, 60);
  assert.equal((await marta.call('GET /api/settings')).settings.delay_end, 380);

  // A list accepts addresses once they are chosen. Saving the pace next keeps that, and also another tab's change made
  // while it was typed.
  await visit(page, '/settings/people?line=names');
  await page.getByRole('combobox', { name: 'Recipient format' }).selectOption('Addresses');
  await save.press('Enter');
  await page.getByText('New recipients are addresses.').waitFor();
  await visit(page, '/settings');
  await start.fill('360');
  await marta.call('PUT /api/settings', { body: { ...pace, delay_end: 390, never_twice_days: 45 } });
  await start.press('Enter');
  await page.getByText('6 min to 6 min 30 s').waitFor();
  await page.getByText('Settings saved successfully').first().waitFor();
  assert.equal((await marta.call('GET /api/settings')).settings.delay_end, 390);
  await page.getByRole('link', { name: 'Sending', exact: true }).click();
  await twice.getByText('within 45 days').waitFor();
  await marta.call('POST /api/lists', { body: { name: 'Club' } });
  await visit(page, '/lists');
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
  await page.goto('/settings/account');
  await page.getByRole('button', { name: 'Show Activity' }).press('Enter');
  const activity = page.getByRole('table', { name: 'Activity' });
  await activity.getByText('Settings changed').first().waitFor();
  await activity.getByText('delay end: 380 → 390').waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await page.getByRole('region', { name: 'Sessions' }).getByText('2 browsers').waitFor();
  await page.getByRole('button', { name: 'Show Sessions' }).press('Enter');
  await activity.waitFor({ state: 'detached' });
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

test('a script that works with the login token is marked, with what removing it does', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token });
  assert.equal((await work(site.url, marta.token)).status, 200);
  await page.goto('/settings/agents');
  await page.getByRole('banner').getByText('Your own script', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Show Machines' }).press('Enter');
  const row = page.getByRole('row', { name: /Your own script/ });
  await row.getByText('Works with your login token', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Remove Your own script' }).click();
  const question = page.getByRole('dialog', { name: 'Remove Your own script?' });
  await question.getByText('a script that still runs comes back with its next call').waitFor();
  await question.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('main').getByText('No agent yet').waitFor();
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
  await page.goto('/settings/agents?line=machines');
  const machines = page.getByRole('region', { name: 'Machines' });
  await machines.getByText('No agent yet').waitFor();
  await page.getByText('Connected', { exact: true }).waitFor();
  const agentToken = await connectMachine(site.url, marta);
  await machines.getByText('studio-mac is connected').waitFor();
  await page.getByRole('row', { name: /studio-mac.*Connected/ }).waitFor();
  await page.getByRole('button', { name: 'Revoke studio-mac' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await machines.getByText('No agent yet').waitFor();
  assert.equal((await work(site.url, agentToken)).status, 401);
});

test('a wrong own password is reported at its field, the right one changes it; the zone moves the day', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.addInitScript(mistakeTokyo);
  await page.goto('/settings/account?line=password');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await page.getByLabel('Current password').fill('not-this');
  await page.getByLabel('New password').fill('glaze-9000');
  await save.click();
  await page.getByRole('main').getByText('The current password is not right').waitFor();
  const current = page.getByLabel('Current password');
  await current.and(page.locator('[aria-invalid=true]:focus')).waitFor();
  await page.getByLabel('Current password').fill(marta.password);
  await save.click();
  await page.getByText('Password updated successfully').waitFor();
  const body = { username: 'marta', password: 'glaze-9000' };
  await marta.call('POST /api/auth/login', { body });

  await page.getByRole('button', { name: 'Change Time zone' }).click();
  await page.getByRole('combobox', { name: 'Time zone' }).selectOption('Asia/Tokyo');
  await save.click();
  await page.getByText('Your days begin at midnight in Asia/Tokyo.').waitFor();
  const { user } = await marta.call('GET /api/auth/profile');
  assert.equal(user.time_zone, 'Asia/Tokyo');
  await page.getByRole('link', { name: 'General', exact: true }).click();
  // Every time is in that zone at once, as the server knows it, and says so on hover: the browser's own is another.
  const created = page.locator(`time[datetime="${user.created_at}"][title$=", Asia/Tokyo"]`);
  const tokyo = new Date(Date.parse(user.created_at) + 9 * 3_600_000).toISOString();
  await created.getByText(tokyo.slice(11, 16)).waitFor();
});

/** A browser that knows other rules for a zone than the server. */
function mistakeTokyo(): void {
  const { DateTimeFormat } = Intl;
  Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
    construct: (target, [locale, options]) =>
      new target(
        locale,
        options?.timeZone === 'Asia/Tokyo' ? { ...options, timeZone: 'Asia/Kathmandu' } : options,
      ),
  });
}

test('an expired subscription says so and keeps Save off; axe finds nothing', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  await connectMachine(site.url, marta);
  await changeUser(site, marta, "subscription_end_date = '2020-01-01'");
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/settings');
  await page
    .getByText('Subscription Required - Your subscription has expired. Please renew to access settings.')
    .waitFor();
  await page.getByRole('button', { name: 'Save Settings' }).focus();
  await page.getByRole('tooltip').getByText('Renew to save settings').waitFor();
  assert.deepEqual(await violationsInLooks(page), []);
  // What holds can still be looked at.
  await page.getByRole('link', { name: 'Sending', exact: true }).click();
  await page.getByRole('button', { name: 'Change Limits' }).click();
  await page.getByLabel('All together a day').fill('20');
  await page.getByRole('button', { name: 'Save', exact: true }).focus();
  await page.getByRole('tooltip').getByText('Renew to save settings').waitFor();
  await page.getByLabel('All together a day').fill('');
  await visit(page, '/settings/agents?line=machines');
  await page.getByRole('button', { name: 'Revoke studio-mac' }).waitFor();
  assert.deepEqual(await violationsInLooks(page), []);
  // Paper is white, whatever the screen is, and has no controls.
  await page.emulateMedia({ media: 'print' });
  assert.deepEqual(await colours(page), { ink: 'rgb(23, 27, 36)', paper: 'rgb(255, 255, 255)' });
  assert.equal(await page.getByRole('button').filter({ visible: true }).count(), 0);
  await page.emulateMedia({ media: 'screen' });
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
