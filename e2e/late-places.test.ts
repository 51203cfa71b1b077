import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { closePage, openPage } from './testing/browser.ts';
import { makeParts } from './testing/parts.ts';
import { startSite } from './testing/site.ts';

test('no answer moves what stands there already, whichever comes last', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  await site.database.pool.query("update users set pack = 'pro'");
  const names = ['kiln.club', 'market_stall', 'open.studio', 'raku.night', 'salt.house', 'blocked'];
  const parts = await makeParts(marta, names, 400);
  await site.database.pool.query("update profiles set is_active = false where profile_name = 'blocked'");
  const recipients = Array.from({ length: 12 }, (_, index) => `visitor_${index}`);
  await marta.call('POST /api/recipients/bulk', { body: { list_id: parts.list_id, recipients } });
  await marta.call('POST /api/do-not-contact', { body: { recipient: 'visitor_1' } });
  const body = { ...parts, profiles_used: parts.profiles_used.slice(0, 1), name: 'Kiln open' };
  const { id } = (await marta.call('POST /api/campaigns', { body })).campaign;
  const screens: [path: string, last: string][] = [
    ['/campaigns/new', 'Ends'],
    [`/campaigns/${id}/edit`, 'Ends'],
    [`/campaigns/${id}/plan`, 'For all your campaigns'],
    ['/settings', 'Each profile waits'],
    ['/settings/sending', 'Never write to the same person twice'],
    ['/settings/people', 'Fields and tags'],
    ['/settings/agents', 'Machines'],
    ['/settings/account', 'Activity'],
  ];
  const moved: string[] = [];
  const looks = [
    { screen: 'phone', order: 'the last one first' },
    { screen: 'desktop', order: 'as asked' },
  ] as const;
  for (const { screen, order } of looks) {
    for (const [path, last] of screens) {
      const page = await openPage(t, { url: site.url, token: marta.token, screen });
      const found = await movesOf(page, { path, last, order });
      moved.push(...found.map((one) => `${path} on a ${screen}, ${order}: ${one}`));
      await closePage(page);
    }
  }
  assert.deepEqual(moved, []);
});

type Screen = { path: string; last: string; order: 'as asked' | 'the last one first' };

/**
 * What moved on a screen whose answers come one after another, in one order or the other: the answer, and what stood
 * elsewhere after it.
 */
async function movesOf(page: Page, { path, last, order }: Screen): Promise<string[]> {
  const held: Route[] = [];
  let hasNew = Promise.withResolvers<void>();
  await page.route('**/api/**', async (route) => {
    // Without its user there is no screen yet.
    if (new URL(route.request().url()).pathname === '/api/auth/profile') return route.continue();
    held.push(route);
    hasNew.resolve();
  });
  await page.goto(path);
  const end = page.getByText(last).first();
  const moved: string[] = [];
  await lookForMoves(page);
  for (;;) {
    const route = order === 'as asked' ? held.shift() : held.pop();
    if (!route) {
      if (await end.isVisible()) break;
      hasNew = Promise.withResolvers();
      await Promise.race([hasNew.promise, end.waitFor()]);
      continue;
    }
    const { pathname } = new URL(route.request().url());
    await route.continue();
    // A page that needs an answer no longer gives it up.
    if (
      !(await route
        .request()
        .response()
        .catch(() => null))
    )
      continue;
    for (const one of (await lookForMoves(page)).slice(0, 3)) moved.push(`${pathname}: ${one}`);
  }
  for (const one of await lookForMoves(page)) moved.push(`the end: ${one}`);
  await page.unrouteAll();
  return moved;
}

/** What is seen, and stood elsewhere when it was last looked at. */
function lookForMoves(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    for (let frames = 0; frames < 3; frames++) await new Promise((drawn) => requestAnimationFrame(drawn));
    const target = window as unknown as { places?: Map<Element | string, [number, number]> };
    const before = target.places ?? new Map<Element | string, [number, number]>();
    target.places = new Map();
    const moved: string[] = [];
    for (const one of document.querySelectorAll(
      'main :is(h1, h2, h3, button, a[href], input, select, textarea)',
    )) {
      if (!one.checkVisibility({ visibilityProperty: true })) continue;
      const { left, top, width } = one.getBoundingClientRect();
      if (width === 0 || top > innerHeight) continue;
      // A heading is the same to its reader, whatever element it is.
      const key = one.matches('h1, h2, h3') ? (one.textContent ?? '') : one;
      target.places.set(key, [left, top]);
      const [x, y] = before.get(key) ?? [left, top];
      const [across, down] = [Math.round(left - x), Math.round(top - y)];
      if (across === 0 && down === 0) continue;
      const name =
        one.getAttribute('aria-label') ?? (one.textContent || one.getAttribute('name') || one.nodeName);
      moved.push(`${name} by ${across}, ${down}`);
    }
    return moved;
  });
}
