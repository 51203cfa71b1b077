import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeViolations, openPage, violationsInLooks, visit } from './testing/browser.ts';
import { makeParts, startCampaign } from './testing/parts.ts';
import { startScriptedAgent } from './testing/scripted-agent.ts';
import { startSite } from './testing/site.ts';

const PRACTICE = { PRACTICE_URL: 'http://127.0.0.1:9' };

test('failed fetches of parts are shown with the reason, and fetched again', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.route('**/api/lists*', (route) =>
    route.fulfill({ status: 500, json: { error: 'The database sleeps.' } }),
  );
  await page.goto('/campaigns/new');
  await page
    .getByRole('alert')
    .getByText('Failed to fetch templates, profiles, and lists: The database sleeps.')
    .waitFor();
  await page.unroute('**/api/lists*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByLabel('Campaign name').waitFor();
});

test('a press before the profiles are fetched waits for them', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  await makeParts(marta);
  const page = await openPage(t, { url: site.url, token: marta.token });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  // The picker's own call; the page counts the active ones by another.
  await page.route(/\/api\/profiles\?(?!.*is_active)/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/campaigns/new');
  await page.getByLabel('Campaign name').fill('Kiln open');
  const press = page.getByRole('button', { name: 'Create campaign', disabled: false });
  await press.click();
  await press.and(page.locator('[aria-busy=true]')).waitFor();
  release();
  await page.getByText('Campaign created. Press Start to begin sending.').waitFor();
});

test('an active profile counts also if a hundred others come before it', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  await makeParts(marta);
  await site.database.pool.query(
    `insert into profiles (user_id, profile_name, profile_path, is_active, created_at)
      select user_id, 'a' || n, '/p/a' || n, false, created_at from profiles, generate_series(1, 120) n`,
  );
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/campaigns');
  await page.getByRole('link', { name: 'Create your first campaign' }).click();
  await page.getByRole('button', { name: 'Create campaign' }).waitFor();
  await page.getByRole('button', { name: 'Create campaign', disabled: false }).waitFor();
  await page.getByText('120 cannot be chosen: 120 switched off.').waitFor();
  await page.getByText('0 of 1 free profiles selected').waitFor();
  await page.getByLabel('Search profiles').fill('kiln');
  await page.getByText('0 selected, 1 free ones match').waitFor();
  await page.getByRole('checkbox', { name: 'kiln.club' }).check();
});

test('the first steps ask for the same parts as the form', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const parts = await makeParts(marta);
  const id = parts.profiles_used[0] ?? 0;
  await marta.call('PUT /api/profiles/{id}/toggle', { params: { id } });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/campaigns');
  for (const path of ['/campaigns', '/dashboard', '/campaigns/new']) {
    await visit(page, path);
    const button = page.getByRole('button', { name: /^Create (your first )?campaign$/ });
    await button.focus();
    await page.getByRole('tooltip').getByText('First add an active profile', { exact: true }).waitFor();
  }
  // The only list is chosen, and it is empty.
  await marta.call('PUT /api/profiles/{id}/toggle', { params: { id } });
  await site.database.pool.query('update lists set pending = 0');
  await page.goto('/campaigns');
  await page.getByRole('link', { name: 'Create your first campaign' }).press('Enter');
  await page.getByRole('button', { name: 'Create campaign', disabled: true }).focus();
  await page.getByRole('tooltip').getByText('Nobody is in Neighbours yet.').waitFor();
  // A campaign whose recipients have all been written to meanwhile cannot be started either.
  await site.database.pool.query('update lists set pending = 3');
  const body = { ...parts, name: 'Kiln open' };
  const { campaign } = await marta.call('POST /api/campaigns', { body });
  await site.database.pool.query("update recipients set status = 'sent'");
  await site.database.pool.query('update lists set pending = 0, sent = 3');
  await visit(page, `/campaigns/${campaign.id}`);
  await page.getByRole('button', { name: 'Start', disabled: true }).focus();
  await page.getByRole('tooltip').getByText('Nobody in this list is left to write to').waitFor();
});

