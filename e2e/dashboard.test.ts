import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { signUpAdmin } from './testing/administrator.ts';
import { axeViolationsInBothSchemes, openPage, violationsInLooks, visit } from './testing/browser.ts';
import { colourOf } from './testing/colour.ts';
import { makeParts, startCampaign } from './testing/parts.ts';
import { startScriptedAgent } from './testing/scripted-agent.ts';
import { startSite } from './testing/site.ts';

const PRACTICE = { PRACTICE_URL: 'http://127.0.0.1:9' };

test('the figures, the campaign and its profile change while messages are sent', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  await startCampaign(marta, { ...(await makeParts(marta)), name: 'Kiln open' });
  const agent = await startScriptedAgent(site, marta);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/dashboard');
  await figure(page, 'Total Campaigns', '1', '1 running');
  await figure(page, 'Pending', '3', 'still to send');
  await page.getByText('Connected', { exact: true }).waitFor();
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'kiln.club' }) });
  for (const [name, path] of [
    ['New Campaign', '/campaigns'],
    ['Add Profile', '/profiles'],
    ['Create Template', '/templates'],
    ['Add Recipients', '/lists'],
  ] as const)
    await page
      .getByRole('link', { name })
      .and(page.locator(`[href="${path}"]`))
      .waitFor();
  await page.getByRole('heading', { name: 'All-Time Profile Performance' }).waitFor();
  await page.getByText('Profile performance across all campaigns').waitFor();
  await page.getByPlaceholder('Search profiles...').waitFor();
  await page.getByRole('link', { name: 'View all' }).and(page.locator('[href="/campaigns"]')).waitFor();
  const sizes = page.getByLabel('Rows per page');
  assert.equal(await sizes.inputValue(), '5');
  assert.deepEqual(
    await sizes.locator('option').evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value)),
    ['5', '10', '20', '50'],
  );
  await card.getByText('Not used yet').waitFor();

  await agent.deliver('sent');
  await figure(page, 'Messages Sent', '1', '100.0% of all attempts');
  await card.getByText('100.0%').first().waitFor();
  assert.equal(await colourOf(page, '100.0%'), 'green');
  await page.getByRole('img', { name: '1 sent, 0 failed, 2 pending of 3' }).waitFor();
  await agent.deliver('not_found');
  await figure(page, 'Failed Messages', '1', '1 not found');
  await figure(page, 'Pending', '1', 'still to send');
  await card.getByText('50.0%').first().waitFor();
  assert.equal(await colourOf(page, '50.0%'), 'red');
  await card.getByText('success').waitFor();
  await agent.deliver('blocked');
  await card.getByText('More', { exact: true }).click();
  for (const fact of ['Sent1', 'Failed1', 'Blocked1', 'Total actions3', 'Efficiency33.3%', 'Campaigns1'])
    await card
      .locator('dl > div')
      .filter({ hasText: new RegExp(`^${fact}$`) })
      .waitFor();
  await card
    .locator('dl > div')
    .filter({ hasText: /^First action\d\d-\d\d-\d{4} \d\d:\d\d$/ })
    .filter({ has: page.getByTitle('just now') })
    .waitFor();

  const chart = page.getByRole('img', { name: /^Messages a day/ });
  // Firefox only stops there on Tab with this attribute.
  assert.equal(await chart.getAttribute('tabindex'), '0');
  await chart.press('End');
  await page.getByRole('img', { name: /: 1 sent, 1 failed$/ }).waitFor();
  await page.getByRole('link', { name: 'View details of Kiln open' }).press('Enter');
  await page.getByRole('heading', { name: 'Kiln open', level: 1 }).waitFor();
});

test('before the first campaign the steps to it are ticked as they are done', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'No campaigns yet' }).waitFor();
  assert.equal(await page.getByRole('img', { name: /^Messages a day/ }).count(), 0, 'no empty chart');
  await page.getByRole('button', { name: 'Create your first campaign' }).focus();
  await page
    .getByRole('tooltip')
    .getByText('First add an active profile, write a template and fill a list')
    .waitFor();

  await makeParts(marta);
  await page.reload();
  await page.getByText('3 recipients', { exact: true }).waitFor();
  const ticks = page.getByRole('img', { name: 'Done' });
  await ticks.nth(2).waitFor();
  assert.equal(await ticks.count(), 3, 'only the agent is missing');
  await page.getByRole('link', { name: 'Create your first campaign' }).click();
  await page.waitForURL('**/campaigns/new');
});

test('dates are picked by keyboard, kept in the address and reset; invalid dates are errors', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  await startCampaign(marta, { ...(await makeParts(marta)), name: 'Kiln open' });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/dashboard');
  await page.getByText('Select date range', { exact: true }).waitFor();
  await figure(page, 'Messages Sent', '0', 'no attempts yet');
  assert.equal(await page.getByRole('img', { name: /^Messages a day/ }).count(), 0, 'no empty chart');
  // An empty field is blank on paper.
  const field = page.getByRole('button', { name: 'Date range: Select date range' });
  await page.emulateMedia({ media: 'print' });
  await field.waitFor({ state: 'hidden' });
  await page.emulateMedia({ media: 'screen' });
  await field.press('Enter');
  await page.getByRole('button', { name: 'Previous month' }).press('Enter');
  await page.getByRole('button', { name: /^10 / }).press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.waitForURL(/start_date=\d{4}-\d\d-10&end_date=\d{4}-\d\d-11/);
  await page.getByRole('button', { name: /^Date range: 10\/\d\d\/\d{4} – 11\/\d\d\/\d{4}$/ }).waitFor();
  await figure(page, 'Total Campaigns', '0', 'none under way');
  await page.getByLabel('Sort Profiles By').selectOption('Success rate, lowest');
  await page.waitForURL(/sort_by=success_rate_asc/);

  await page.getByRole('button', { name: 'Reset' }).click();
  await page.waitForURL(/dashboard$/);
  await figure(page, 'Total Campaigns', '1', '1 running');
  await visit(page, '/dashboard?start_date=2026-02-31');
  await page.getByText('Date input not valid.').waitFor();
  await figure(page, 'Total Campaigns', '1', '1 running');
});

