import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { LOOKS, openPage } from './testing/browser.ts';
import { assertStill, watchLayoutShift } from './testing/layout-shift.ts';
import { startSite } from './testing/site.ts';

const MOST_PIXELS = 1;

for (const look of LOOKS)
  test(`before any code is there the log-in card stands where it will be (${look.screen}, ${look.scheme})`, async (t) => {
    const site = await startSite(t);
    const page = await openPage(t, { url: site.url, ...look });
    await watchLayoutShift(page);
    const release = await holdCode(page);
    await page.goto('/login', { waitUntil: 'commit' });
    const drawn = page.getByRole('main', { name: 'Loading Pigeonpost' });
    await drawn.getByText('Welcome Back!').waitFor();
    assert.equal(await backgroundOf(page), look.scheme === 'dark' ? 'rgb(15, 18, 22)' : 'rgb(247, 248, 250)');
    const first = await placesOf(page, ['.pp-inner', '.pp-title', '.pp-field', '.pp-button', '.pp-motto']);
    release();
    await page.getByLabel('Username').waitFor();
    assert.equal(await drawn.count(), 0);
    const main = 'main > div';
    const real = await placesOf(page, [
      main,
      `${main} > h1`,
      'input[name=username]',
      'button[type=submit]',
      'main > p',
    ]);
    // The title and the last line are as wide as their text in one of them and as their parent in the other.
    for (const [index, place] of first.entries())
      for (const side of ['x', 'y', 'height'] as const)
        if (side !== 'x' || ![1, 4].includes(index))
          assert.ok(
            Math.abs(place[side] - (real[index]?.[side] ?? 0)) <= MOST_PIXELS,
            `${index} ${side}: ${JSON.stringify(place)} became ${JSON.stringify(real[index])}`,
          );
    await assertStill(page, 'the log-in page');
  });

test('before any code is loaded a signed-in user sees the frame in its final place', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  // Without a template the page begins differently; this test is about the frame only.
  await marta.call('POST /api/templates', { body: { name: 'Kiln', content: 'Hello {username}' } });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await watchLayoutShift(page);
  const release = await holdCode(page);
  await page.goto('/templates', { waitUntil: 'commit' });
  const drawn = page.getByRole('main', { name: 'Loading Pigeonpost' });
  await drawn.getByText('Firefox Profiles').waitFor();
  assert.equal(await drawn.getByText('Welcome Back!').isVisible(), false);
  const first = await placesOf(page, ['.pp-side', '.pp-head', '.pp-group:last-child > i:last-child']);
  release();
  await page.locator('aside').waitFor();
  const real = await placesOf(page, ['aside', 'header', 'aside nav ul:last-child > li:last-child > a']);
  for (const [index, place] of first.entries())
    assert.ok(
      Math.abs(place.y - (real[index]?.y ?? 0)) <= MOST_PIXELS,
      `${index}: ${place.y}, ${real[index]?.y}`,
    );
  await assertStill(page, 'the frame');
});

/** Holds all scripts and styles until the returned function is called. */
async function holdCode(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\//, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

function placesOf(page: Page, selectors: string[]) {
  return page.evaluate(
    (all) =>
      all.map((selector) => {
        const { x, y, height } = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
        return { x, y, height };
      }),
    selectors,
  );
}

function backgroundOf(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
}
