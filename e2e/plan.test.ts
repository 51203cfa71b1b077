import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, violationsInLooks, visit } from './testing/browser.ts';
import { makeParts } from './testing/parts.ts';
import { startSite } from './testing/site.ts';

const PRACTICE = { PRACTICE_URL: 'http://127.0.0.1:9' };

test('New campaign says when it ends, by the profiles that are chosen', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const { list_id } = await makeParts(marta, ['kiln.club', 'market']);
  await marta.call('PUT /api/settings', { body: { max_retries: 3, delay_start: 350, delay_end: 450 } });
  const recipients = Array.from({ length: 100 }, (_, index) => `person${index}`);
  await marta.call('POST /api/recipients/bulk', { body: { list_id, recipients } });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/campaigns/new');
  const ends = page.getByText(/^Ends /);
  await page.getByText('103 people', { exact: true }).waitFor();
  await page.getByText('Choose profiles to see when it ends').waitFor();
  await page.getByRole('button', { name: 'Select All' }).click();
  const words = /^Ends [A-Z][a-z]{2} \d\d-\d\d about \d\d:\d0, ± \d+ (?:min|h)$/;
  await ends.filter({ hasText: words }).waitFor();
  const both = (await ends.textContent()) ?? '';
  await page.getByRole('checkbox', { name: 'market' }).uncheck();
  await ends.filter({ hasText: words, hasNotText: both }).waitFor();
});

test('a campaign’s plan has who is written to, each day, and each profile', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const parts = await makeParts(marta, ['kiln.club', 'market']);
  await marta.call('PUT /api/settings', {
    body: { max_retries: 3, delay_start: 350, delay_end: 450, profile_cap_day: 10 },
  });
  const recipients = Array.from({ length: 97 }, (_, index) => `person${index}`);
  await marta.call('POST /api/recipients/bulk', { body: { list_id: parts.list_id, recipients } });
  await marta.call('POST /api/do-not-contact', { body: { recipient: 'person7' } });
  await marta.call('PUT /api/profiles/{id}/toggle', { params: { id: parts.profiles_used[1] ?? 0 } });
  const profiles_used = parts.profiles_used.slice(0, 1);
  const { campaign } = await marta.call('POST /api/campaigns', {
    body: { ...parts, profiles_used, name: 'Raku' },
  });
  const page = await openPage(t, { url: site.url, token: marta.token });
  const { promise: isSeen, resolve: go } = Promise.withResolvers<void>();
  await page.route(`**/api/campaigns/${campaign.id}/plan`, (route) => isSeen.then(() => route.continue()));
  await page.goto(`/campaigns/${campaign.id}/plan`);
  await page.getByRole('status').filter({ hasText: 'Counting…' }).waitFor({ state: 'attached' });
  assert.deepEqual(await violationsInLooks(page), []);
  go();
  await page.getByRole('heading', { name: 'Plan of Raku', level: 1 }).waitFor();
  const who = page
    .getByRole('status')
    .filter({ hasText: '99 people get it · 1 left out: on your do-not-contact list' });
  await who.waitFor();
  await page.getByText('0 of 10 today: the cap of all profiles').waitFor();
  await page.getByText('Show as a table').click();
  await page.getByRole('cell', { name: '10', exact: true }).first().waitFor();
  await page.getByRole('button', { name: /^On your do-not-contact list/ }).click();
  await page.getByRole('link', { name: '@person7' }).waitFor();
  assert.deepEqual(await violationsInLooks(page), []);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('heading', { name: 'Raku', level: 1, exact: true }).waitFor();
  await visit(page, '/campaigns/999/plan');
  await page.getByRole('heading', { name: 'Campaign not found' }).waitFor();
});

test('before its start a campaign’s page shows what it will do, and nothing of what has not happened', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const parts = await makeParts(marta);
  const settings = { max_retries: 3, delay_start: 350, delay_end: 450, profile_cap_day: 10 };
  await marta.call('PUT /api/settings', { body: settings });
  const recipients = Array.from({ length: 27 }, (_, index) => `person${index}`);
  await marta.call('POST /api/recipients/bulk', { body: { list_id: parts.list_id, recipients } });
  await marta.call('POST /api/do-not-contact', { body: { recipient: 'person7' } });
  const { campaign } = await marta.call('POST /api/campaigns', { body: { ...parts, name: 'Raku' } });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/campaigns/${campaign.id}`);
  await page
    .getByRole('status')
    .filter({ hasText: '29 people get it · 1 left out: on your do-not-contact list' })
    .filter({ hasText: /Ends / })
    .waitFor();
  await page.getByRole('slider', { name: 'Messages of each day' }).waitFor();
  await page.getByRole('button', { name: '1 left out: see why' }).press('Enter');
  await page.getByRole('button', { name: 'On your do-not-contact list 1' }).press('Enter');
  await page.getByRole('link', { name: 'person7' }).waitFor();
  await page.getByRole('row', { name: 'kiln.club 0 of 10 10 messages a day' }).waitFor();
  const first = page.getByText(/^Hi .*, the kiln opens\.$/);
  const read = await first.textContent();
  await page.getByRole('button', { name: 'Next person' }).press('Enter');
  await first.filter({ hasNotText: read ?? '' }).waitFor();
  // The figures stay; a percent, a bar, and notes of what could come do not.
  for (const label of ['Total Recipients', 'Messages Sent', 'Failed', 'Pending'])
    await page.getByRole('term').filter({ hasText: label }).waitFor();
  assert.equal(await page.getByText(/No attempts yet|None so far|Not yet|of 30 done/).count(), 0);
  assert.equal(await page.getByRole('img', { name: /0 sent/ }).count(), 0);
  assert.deepEqual(await violationsInLooks(page), []);
  await page.getByRole('link', { name: 'See the plan' }).click();
  await page.getByRole('heading', { name: 'Plan of Raku', level: 1 }).waitFor();
});

test('See the plan creates a pending campaign and opens its plan', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  await makeParts(marta, ['kiln.club']);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/campaigns/new');
  const see = page.getByRole('button', { name: 'See the plan' });
  await see.click();
  await page.getByText('Name the campaign').waitFor();
  // Without something to plan there is no plan to see.
  await page.getByRole('checkbox', { name: 'kiln.club' }).uncheck();
  await see.waitFor({ state: 'hidden' });
  await page.getByRole('checkbox', { name: 'kiln.club' }).check();
  await page.getByLabel('Campaign name').fill('Raku night');
  await see.click();
  await page.getByText('Created. Nothing is sent before Start.').waitFor();
  await page.getByRole('heading', { name: 'Plan of Raku night', level: 1 }).waitFor();
  const { campaigns } = await marta.call('GET /api/campaigns');
  assert.deepEqual(
    campaigns.map(({ name, status, stage }) => [name, status, stage]),
    [['Raku night', 'pending', null]],
  );
});
