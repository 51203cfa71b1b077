import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeViolations, openPage, violationsInLooks, visit } from './testing/browser.ts';
import { makeParts } from './testing/parts.ts';
import { startScriptedAgent } from './testing/scripted-agent.ts';
import { startSite } from './testing/site.ts';
import { changeWhoAndWhen } from './testing/who-and-when.ts';

const PRACTICE = { PRACTICE_URL: 'http://127.0.0.1:9' };

/** A campaign that waits for its start, and how its page is opened. */
async function waiting(t: Parameters<typeof startSite>[0]) {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const { campaign } = await marta.call('POST /api/campaigns', {
    body: { ...(await makeParts(marta)), name: 'Raku night' },
  });
  const passes = (hours: number) =>
    site.database.pool.query(`update campaigns set start_at = now() - $1 * interval '1 hour'`, [hours]);
  return { site, marta, id: campaign.id, passes };
}

test('a campaign is scheduled by keyboard, shown everywhere, and waits for Start again', async (t) => {
  const { site, marta, id } = await waiting(t);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/campaigns/${id}`);
  const more = page.getByRole('button', { name: 'More', exact: true });
  await more.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Schedule' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'When does Raku night start?' });
  await dialog.getByLabel('Day').and(page.locator(':focus')).waitFor();
  await dialog.getByText(/, in \d+ (?:d|h|min)/).waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await dialog.getByLabel('Day').fill('01-01-2020');
  await dialog.getByText('The start must be at least a minute ahead').waitFor();
  await dialog.getByLabel('Day').press('Enter');
  await dialog.getByText('The start must be at least a minute ahead').waitFor();
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await dialog.getByLabel('Day').fill(tomorrow);
  await dialog.getByLabel('Time').fill('09:30');
  const refused = { status: 409, json: { error: 'Only a campaign that has not started can be scheduled.' } };
  await page.route('**/schedule', (route) => route.fulfill(refused));
  await dialog.getByLabel('Time').press('Enter');
  await page.getByText(refused.json.error).waitFor();
  assert.equal(await page.getByText(refused.json.error).count(), 1);
  await page.unroute('**/schedule');
  await dialog.getByLabel('Time').press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(/^Starts \w{3} \d\d-\d\d at 09:30, in /).waitFor();
  await page.getByText('Scheduled', { exact: true }).waitFor();
  assert.deepEqual(await axeViolations(page), []);
  const { campaign } = await marta.call('GET /api/campaigns/{id}', { params: { id } });
  assert.equal(campaign.stage, 'scheduled');
  await page.getByRole('link', { name: 'See the plan' }).click();
  await page.getByRole('heading', { name: 'Plan of Raku night' }).waitFor();
  await page.getByText('Scheduled', { exact: true }).waitFor();

  await visit(page, '/campaigns');
  await page.getByRole('tab', { name: 'Scheduled 1' }).click();
  await page
    .getByRole('row')
    .filter({ hasText: 'Raku night' })
    .getByText(/at 09:30$/)
    .waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await page.getByRole('button', { name: 'More for Raku night' }).click();
  await page.getByRole('menuitem', { name: 'Schedule' }).click();
  assert.equal(await dialog.getByLabel('Time').inputValue(), '09:30');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More for Raku night' }).click();
  await page.getByRole('menuitem', { name: 'Plan' }).click();
  await page.getByRole('heading', { name: 'Plan of Raku night' }).waitFor();

  await visit(page, `/campaigns/${id}`);
  await page.getByRole('button', { name: 'Do not start' }).click();
  await page.getByText('It waits for Start again.').waitFor();
  await page.getByText('Pending', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
});

test('outside the sending hours a campaign says until when it waits, as nothing that needs somebody', async (t) => {
  const { site, marta, id } = await waiting(t);
  const other = (((new Date().getUTCDay() || 7) + 2) % 7) + 1;
  await marta.call('PUT /api/settings', { body: { hours: [{ day: other, from: '09:00', to: '10:00' }] } });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/campaigns/${id}`);
  await page.getByRole('link', { name: 'See the plan' }).waitFor();
  await page.getByText(/^Ends between \w{3} \d\d-\d\d 09:00 and \d\d:\d0$/).waitFor();
  assert.equal(await page.getByText(/^Will take about/).count(), 0);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  const notice = page.getByRole('region', { name: 'Waiting.' });
  // The countdown is told alone.
  await page.getByText(/^Running · starts in 0:0\d$/).waitFor();
  assert.equal(await notice.count(), 0);
  await notice
    .getByText(/Outside the sending hours\. Goes on \w{3} \d\d-\d\d at 09:00 by itself\./)
    .waitFor();
  assert.equal(await notice.getAttribute('data-tone'), 'pending');
  await page.getByText(/^Running · until \w{3} 09:00$/).waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await notice.getByRole('link', { name: 'Change hours' }).click();
  await page.getByRole('checkbox', { name: 'Monday' }).waitFor();

  await marta.call('PUT /api/settings', { body: { hours: null, profile_cap_day: 20 } });
  await site.database.pool.query(
    `update profiles set begun_today = 20, counted_day = (now() at time zone 'UTC')::date`,
  );
  // Without an agent, a wait that ends within the hour is not the reason, and midnight may be near.
  await startScriptedAgent(site, marta, ['/p/kiln.club']);
  await page.goto(`/campaigns/${id}`);
  const row = page.getByRole('table', { name: 'Profile Performance' }).getByRole('row').last();
  await row.getByRole('cell', { name: '20 of 20', exact: true }).waitFor();
  await row.getByText('20 of 20 today, again at 00:00').waitFor();
  assert.deepEqual(await axeViolations(page), []);
});

