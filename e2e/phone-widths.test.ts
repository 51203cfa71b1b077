import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '@pigeonpost/agent/testing/until';
import type { Locator } from 'playwright-core';
import { signUpAdmin } from './testing/administrator.ts';
import { openPage, visit } from './testing/browser.ts';
import { startScriptedMachine } from './testing/scripted-machine.ts';
import { startSite } from './testing/site.ts';
import { spareWidth } from './testing/spare-width.ts';

// The narrowest phone that is sold, a common one, and the widest.
const WIDTHS = [320, 375, 440];

test('on phones of every width filters show their text, and two buttons stay together', async (t) => {
  const site = await startSite(t);
  const ida = await signUpAdmin(site, 'ida');
  await startScriptedMachine(t, { url: site.url, visitor: ida });
  await ida.call('POST /api/profiles', { body: { profile_name: 'kiln.club', profile_path: '/p/kiln' } });
  const page = await openPage(t, { url: site.url, token: ida.token, screen: 'phone' });
  await page.goto('/support');
  for (const path of ['/support', '/users']) {
    await visit(page, path);
    const filters = page.getByRole('main').getByRole('combobox');
    await filters.nth(2).waitFor();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 812 });
      for (const filter of await filters.all())
        await until(
          `the whole text of ${await filter.getAttribute('aria-label')} at ${width}`,
          async () => (await spareWidth(filter)) >= 0,
        );
    }
  }
  for (const [path, second] of [
    ['/campaigns/new', 'Clear'],
    ['/unread-checker', 'Clear All'],
  ] as const) {
    await visit(page, path);
    const all = page.getByRole('button', { name: 'Select All', exact: true });
    await all.waitFor();
    for (const width of [...WIDTHS, 600]) {
      await page.setViewportSize({ width, height: 812 });
      await until(`one line for both buttons of ${path} at ${width}`, async () => {
        const [one, other] = await tops(all.or(page.getByRole('button', { name: second, exact: true })));
        return one !== undefined && one === other;
      });
    }
  }
});

test('on phones of every width a status stands on one line beside a long subject', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const subject = 'A campaign of mine waits since Monday and I cannot find out what for';
  const body = { subject, description: 'Why?', priority: 'low', category: 'general' } as const;
  await marta.call('POST /api/support', { body });
  const page = await openPage(t, { url: site.url, token: marta.token, screen: 'phone' });
  await page.goto('/support');
  const status = page.getByRole('listitem').locator('[data-tone]').first();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 812 });
    assert.equal((await status.boundingBox())?.height, 22, `at ${width}`);
  }
});

/** The tops of all places, read at one moment: an answer that adds a row above shifts all of them. */
function tops(places: Locator): Promise<number[]> {
  return places.evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().top));
}
