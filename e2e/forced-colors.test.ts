import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { openPage } from './testing/browser.ts';
import { makeParts } from './testing/parts.ts';
import { startSite } from './testing/site.ts';

test('in forced colours matched letters are as readable as the rest, and a message ends without a bar', async (t) => {
  const site = await startSite(t, { PRACTICE_URL: 'http://127.0.0.1:9' });
  const marta = await site.signUp('marta');
  await makeParts(marta);
  await marta.call('POST /api/lists', { body: { name: 'Asked about the kiln' } });
  const page = await openPage(t, { url: site.url, token: marta.token });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, forcedColors: 'active' });
    await page.goto('/templates');
    const message = page.locator('p', { hasText: /^Hi/ }).first();
    await message.waitFor();
    const body = await styleOf(page.locator('body'), 'backgroundColor');
    assert.equal(await styleOf(message, 'borderBottomColor'), body, colorScheme);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill('kiln');
    const found = page.getByRole('option').locator('mark').first();
    assert.equal(await styleOf(found, 'color'), await styleOf(found.locator('..'), 'color'), colorScheme);
  }
});

function styleOf(element: Locator, name: 'color' | 'backgroundColor' | 'borderBottomColor'): Promise<string> {
  return element.evaluate((of, property) => getComputedStyle(of)[property], name);
}
