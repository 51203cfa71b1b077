import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { axeViolations, LOOKS, openPage, SCREENS, visit } from './testing/browser.ts';
import { makeParts, startCampaign } from './testing/parts.ts';
import { startSite } from './testing/site.ts';

const PRACTICE = { PRACTICE_URL: 'http://127.0.0.1:9' };
const SCREEN_PATHS = ['/dashboard', '/campaigns', '/profiles', '/support', '/settings'];

for (const look of LOOKS) {
  test(`the log is open where a campaign is watched, a bar elsewhere, and over nothing (${look.screen})`, async (t) => {
    const site = await startSite(t, PRACTICE);
    const marta = await site.signUp('marta');
    const id = await startCampaign(marta, { ...(await makeParts(marta)), name: 'Kiln open' });
    const page = await openPage(t, { url: site.url, token: marta.token, ...look });
    await page.goto(`/campaigns/${id}`);
    if (look.screen === 'phone') await page.getByRole('button', { name: 'Open the campaign log' }).click();
    await page.getByRole('log').getByText('Kiln open').first().waitFor();
    await assertAtFoot(page, look.screen);
    assert.deepEqual(await axeViolations(page), []);

    await page.getByRole('button', { name: 'Collapse the log' }).click();
    const bar = page.getByRole('button', { name: 'Open the campaign log' });
    const log = page.getByRole('region', { name: 'Campaign log' });
    await log.getByText('LIVE').waitFor();
    for (const path of SCREEN_PATHS) {
      await visit(page, path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await log.getByRole('link', { name: 'Kiln open' }).waitFor();
      await assertAtFoot(page, look.screen);
    }
    // The shape is remembered.
    await page.reload();
    await bar.click();
    await page.getByRole('log').waitFor();
    await page.getByRole('button', { name: 'Close the log' }).click();
    const closed = page.getByRole('button', { name: 'Show the campaign log' });
    await closed.waitFor();
    const button = await page.locator('[data-shape=closed]').boundingBox();
    const content = await page.locator('main > div').first().evaluate(innerBox);
    assert.ok(
      button && (button.x >= content.right || button.y >= content.bottom),
      'the button is beside the page',
    );
    assert.deepEqual(await axeViolations(page), []);
    await closed.click();
    await page.getByRole('log').waitFor();
  });
}

test('a desk keeps the log that was opened, and a phone closes its sheet with the next screen', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  await startCampaign(marta, { ...(await makeParts(marta)), name: 'Kiln open' });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/dashboard');
  await page.getByRole('log').waitFor();
  const open = page.getByRole('button', { name: 'Open the campaign log' });
  await visit(page, '/profiles');
  await page.getByRole('log').waitFor({ state: 'detached' });
  await open.click();
  for (const path of SCREEN_PATHS) {
    await visit(page, path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('log').waitFor();
    await assertAtFoot(page, 'desktop');
  }
  await page.setViewportSize(SCREENS.phone);
  await open.click();
  const sheet = await page.locator('[data-shape=open]').boundingBox();
  assert.equal(Math.round(sheet?.height ?? 0), SCREENS.phone.height / 2);
  await visit(page, '/campaigns');
  await page.getByRole('log').waitFor({ state: 'detached' });
  await open.click();
  await page.getByRole('log').waitFor();
  // It covers nothing after a reload either.
  await page.reload();
  await open.waitFor();
  assert.equal(await page.getByRole('log').count(), 0);
});

/** It is at the foot of the window wherever the page is scrolled to, floating on a desk, and the page ends above it. */
async function assertAtFoot(page: Page, screen: keyof typeof SCREENS): Promise<void> {
  const shape = page.locator('[data-shape]');
  await page.evaluate(() => scrollTo({ top: 0 }));
  const first = await shape.boundingBox();
  const main = await page.getByRole('main').boundingBox();
  assert.ok(first && main);
  const { height } = SCREENS[screen];
  const margin = screen === 'phone' ? 0 : 16;
  assert.deepEqual(
    [first.x - margin, first.width + 2 * margin],
    [main.x, main.width],
    `${page.url()}: as wide as the page`,
  );
  assert.equal(first.y + first.height + margin, height, `${page.url()}: at the foot`);
  // The page grows until it is complete.
  await page.waitForFunction((top) => {
    scrollTo({ top: document.documentElement.scrollHeight });
    const end = document.querySelector('main')?.getBoundingClientRect().bottom ?? Infinity;
    return end <= top + 0.5;
  }, first.y - margin);
  assert.deepEqual(await shape.boundingBox(), first, `${page.url()}: it stays`);
}

/** The end of what a page shows, without its margins. */
function innerBox(element: Element): { right: number; bottom: number } {
  const { right, bottom } = element.getBoundingClientRect();
  const { paddingRight, paddingBottom } = getComputedStyle(element);
  return { right: right - parseFloat(paddingRight), bottom: bottom - parseFloat(paddingBottom) };
}
