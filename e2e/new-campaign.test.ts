import { test } from 'node:test';
import { openPage } from './testing/browser.ts';
import { makeParts, startCampaign } from './testing/parts.ts';
import { startScriptedAgent } from './testing/scripted-agent.ts';
import { startSite } from './testing/site.ts';

const PRACTICE = { PRACTICE_URL: 'http://127.0.0.1:9' };

test('parts that cannot be fetched are told with the reason, and fetched again', async (t) => {
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

test('a press before the profiles are there waits for them', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  await makeParts(marta);
  const page = await openPage(t, { url: site.url, token: marta.token });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  // The picker's own call: the page counts the active ones by another.
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

test('an active profile counts also where a hundred others stand before it', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  await makeParts(marta);
  await site.database.pool.query(
    `insert into profiles (user_id, profile_name, profile_path, is_active, created_at)
      select user_id, 'a' || n, '/p/a' || n, false, created_at from profiles, generate_series(1, 100) n`,
  );
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/campaigns');
  await page.getByRole('link', { name: 'Create your first campaign' }).click();
  await page.getByRole('button', { name: 'Create campaign' }).waitFor();
  await page.getByRole('button', { name: 'Create campaign', disabled: false }).waitFor();
  await page.getByLabel('Search profiles').fill('kiln');
  await page.getByRole('checkbox', { name: 'kiln.club' }).check();
});

test('the first steps ask for what the form asks for', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const parts = await makeParts(marta);
  const id = parts.profiles_used[0] ?? 0;
  await marta.call('PUT /api/profiles/{id}/toggle', { params: { id } });
  const page = await openPage(t, { url: site.url, token: marta.token });
  for (const path of ['/campaigns', '/dashboard', '/campaigns/new']) {
    await page.goto(path);
    const button = page.getByRole('button', { name: /^Create (your first )?campaign$/ });
    await button.focus();
    await page.getByRole('tooltip').getByText('First add an active profile', { exact: true }).waitFor();
  }
  // A list with nobody in it can be chosen in the form.
  await marta.call('PUT /api/profiles/{id}/toggle', { params: { id } });
  await site.database.pool.query('update lists set pending = 0');
  await page.goto('/campaigns');
  await page.getByRole('link', { name: 'Create your first campaign' }).press('Enter');
  await page.getByRole('button', { name: 'Create campaign', disabled: true }).focus();
  await page.getByRole('tooltip').getByText('Nobody is in Neighbours yet.').waitFor();
  // Nor can one be started whose people have all been written to meanwhile.
  await site.database.pool.query('update lists set pending = 3');
  const body = { ...parts, name: 'Kiln open' };
  const { campaign } = await marta.call('POST /api/campaigns', { body });
  await site.database.pool.query("update recipients set status = 'sent'");
  await site.database.pool.query('update lists set pending = 0, sent = 3');
  await page.goto(`/campaigns/${campaign.id}`);
  await page.getByRole('button', { name: 'Start', disabled: true }).focus();
  await page.getByRole('tooltip').getByText('This list has no pending recipients').waitFor();
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
  await page.goto('/profiles');
  const row = page.getByRole('row').filter({ hasText: 'Blocked' });
  await row.getByRole('link', { name: 'Kiln open' }).waitFor();
  await page.goto('/dashboard');
  const performance = page
    .getByRole('listitem')
    .filter({ hasText: 'Efficiency' })
    .filter({ hasText: 'Blocked' });
  await performance.getByText('In Use', { exact: true }).waitFor();
  await page.goto('/unread-checker');
  await card.getByText('In Use', { exact: true }).waitFor();
});
