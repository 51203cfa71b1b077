import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openPage, visit } from './testing/browser.ts';
import { startSite } from './testing/site.ts';

const WIDTHS = [1440, 1280, 1200, 1024, 768, 375, 320];

test('beside an ended subscription the name of the screen is fully visible, at every width', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  await site.database.pool.query("update users set subscription_end_date = '2020-01-01'");
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/unread-checker');
  for (const path of ['/unread-checker', '/firefox-profiles']) {
    await visit(page, path);
    await page.getByRole('banner').getByText('Subscription Expired').waitFor({ state: 'attached' });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      assert.deepEqual(await hiddenParts(page), { title: 0, page: 0 }, `${path} at ${width}`);
    }
  }
});

/** The hidden pixels of the name, and the page's horizontal overflow. */
function hiddenParts(page: Page): Promise<{ title: number; page: number }> {
  return page.evaluate(() => {
    const title = document.querySelector('header h1');
    if (!title?.parentElement) throw new Error('no title');
    const words = document.createRange();
    words.selectNodeContents(title);
    const { right, bottom } = words.getBoundingClientRect();
    const place = title.parentElement.getBoundingClientRect();
    const header = title.closest('header')?.getBoundingClientRect() ?? place;
    return {
      title: Math.round(Math.max(0, right - place.right, bottom - header.bottom)),
      page: document.documentElement.scrollWidth - innerWidth,
    };
  });
}

test('beside the search the name of a detail page is whole, and on a phone gives way to the way back', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const { list } = await marta.call('POST /api/lists', { body: { name: 'Neighbours of the kiln' } });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/lists/${list.id}`);
  const name = page.getByRole('banner').getByText('Neighbours of the kiln', { exact: true });
  await name.waitFor();
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).first().waitFor();
  for (const width of [1440, 1280, 1200, 768]) {
    await page.setViewportSize({ width, height: 800 });
    const isWhole = await name.evaluate(
      (span) => span.scrollWidth <= span.clientWidth && span.scrollHeight <= span.clientHeight,
    );
    assert.ok(isWhole, `${width} px`);
  }
  for (const width of [375, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await name.waitFor({ state: 'hidden' });
    const link = page.getByRole('banner').getByRole('link', { name: 'Lists', exact: true });
    assert.ok(await link.evaluate((back) => back.scrollWidth <= back.clientWidth), `${width} px`);
  }
});
