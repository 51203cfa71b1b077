import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessibilityFaults, openPage } from './testing/browser.ts';
import { makeOldCampaigns } from './testing/many-campaigns.ts';
import { makeParts, startCampaign } from './testing/parts.ts';
import { startSite } from './testing/site.ts';

const PRACTICE = { PRACTICE_URL: 'http://127.0.0.1:9' };

test('among 105 campaigns what is under way comes first, and tabs and heads sort and count them', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const parts = await makeParts(marta, ['kiln.club', 'kiln.shop']);
  const [club, shop] = parts.profiles_used.map((id) => [id]);
  const paused = await startCampaign(marta, { ...parts, profiles_used: club ?? [], name: 'Resting' });
  await marta.call('POST /api/campaigns/{id}/stop', { params: { id: paused } });
  await startCampaign(marta, { ...parts, profiles_used: shop ?? [], name: 'At work' });
  await makeOldCampaigns(site, marta, { count: 103 });
  const page = await openPage(t, { url: site.url, token: marta.token });

  await page.goto('/dashboard');
  const recent = page.getByRole('link', { name: /^View details of / });
  await recent.first().waitFor();
  assert.deepEqual(
    (await recent.evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')))).slice(0, 3),
    ['View details of At work', 'View details of Resting', 'View details of Old 1'],
  );

  await page.goto('/campaigns');
  const names = page.locator('tbody tr td:first-child a');
  const namesBecome = (first: string[]) =>
    page.waitForFunction((wanted) => {
      const links = [...document.querySelectorAll('tbody tr td:first-child a')];
      return wanted.every((name, place) => links[place]?.textContent === name);
    }, first);
  await namesBecome(['At work', 'Resting', 'Old 1']);
  for (const tab of ['All 105', 'Running 1', 'Paused 1', 'Pending 0', 'Completed 103'])
    await page.getByRole('tab', { name: tab, exact: true }).waitFor();
  assert.deepEqual(await accessibilityFaults(page), []);

  await page.getByRole('tab', { name: 'Running 1' }).click();
  await page.waitForURL(/\?status=running$/);
  await page.getByText('Showing 1 to 1 of 1 results').waitFor();
  await page.keyboard.press('ArrowRight');
  await namesBecome(['Resting']);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-selected')), 'true');
  await page.getByRole('tab', { name: 'Completed 103' }).click();
  await page.getByText('Showing 1 to 10 of 103 results').waitFor();
  await page.getByLabel('Search campaigns').fill('old 10');
  await page.getByRole('tab', { name: 'Completed 5' }).waitFor();
  await page.getByRole('cell', { name: 'Failed', exact: true }).first().waitFor();

  await page.goto('/campaigns');
  const head = page.getByRole('columnheader', { name: 'Campaign' });
  await page.getByRole('button', { name: 'Campaign', exact: true }).click();
  await namesBecome(['At work', 'Old 1', 'Old 10']);
  assert.equal(await head.getAttribute('aria-sort'), 'ascending');
  await page.getByRole('button', { name: 'Campaign', exact: true }).click();
  await namesBecome(['Resting', 'Old 99']);
  assert.equal(await head.getAttribute('aria-sort'), 'descending');
  assert.match(page.url(), /\?sort_by=name_desc$/);
  await page.reload();
  await namesBecome(['Resting', 'Old 99']);
  assert.equal(await names.count(), 10);
});
