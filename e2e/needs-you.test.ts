import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, violationsInLooks } from './testing/browser.ts';
import { makeParts, startCampaign } from './testing/parts.ts';
import { startScriptedAgent } from './testing/scripted-agent.ts';
import { startSite } from './testing/site.ts';

const PRACTICE = { PRACTICE_URL: 'http://127.0.0.1:9' };
const BANNER = 'The field cannot be written in: <div> "We use cookies" covers it.';
const YEAR_AHEAD = `update users set subscription_end_date = now() + interval '1 year'`;

test('the dashboard lists what waits for a person, each with its one action, and nothing otherwise', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  await site.database.pool.query(YEAR_AHEAD);
  const id = await startCampaign(marta, { ...(await makeParts(marta)), name: 'Kiln open' });
  const agent = await startScriptedAgent(site, marta);
  const page = await openPage(t, { url: site.url, token: marta.token });
  // With a first work call it counts as connected, and the campaign sends.
  await agent.deliver('unknown');
  await page.goto('/dashboard');
  const card = page.getByRole('region', { name: 'Needs you' });
  const toLookAt = card.getByRole('region', { name: 'To look at' });
  await toLookAt.getByText('1 unclear').waitFor();
  assert.equal(await card.getByRole('region', { name: 'Stand still' }).count(), 0);

  await agent.deliver('blocked');
  const standing = card.getByRole('region', { name: 'Stand still' }).getByRole('listitem');
  await standing.getByText('Its profile is blocked. 2 people wait.').waitFor();
  await standing.getByRole('link', { name: 'Look' }).waitFor();
  // Once, under the campaign that it stops.
  assert.equal(await toLookAt.getByRole('listitem').count(), 1);
  await toLookAt.getByText('1 unclear').waitFor();
  // New Campaign stays the one filled button of the dashboard.
  const filled = page.locator('main .mantine-Button-root:not([data-variant])');
  assert.deepEqual(await filled.allInnerTexts(), ['New Campaign']);

  const { profiles } = await marta.call('GET /api/profiles');
  const [profile] = profiles;
  assert.ok(profile);
  await marta.call('PUT /api/profiles/{id}/resume', { params: { id: profile.id } });
  await page.reload();
  await standing.getByText('A profile of it can send again.').waitFor();
  await standing.getByRole('button', { name: 'Start' }).press('Enter');
  await page.getByText('Campaign started.').waitFor();
  await standing.waitFor({ state: 'detached' });

  await agent.reportOpen([profile.profile_path]);
  const recent = page.getByRole('listitem').filter({ hasText: '1 failed' });
  await recent.getByText('Running · waits for kiln.club’s window', { exact: true }).waitFor();
  await standing.getByRole('button', { name: 'Close window' }).press('Enter');
  await agent.carryOut('close');
  await agent.reportOpen([]);
  await standing.waitFor({ state: 'detached' });
  await recent.getByText('Running', { exact: true }).waitFor();

  await toLookAt.getByRole('link', { name: 'Settle' }).click();
  await page.waitForURL(`**/campaigns/${id}/recipients?state=uncertain`);
  await marta.call('POST /api/campaigns/{id}/recipients/settle', {
    params: { id },
    body: { outcome: 'sent' },
  });
  // An obstacle is told in the page's words, also where other profiles go on.
  await site.database.pool.query(
    `update profiles set faulted_at = now(), fault_until = now() + interval '10 minutes', fault_kind = 'obstacle', fault_reason = $1`,
    [BANNER],
  );
  await page.goto('/dashboard');
  const met = toLookAt.getByRole('listitem').filter({ hasText: BANNER });
  await met.getByText('kiln.club cannot go on').waitFor();
  await met.getByRole('button', { name: 'Try again' }).press('Enter');
  await page.getByText('kiln.club is tried again.').waitFor();
  await met.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'View details of Kiln open' }).waitFor();
  assert.equal(await card.count(), 0);
});

test('events since the previous visit are shown, also if nothing needs the user', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  await site.database.pool.query(YEAR_AHEAD);
  await startCampaign(marta, { ...(await makeParts(marta)), name: 'Kiln open' });
  await marta.call('GET /api/dashboard/needs-you', { query: { here: '1' } });
  await site.database.pool.query(`update visits set here_at = here_at - interval '2 days'`);
  const agent = await startScriptedAgent(site, marta);
  for (const outcome of ['sent', 'not_found', 'sent'] as const) await agent.deliver(outcome);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/dashboard');
  await page.getByText(/^Since \w+day \d\d:\d\d: 2 sent, 1 failed, Kiln open ended$/).waitFor();
  assert.equal(await page.getByRole('region', { name: 'Needs you' }).count(), 0);
});

test('the card is readable on both screens in both schemes, and axe finds nothing', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  await startCampaign(marta, { ...(await makeParts(marta, ['kiln.club', 'market'])), name: 'Kiln open' });
  await startScriptedAgent(site, marta);
  await site.database.pool.query(`update agents set last_seen_at = now() - interval '3 days'`);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Start agent' }).waitFor();
  await page.getByText('Subscription ends in 13 days').waitFor();
  await page.getByRole('heading', { name: 'kiln.club' }).waitFor();
  assert.deepEqual(await violationsInLooks(page), []);
});
