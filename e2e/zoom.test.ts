import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { signUpAdmin } from './testing/administrator.ts';
import { openPage, visit } from './testing/browser.ts';
import { startScriptedMachine } from './testing/scripted-machine.ts';
import { startSite } from './testing/site.ts';

// A window of 1280 by 1024 at four hundred per cent (WCAG 1.4.10).
const ZOOMED = { width: 320, height: 256 };

test('at four hundred per cent everything scrolls, and the menu can be used', async (t) => {
  const site = await startSite(t);
  const ida = await signUpAdmin(site, 'ida');
  await startScriptedMachine(t, { url: site.url, visitor: ida });
  await ida.call('POST /api/profiles', { body: { profile_name: 'kiln.club', profile_path: '/p/kiln' } });
  const body = {
    subject: 'Invoice',
    description: 'Please send it.',
    priority: 'low',
    category: 'general',
  } as const;
  const { id: ticket } = await ida.call('POST /api/support', { body });
  const page = await openPage(t, { url: site.url, token: ida.token });
  await page.setViewportSize(ZOOMED);
  await page.goto('/dashboard');
  for (const [path, heading] of [
    ['/dashboard', 'Dashboard'],
    ['/campaigns/new', 'New campaign'],
    [`/support/${ticket}`, 'Invoice'],
    ['/settings', 'Automation Settings'],
  ] as const) {
    await visit(page, path);
    await page.getByRole('heading', { name: heading }).first().waitFor();
    await page.evaluate(() => scrollTo(0, 200));
    const covered = await heightOfWhatStays(page);
    assert.equal(covered, 0, `pixels of ${path} stay in sight`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), ZOOMED.width, path);
  }
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.getByRole('button', { name: 'Log out' }).scrollIntoViewIfNeeded();
  await menu.getByRole('link', { name: /^Support/ }).click();
  await page
    .getByRole('heading', { name: /^Support/ })
    .first()
    .waitFor();
});

/** The pixels of the window's height that fixed parts cover. */
function heightOfWhatStays(page: Page): Promise<number> {
  return page.evaluate(() => {
    const stays = [...document.querySelectorAll('body *')].filter((element) => {
      const { position, visibility } = getComputedStyle(element);
      return (position === 'sticky' || position === 'fixed') && visibility !== 'hidden';
    });
    return stays.reduce((sum, element) => {
      const { top, bottom, width } = element.getBoundingClientRect();
      return (
        sum + (width > innerWidth / 2 ? Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0)) : 0)
      );
    }, 0);
  });
}
