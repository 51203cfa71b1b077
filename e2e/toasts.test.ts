import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { openPage } from './testing/browser.ts';
import { makeParts } from './testing/parts.ts';
import { startSite } from './testing/site.ts';

const PRACTICE = { PRACTICE_URL: 'http://127.0.0.1:9' };
const TABLET = { width: 768, height: 1024 };

test('a toast covers neither the buttons nor the field at the bottom of the window', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  await makeParts(marta);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.setViewportSize(TABLET);
  await page.goto('/campaigns/new');
  const create = page.getByRole('button', { name: 'Create and start' });
  await create.click();
  await assertApart(
    page.getByRole('alert').filter({ hasText: 'Please fill in all required fields' }),
    create,
  );

  const { id } = await marta.call('POST /api/support', {
    body: { subject: 'Firefox closes again', description: 'It opens and closes.\n'.repeat(60) },
  });
  await page.goto(`/support/${id}`);
  const field = page.getByLabel('Message', { exact: true });
  await field.fill('After the update, too.');
  await page.getByRole('button', { name: 'Send' }).click();
  await assertApart(page.getByRole('status').filter({ hasText: 'Message sent successfully' }), field);
});

/** The lower one must begin below the end of the upper one, once that has stopped moving. */
async function assertApart(upper: Locator, lower: Locator): Promise<void> {
  // Waits until it stands still; under the pointer it stays.
  await upper.hover();
  const [above, below] = [await upper.boundingBox(), await lower.boundingBox()];
  assert.ok(above && below && above.y + above.height <= below.y, JSON.stringify({ above, below }));
}