test('one day alone is an open range, from the calendar too', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  await startCampaign(marta, { ...(await makeParts(marta)), name: 'Kiln open' });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/dashboard');
  const field = page.getByRole('button', { name: /^Date range: / });
  const day = page.getByRole('button', { name: /^10 / });
  await field.click();
  await page.getByRole('button', { name: 'Previous month' }).click();
  await day.click();
  await page.keyboard.press('Escape');
  await page.waitForURL(/\?start_date=\d{4}-\d\d-10$/);
  const from = page.getByRole('button', { name: /^Date range: from 10\/\d\d\/\d{4}$/ });
  await from.getByText(/^from 10\/\d\d\/\d{4}$/).waitFor();
  // Opening and closing the calendar, by its field or by Escape, changes nothing.
  await field.click();
  await day.waitFor();
  await field.click();
  await day.waitFor({ state: 'detached' });
  await field.click();
  await day.waitFor();
  await page.keyboard.press('Escape');
  await day.waitFor({ state: 'detached' });
  await from.waitFor();
  assert.match(page.url(), /\?start_date=\d{4}-\d\d-10$/);
  await page.getByRole('button', { name: 'Clear the dates' }).click();
  await page.waitForURL(/dashboard$/);
});

test('a failed fetch is only logged: the last numbers stay, and Retry brings the new ones', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  await startCampaign(marta, { ...(await makeParts(marta)), name: 'Kiln open' });
  const page = await openPage(t, { url: site.url, token: marta.token });
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.goto('/dashboard');
  await figure(page, 'Total Campaigns', '1', '1 running');

  const broken = /\/dashboard-stats|\/profiles\/performance|\/api\/lists/;
  await page.route(broken, (route) =>
    route.fulfill({ status: 500, json: { error: 'Something went wrong' } }),
  );
  await page.goto('/dashboard?start_date=2026-01-01&end_date=2026-01-02');
  await page.getByText('The dashboard could not be brought up to date.').waitFor();
  // If nothing was ever fetched, the place of the rows says so.
  await page.getByRole('heading', { name: 'The profile performance could not be fetched' }).waitFor();
  await page.getByRole('heading', { name: 'Your campaigns could not be fetched' }).waitFor();
  // It asks once, without repeating.
  await page.waitForLoadState('networkidle');
  assert.equal(await page.getByRole('alert').count(), 2);
  for (const words of ['Error fetching dashboard data', 'Error fetching profile performance'])
    assert.ok(logged.some((line) => line.startsWith(words)));
  await page.unroute(broken);
  await page.getByRole('button', { name: 'Retry' }).first().click();
  await figure(page, 'Total Campaigns', '0', 'none under way');
  await page.getByRole('link', { name: 'View details of Kiln open' }).waitFor();
});

test('an administrator sees everybody’s numbers first, and no missing agent before they have a profile', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const ida = await signUpAdmin(site, 'ida');
  await startCampaign(marta, { ...(await makeParts(marta)), name: 'Kiln open' });
  await marta.call('POST /api/support', {
    body: { subject: 'Paid twice', description: 'In November', priority: 'urgent', category: 'billing' },
  });
  const page = await openPage(t, { url: site.url, token: ida.token });
  await page.goto('/dashboard');
  const figures = page.getByRole('region', { name: "Everybody's figures" });
  await figures.getByText('of 1 user, 1 stands still').waitFor();
  await page.getByText('Running · waits for the agent', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Extend' }).first().waitFor();
  await page.getByText('Connected', { exact: true }).waitFor();
  assert.equal(await page.getByText('No agent', { exact: true }).count(), 0);
  assert.equal(await page.getByText('No campaigns yet').count(), 0, 'an administrator is no customer');
  assert.deepEqual(await axeViolationsInBothSchemes(page), []);
  await page.getByRole('button', { name: 'Take' }).press('Enter');
  await page.getByText('You', { exact: true }).waitFor();

  await ida.call('POST /api/profiles', { body: { profile_name: 'mine', profile_path: '/p/mine' } });
  await page.route('**/api/dashboard/overview', async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, disk_free: 840_000_000 } });
  });
  await page.reload();
  await page
    .getByRole('region', { name: "The server's disk is almost full." })
    .getByText('840.0 MB')
    .waitFor();
  await page.getByText('No campaigns yet').waitFor();
  await page.getByRole('link', { name: 'No agent' }).waitFor();
  await figures.waitFor();
});

test('axe finds nothing on the dashboard, with and without its calendar', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  await startCampaign(marta, { ...(await makeParts(marta)), name: 'Kiln open' });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'View details of Kiln open' }).waitFor();
  await page.getByRole('heading', { name: 'kiln.club' }).waitFor();
  assert.deepEqual(await violationsInLooks(page), []);
  await page.getByRole('button', { name: /^Date range/ }).click();
  await page.getByRole('button', { name: 'Previous month' }).waitFor();
  assert.deepEqual(await violationsInLooks(page), []);
});

/** Waits until a figure and the note below it have these texts. */
async function figure(page: Page, label: string, value: string, note: string): Promise<void> {
  const figures = page.getByRole('region', { name: 'Figures' });
  const words = new RegExp(`^${label}${value}${note}$`);
  await figures.locator('dl > div').filter({ hasText: words }).waitFor();
}
