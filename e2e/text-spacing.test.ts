import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { signUpAdmin } from './testing/administrator.ts';
import { openPage } from './testing/browser.ts';
import { startSite } from './testing/site.ts';
import { spareWidth } from './testing/spare-width.ts';

// What WCAG 1.4.12 lets a reader set.
const SPACING = `* {
  line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important;
}`;

test('choices show what they say to readers who space letters and words out', async (t) => {
  const site = await startSite(t);
  const ida = await signUpAdmin(site, 'ida');
  const page = await openPage(t, { url: site.url, token: ida.token });
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const path of ['/', '/users', '/support', '/do-not-contact']) {
    await page.goto(path);
    await page.getByRole('main').getByRole('combobox').first().waitFor();
    await page.addStyleTag({ content: SPACING });
    for (const choice of await page.getByRole('main').getByRole('combobox').all())
      assert.ok((await spareWidth(choice)) >= 0, `${await choice.getAttribute('aria-label')} on ${path}`);
  }
  await page.goto('/');
  await page.addStyleTag({ content: SPACING });
  const sort = page.getByRole('combobox', { name: 'Sort Profiles By' });
  await sort.waitFor();
  assert.ok((await roomBefore(sort)) >= 0, 'Its name runs into the choice.');
});

/** Pixels between the name that stands in a field and its choice. */
function roomBefore(choice: Locator): Promise<number> {
  return choice.evaluate((select) => {
    const name = select.previousElementSibling?.getBoundingClientRect();
    const { left } = select.getBoundingClientRect();
    return left + parseFloat(getComputedStyle(select).paddingLeft) - (name?.right ?? Infinity);
  });
}
