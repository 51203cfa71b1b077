import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { axeViolations, openPage, visit } from './testing/browser.ts';
import { colourOf } from './testing/colour.ts';
import { makeParts, startCampaign } from './testing/parts.ts';
import { type Site, startSite, type Visitor } from './testing/site.ts';

const PRACTICE = { PRACTICE_URL: 'http://127.0.0.1:9' };

test('among 105 campaigns the running and paused ones come first, and tabs and heads sort and count them', async (t) => {
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

  await visit(page, '/campaigns');
  const names = page.locator('tbody tr td:first-child a');
  const namesBecome = (first: string[]) =>
    page.waitForFunction((wanted) => {
      const links = [...document.querySelectorAll('tbody tr td:first-child a')];
      return wanted.every((name, place) => links[place]?.textContent === name);
    }, first);
  await namesBecome(['At work', 'Resting', 'Old 1']);
  for (const tab of ['All 105', 'Running 1', 'Paused 1', 'Pending 0', 'Completed 103'])
    await page.getByRole('tab', { name: tab, exact: true }).waitFor();
  assert.deepEqual(await axeViolations(page), []);
  assert.equal(await colourOf(page, 'Running · waits for the agent'), 'yellow');
  assert.equal(await colourOf(page, 'Paused by you'), 'grey');

  await page.getByRole('tab', { name: 'Running 1' }).click();
  await page.waitForURL(/\?status=running$/);
  await page.getByText('Showing 1 to 1 of 1 results').waitFor();
  await page.keyboard.press('ArrowRight');
  await namesBecome(['Resting']);
  await page.getByRole('tab', { selected: true }).and(page.locator(':focus')).waitFor();
  await page.getByRole('tab', { name: 'Completed 103' }).click();
  await page.getByText('Showing 1 to 10 of 103 results').waitFor();
  await page.getByLabel('Search campaigns').fill('old 10');
  await page.getByRole('tab', { name: 'Completed 5' }).waitFor();
  await page.getByRole('cell').getByText('Failed', { exact: true }).first().waitFor();
  assert.equal(await colourOf(page, 'Failed'), 'red');

  await visit(page, '/campaigns');
  const head = page.getByRole('columnheader', { name: 'Campaign' });
  await page.getByRole('button', { name: 'Campaign', exact: true }).click();
  await namesBecome(['At work', 'Old 1', 'Old 10']);
  assert.equal(await colourOf(page, 'Completed'), 'green');
  assert.equal(await head.getAttribute('aria-sort'), 'ascending');
  await page.getByRole('button', { name: 'Campaign', exact: true }).click();
  await namesBecome(['Resting', 'Old 99']);
  assert.equal(await head.getAttribute('aria-sort'), 'descending');
  assert.match(page.url(), /\?sort_by=name_desc$/);
  await page.reload();
  await namesBecome(['Resting', 'Old 99']);
  assert.equal(await names.count(), 10);
});

test('between a phone and a desk no word breaks and nothing is cut off', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const id = await startCampaign(marta, { ...(await makeParts(marta)), name: 'WWWWWWWWWW' });
  await makeOldCampaigns(site, marta, { count: 12 });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/dashboard');
  for (const width of [768, 1000, 320]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of ['/campaigns', `/campaigns/${id}`, '/profiles', '/lists', '/dashboard']) {
      await visit(page, path);
      // On a phone the header has the way back in the place of the name.
      await page
        .getByRole('main')
        .getByText(path === '/lists' ? 'Neighbours' : /WWWWWWWWWW|kiln\.club/)
        .first()
        .waitFor();
      await page.getByRole('heading', { level: 1 }).waitFor();
      assert.deepEqual(await cutOff(page), [], `${path} at ${width}`);
    }
  }
});

/** Heads, buttons and badges whose words break or are cut off, and whether the page scrolls sideways. */
async function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const broken = [...document.querySelectorAll<HTMLElement>('th, main button, main a[class*="Button"]')]
      .filter((element) => element.getClientRects().length > 0 && element.textContent?.trim())
      .filter((element) => {
        const label = element.querySelector<HTMLElement>('.mantine-Button-label') ?? element;
        const range = document.createRange();
        range.selectNodeContents(label);
        const words = [...range.getClientRects()].filter(({ width }) => width > 1);
        const isOneWord = !/\s/.test(label.textContent?.trim() ?? '');
        const isBroken = words.some(({ top }) => words.some(({ bottom }) => top >= bottom));
        return label.scrollWidth > label.clientWidth + 1 || (isOneWord && isBroken);
      })
      .map((element) => element.textContent ?? '');
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [...broken, 'the page scrolls sideways'] : broken;
  });
}

/** Ended campaigns of a visitor, newest first 'Old 1', written directly to the database. */
async function makeOldCampaigns(
  site: Site,
  { username }: Visitor,
  { count }: { count: number },
): Promise<void> {
  await site.database.pool.query(
    `with owner as (select id from users where username = $1),
    made as (
      insert into campaigns (user_id, name, status, template_name, template_content, list_name, created_at,
        started_at, completed_at, mark)
      select owner.id, 'Old ' || n, case when n % 10 = 0 then 'failed' else 'completed' end, 'Kiln opening', 'Hi',
        'Neighbours', moment, moment, moment, 1
      from owner, generate_series($2::int, 1, -1) as n,
        lateral (select timestamptz '2026-01-01 12:00Z' - n * interval '1 hour' as moment) at
      returning user_id, id)
    insert into campaign_progress (user_id, campaign_id, total_list, total_sent, total_failed)
    select user_id, id, 100, 60, 36 from made`,
    [username, count],
  );
}
