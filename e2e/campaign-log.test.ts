import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { axeViolations, LOOKS, openPage, SCREENS, visit } from './testing/browser.ts';
import { makeParts, startCampaign } from './testing/parts.ts';
import { startSite } from './testing/site.ts';

const PRACTICE = { PRACTICE_URL: 'http://127.0.0.1:9' };
const SCREEN_PATHS = ['/dashboard', '/campaigns', '/profiles', '/support', '/settings'];

for (const look of LOOKS) {
  test(`the log floats at the bottom right of every screen, and nothing stays under it (${look.screen})`, async (t) => {
    const site = await startSite(t, PRACTICE);
    const marta = await site.signUp('marta');
    const id = await startCampaign(marta, { ...(await makeParts(marta)), name: 'Kiln open' });
    const page = await openPage(t, { url: site.url, token: marta.token, ...look });
    await page.goto(`/campaigns/${id}`);
    if (look.screen === 'phone') await page.getByRole('button', { name: 'Open the campaign log' }).click();
    await page.getByRole('log').getByText('Kiln open').first().waitFor();
    await assertFloats(page, look.screen);
    assert.deepEqual(await axeViolations(page), []);

    await page.getByRole('button', { name: 'Collapse the log' }).click();
    const bar = page.getByRole('button', { name: 'Open the campaign log' });
    await bar.getByText('LIVE').waitFor();
    for (const path of SCREEN_PATHS) {
      await visit(page, path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await assertFloats(page, look.screen);
    }
    // The shape is remembered.
    await page.reload();
    await bar.click();
    await page.getByRole('log').waitFor();
    await page.getByRole('button', { name: 'Close the log' }).click();
    await page.getByRole('button', { name: 'Show the campaign log' }).waitFor();
    await assertFloats(page, look.screen);
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Show the campaign log' }).click();
    await page.getByRole('log').waitFor();
  });
}

test('a screen of a desk keeps the log open, and a phone closes its sheet with the next screen', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  await startCampaign(marta, { ...(await makeParts(marta)), name: 'Kiln open' });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/dashboard');
  await page.getByRole('log').waitFor();
  for (const path of SCREEN_PATHS) {
    await visit(page, path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('log').waitFor();
    await assertFloats(page, 'desktop');
  }
  await page.setViewportSize(SCREENS.phone);
  const sheet = await page.locator('[data-shape=open]').boundingBox();
  assert.equal(Math.round(sheet?.height ?? 0), SCREENS.phone.height / 2);
  await visit(page, '/campaigns');
  await page.getByRole('log').waitFor({ state: 'detached' });
  const open = page.getByRole('button', { name: 'Open the campaign log' });
  await open.click();
  await page.getByRole('log').waitFor();
  // It covers nothing after a reload either.
  await page.reload();
  await open.waitFor();
  assert.equal(await page.getByRole('log').count(), 0);
});

/** It is visible at the bottom right wherever the page is scrolled to, and the page's end is above it. */
async function assertFloats(page: Page, screen: keyof typeof SCREENS): Promise<void> {
  const shape = page.locator('[data-shape]');
  await page.evaluate(() => scrollTo({ top: 0 }));
  const first = await shape.boundingBox();
  assert.ok(first);
  const { width, height } = SCREENS[screen];
  const fromRight = width - first.x - first.width;
  const fromBottom = height - first.y - first.height;
  assert.ok(fromRight >= 0 && fromRight <= 48, `${page.url()}: ${fromRight} px from the right`);
  assert.ok(fromBottom >= 0 && fromBottom <= 24, `${page.url()}: ${fromBottom} px from the bottom`);
  // The page grows until it is complete.
  await page.waitForFunction((top) => {
    scrollTo({ top: document.documentElement.scrollHeight });
    const end = document.querySelector('main')?.getBoundingClientRect().bottom ?? Infinity;
    return end <= top + 0.5;
  }, first.y);
  assert.deepEqual(await shape.boundingBox(), first, `${page.url()}: it floats`);
}
