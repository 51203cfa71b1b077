import { test } from 'node:test';
import { openPage } from './testing/browser.ts';
import { makeParts } from './testing/parts.ts';
import { startSite } from './testing/site.ts';

const PRACTICE = { PRACTICE_URL: 'http://127.0.0.1:9' };

test('New campaign says when it ends, by the profiles that are chosen', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const { list_id } = await makeParts(marta, ['kiln.club', 'market']);
  await marta.call('PUT /api/settings', { body: { max_retries: 3, delay_start: 350, delay_end: 450 } });
  const recipients = Array.from({ length: 100 }, (_, index) => `person${index}`);
  await marta.call('POST /api/recipients/bulk', { body: { list_id, recipients } });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/campaigns/new');
  const ends = page.locator('dl div', { hasText: /^Ends/ }).locator('dd');
  await page.getByText('103', { exact: true }).waitFor();
  await ends.getByText('–', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Select All' }).click();
  const words = /^[A-Z][a-z]{2} \d\d-\d\d about \d\d:\d0, ± \d+ (?:min|h)$/;
  await ends.filter({ hasText: words }).waitFor();
  const both = (await ends.textContent()) ?? '';
  await page.getByRole('checkbox', { name: 'market' }).uncheck();
  await ends.filter({ hasText: words, hasNotText: both }).waitFor();
});
