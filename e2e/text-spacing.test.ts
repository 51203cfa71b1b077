import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { signUpAdmin } from './testing/administrator.ts';
import { openPage, visit } from './testing/browser.ts';
import { makeParts } from './testing/parts.ts';
import { startSite } from './testing/site.ts';
import { spareWidth } from './testing/spare-width.ts';

// The spacing that WCAG 1.4.12 lets a reader set.
const SPACING = `* {
  line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important;
}`;

test('selects show their text with wider letter and word spacing', async (t) => {
  const site = await startSite(t, { PRACTICE_URL: 'http://127.0.0.1:9' });
  const ida = await signUpAdmin(site, 'ida');
  const page = await openPage(t, { url: site.url, token: ida.token });
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const path of ['/users', '/support']) {
    await page.goto(path);
    await page.getByRole('main').getByRole('combobox').first().waitFor();
    await page.addStyleTag({ content: SPACING });
    for (const choice of await page.getByRole('main').getByRole('combobox').all())
      assert.ok((await spareWidth(choice)) >= 0, `${await choice.getAttribute('aria-label')} on ${path}`);
  }
  const marta = await site.signUp('marta');
  // Without a campaign the dashboard is the steps to the first one.
  const parts = await makeParts(marta);
  await marta.call('POST /api/campaigns', { body: { ...parts, name: 'Kiln open' } });
  const own = await openPage(t, { url: site.url, token: marta.token });
  await own.goto('/');
  await own.addStyleTag({ content: SPACING });
  const sort = own.getByRole('combobox', { name: 'Sort Profiles By' });
  await sort.waitFor();
  assert.ok((await roomBefore(sort)) >= 0, 'Its name runs into the choice.');
});

test('statuses, dates and notes are whole with wider letter and word spacing', async (t) => {
  const site = await startSite(t, { PRACTICE_URL: 'http://127.0.0.1:9' });
  const marta = await site.signUp('marta');
  const parts = await makeParts(marta);
  await marta.call('POST /api/campaigns', { body: { ...parts, name: 'Kiln open' } });
  await site.database.pool.query("update campaigns set status = 'completed'");
  await marta.call('POST /api/support', {
    body: { subject: 'Kiln', description: 'It is cold.', priority: 'low', category: 'general' },
  });
  await site.database.pool.query("update tickets set status = 'in_progress'");
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/campaigns');
  for (const width of [1280, 768]) {
    await page.setViewportSize({ width, height: 900 });
    for (const [path, word] of [
      ['/campaigns', 'Completed'],
      ['/support', 'In Progress'],
      ['/dashboard', 'still to send'],
    ] as const) {
      await visit(page, path);
      await page
        .locator('td, dd')
        .getByText(word)
        .or(page.locator('dd', { hasText: word }))
        .first()
        .waitFor();
      await page.addStyleTag({ content: SPACING });
      assert.deepEqual(await page.locator('td, dd').evaluateAll(textsCut), [], `${path} at ${width}`);
    }
  }
});

function textsCut(elements: Element[]): string[] {
  return elements
    .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 3)
    .map((one) => one.textContent ?? '');
}

/** Pixels between the label in a field and its value. */
function roomBefore(choice: Locator): Promise<number> {
  return choice.evaluate((select) => {
    const name = select.previousElementSibling?.getBoundingClientRect();
    const { left } = select.getBoundingClientRect();
    return left + parseFloat(getComputedStyle(select).paddingLeft) - (name?.right ?? Infinity);
  });
}
