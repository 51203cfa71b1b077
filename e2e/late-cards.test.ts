import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './testing/browser.ts';
import { startSite } from './testing/site.ts';

test('a card below the first screenful is fetched when it comes into view', async (t) => {
  const site = await startSite(t);
  const { token } = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token, screen: 'phone' });
  await page.addInitScript(neverAfter, 5000);
  await page.goto('/settings');
  const heading = page.getByRole('heading', { name: 'Activity' });
  await heading.waitFor();
  await page.waitForLoadState('networkidle');
  const rows = page.getByRole('list', { name: 'Activity' });
  assert.equal(await rows.count(), 0);
  await heading.scrollIntoViewIfNeeded();
  await rows.waitFor();
});

/** Runs in the page: long timers never fire. */
function neverAfter(milliseconds: number): void {
  const start = window.setTimeout;
  window.setTimeout = ((run: () => void, after?: number) =>
    after === milliseconds ? 0 : start(run, after)) as typeof setTimeout;
}