test('an open form follows profiles and lists as they are used elsewhere', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const parts = await makeParts(marta);
  const others = await marta.call('POST /api/lists', { body: { name: 'Bought a mug' } });
  const [recipient, list_id] = ['otto.weld', others.list.id];
  const { recipient: otto } = await marta.call('POST /api/recipients', { body: { list_id, recipient } });
  await marta.call('PUT /api/recipients/{id}/status', { params: { id: otto.id }, body: { status: 'sent' } });
  const agent = await startScriptedAgent(site, marta);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/campaigns/new');
  await page.getByText('1 of 1 free profiles selected').waitFor();
  const lists = page.getByLabel('Recipient list');
  await lists
    .getByText('Bought a mug (1 recipient, nobody left to write to)')
    .and(page.locator(':disabled'))
    .waitFor({ state: 'attached' });
  const id = await startCampaign(marta, { ...parts, name: 'Kiln open' });
  await page.getByText('Sending Kiln open').waitFor();
  await page.getByText('0 of 0 free profiles selected').waitFor();
  await agent.deliver('sent');
  await marta.call('POST /api/campaigns/{id}/stop', { params: { id } });
  await page
    .getByText('0 of 1 free profiles selected')
    .or(page.getByText('1 of 1 free profiles selected'))
    .waitFor();
  await lists.getByText('Neighbours (3 recipients, 2 still to write to)').waitFor({ state: 'attached' });
});

test('an unknown placeholder is reported beside Create and start, and on a pending campaign, with its correction', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const parts = await makeParts(marta);
  const content = 'Hi %username%, the kiln opens, {Username}';
  const { template } = await marta.call('POST /api/templates', { body: { name: 'From a sheet', content } });
  const body = { ...parts, name: 'Pending', message_template_id: template.id };
  const { campaign } = await marta.call('POST /api/campaigns', { body });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/campaigns/${campaign.id}`);
  const notice = page.getByRole('region', { name: '%username% would be sent as it stands.' });
  await notice.waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await notice.getByRole('button', { name: 'Change it to {username}' }).click();
  await notice.waitFor({ state: 'detached' });
  const got = await marta.call('GET /api/campaigns/{id}', { params: { id: campaign.id } });
  assert.equal(got.campaign.template_content, 'Hi {username}, the kiln opens, {Username}');

  await visit(page, '/campaigns/new');
  await page.getByLabel('Message template').selectOption({ label: 'From a sheet' });
  await page.getByText('%username% would be sent as it stands.').waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await page.getByRole('button', { name: 'Change it to {username}' }).click();
  await page.getByText('would be sent as it stands.').waitFor({ state: 'detached' });
  const { templates } = await marta.call('GET /api/templates', {});
  assert.ok(templates.some((one) => one.content === 'Hi {username}, the kiln opens, {Username}'));
});

test('a profile that is blocked and in a running campaign shows both', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const parts = await makeParts(marta, ['kiln.club', 'market_stall']);
  const agent = await startScriptedAgent(site, marta);
  await startCampaign(marta, { ...parts, name: 'Kiln open' });
  await agent.deliver('blocked');
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/campaigns/new');
  const card = page.locator('label').filter({ hasText: 'Blocked' });
  await card.getByText('In Use', { exact: true }).waitFor();
  await visit(page, '/profiles');
  const row = page.getByRole('row').filter({ hasText: 'Blocked' });
  await row.getByRole('link', { name: 'Kiln open' }).waitFor();
  await visit(page, '/dashboard');
  const performance = page
    .getByRole('listitem')
    .filter({ hasText: 'Efficiency' })
    .filter({ hasText: 'Blocked' });
  await performance.getByText('In Use', { exact: true }).waitFor();
  await visit(page, '/unread-checker');
  await card.getByText('In Use', { exact: true }).waitFor();
});

test('who gets a text with fields is counted before the start, with the names of those who do not', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  await makeParts(marta);
  const { list } = await marta.call('POST /api/lists', { body: { name: 'Towns' } });
  await marta.call('POST /api/recipients/import', {
    body: {
      list_id: list.id,
      columns: [{ new_field: 'city', label: 'City' }],
      rows: [
        ['ann', 'Oslo'],
        ['bea', 'Malmö'],
        ['cy', ''],
      ],
    },
  });
  const content = 'Hi {username}, see you in {city}.';
  await marta.call('POST /api/templates', { body: { name: 'Towns', content } });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/campaigns/new');
  await page.getByLabel('Message template').selectOption({ label: 'Towns' });
  await page.getByLabel('Recipient list').selectOption(String(list.id));
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Who gets it' }) });
  await card.getByText('2 of 3 pending people').waitFor();
  await page.getByText('Hi ann, see you in Oslo.').waitFor();
  const reason = card.getByRole('button', { name: 'Nothing for “city” 1' });
  await reason.focus();
  await page.keyboard.press('Enter');
  await card.getByRole('link', { name: 'cy' }).waitFor();
  assert.deepEqual(await violationsInLooks(page), []);
});