test('a campaign whose moment has passed asks, and starts when told to', async (t) => {
  const { site, marta, id, passes } = await waiting(t);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/campaigns/${id}`);
  await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
  await passes(3);
  await page.getByText(/^Was to start \w{3} \d\d-\d\d at \d\d:\d\d, while the server was off\.$/).waitFor();
  await page.getByText('Was to start', { exact: true }).waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await visit(page, '/campaigns');
  await page.getByRole('tab', { name: 'Need you 1' }).click();
  await page.getByText(/, not started$/).waitFor();
  await visit(page, '/dashboard');
  await page
    .getByRole('region', { name: 'Stand still' })
    .getByText(/^Raku night was to start /)
    .waitFor();
  await page.getByText('The server was off at that moment. 3 people wait.').waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await visit(page, `/campaigns/${id}`);
  await page.getByRole('button', { name: 'Choose another time' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click();
  await page.getByText(/^Starts \w{3} /).waitFor();
  await passes(3);
  await page.getByRole('button', { name: 'Start now' }).click();
  await page.getByText('Campaign started.').waitFor();
  // The log still says it.
  assert.equal(await page.getByText('Was to start', { exact: true }).count(), 0);
});

test('a scheduled and an overdue campaign look right at every width, in dark and in forced colours', async (t) => {
  const { site, marta, id, passes } = await waiting(t);
  const start_at = new Date(Date.now() + 60_000_000).toISOString();
  await marta.call('PUT /api/campaigns/{id}/schedule', { params: { id }, body: { start_at } });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/campaigns/${id}`);
  await page
    .getByText(/^Starts /)
    .first()
    .waitFor();
  assert.deepEqual(await violationsInLooks(page), []);
  await passes(3);
  await page.getByText(/while the server was off/).waitFor();
  assert.deepEqual(await violationsInLooks(page), []);
});

test('with a later start chosen, a campaign is created without it only when told so', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  await makeParts(marta);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/campaigns/new');
  await page.getByLabel('Campaign name').fill('Raku night');
  await page.getByRole('button', { name: 'Create campaign' }).waitFor();
  await changeWhoAndWhen(page);
  await page.getByText('Later', { exact: true }).click();
  await page.getByText(/, in \d+ (?:d|h|min)/).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Create campaign' }).count(), 0);
  await page.getByRole('button', { name: 'Create without scheduling' }).click();
  await page.getByText('Campaign created, not scheduled. Press Start to begin sending.').waitFor();
  const { campaigns } = await marta.call('GET /api/campaigns');
  assert.deepEqual(
    campaigns.map(({ stage, start_at }) => [stage, start_at]),
    [[null, null]],
  );
});

test('a new campaign is created with its start, its last moment, its hours and its cap', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  await makeParts(marta);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/campaigns/new');
  await page.getByLabel('Campaign name').fill('Raku night');
  await page.getByText('Everybody pending, at any time, at your pace').waitFor();
  await page.getByRole('button', { name: 'Create and start' }).waitFor();
  await changeWhoAndWhen(page);
  await page.getByText('Later', { exact: true }).click();
  await page.getByLabel('Begins: time').fill('09:30');
  await page.getByText(/, in \d+ (?:d|h|min)/).waitFor();
  await page.getByRole('button', { name: 'Set a last moment' }).click();
  await page.getByText('Fewer, for this campaign').click();
  await page.getByLabel('At most a day').fill('0');
  assert.deepEqual(await violationsInLooks(page), []);
  await page.getByRole('button', { name: 'Create and schedule' }).click();
  await page.getByText('A cap per day must be a whole number from 1 to 100000').first().waitFor();
  await page.getByLabel('At most a day').fill('30');
  await page.getByRole('button', { name: 'Create and schedule' }).click();
  await page.getByText('Campaign created and scheduled.').waitFor();
  await page.getByText('Mon–Fri 09:00–18:00').waitFor();
  await page.getByText(/^Starts \w{3} \d\d-\d\d at 09:30, in /).waitFor();
  const { campaigns } = await marta.call('GET /api/campaigns', { query: { status: 'scheduled' } });
  assert.deepEqual(
    campaigns.map(({ cap_day, hours, not_after }) => [cap_day, hours?.length, not_after !== null]),
    [[30, 5, true]],
  );
});

test('another time zone says first what becomes of a scheduled start, and can be left', async (t) => {
  const { site, marta, id } = await waiting(t);
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const start_at = `${day}T23:30:00.000Z`;
  await marta.call('PUT /api/campaigns/{id}/schedule', { params: { id }, body: { start_at } });
  const zoneOf = async () => (await marta.call('GET /api/auth/profile')).user.time_zone;
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/settings/account?line=time-zone');
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  const card = page.getByRole('region', { name: 'Time zone' });
  await page.waitForLoadState('networkidle');
  const own = await zoneOf();
  await zone.selectOption('Asia/Tokyo');
  await card
    .getByText(
      /^1 scheduled campaign keeps its moment: \w{3} \d\d-\d\d 23:30 becomes \w{3} \d\d-\d\d 08:30\.$/,
    )
    .waitFor();
  assert.deepEqual(await violationsInLooks(page), []);
  assert.equal(await zoneOf(), own);
  await card.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  const change = card.getByRole('button', { name: 'Change Time zone' });
  await change.and(page.locator(':focus')).waitFor();
  await change.click();
  assert.equal(await zone.inputValue(), own);
  await zone.selectOption('Asia/Tokyo');
  await card.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your days begin at midnight in Asia/Tokyo.').waitFor();
  await zone.waitFor({ state: 'detached' });
  assert.equal(await zoneOf(), 'Asia/Tokyo');
  await marta.call('PUT /api/auth/profile', { body: { time_zone: own } });
  const { campaign } = await marta.call('GET /api/campaigns/{id}', { params: { id } });
  assert.equal(campaign.start_at, start_at);
});
