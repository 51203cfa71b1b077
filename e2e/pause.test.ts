import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './testing/browser.ts';
import { makeParts, startCampaign } from './testing/parts.ts';
import { startSite } from './testing/site.ts';

const PRACTICE = { PRACTICE_URL: 'http://127.0.0.1:9' };

test('a pause is done when the stop call is answered, whatever happens to the status call after it', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const parts = await makeParts(marta);
  const id = await startCampaign(marta, { ...parts, name: 'Kiln open' });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/campaigns/${id}`);
  await page.getByText(/^Running · /).waitFor();

  await page.route('**/status', (route) => route.fulfill({ status: 500, json: { error: 'Not now.' } }));
  const refused = page.waitForResponse('**/status');
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await refused;
  await page.getByText('Campaign paused.').waitFor();
  await page.getByText('Paused by you', { exact: true }).first().waitFor();
  assert.equal(await page.getByText('Failed to update campaign status').count(), 0);

  // Its missing answer delays only a start, which it could undo by arriving later.
  await page.unroute('**/status');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByText('Campaign started.').waitFor();
  const held = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  await page.route('**/status', (route) => {
    asked.resolve();
    return held.promise.then(() => route.continue());
  });
  await page.getByText('Campaign paused.').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await asked.promise;
  await page.getByText('Campaign paused.').waitFor();
  let starts = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/start')) starts += 1;
  });
  const started = page.waitForResponse('**/start');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  // Perhaps with what it waits for already.
  await page.getByText(/^Running( · |$)/).waitFor();
  assert.equal(starts, 0);
  const told = page.waitForResponse('**/status');
  held.resolve();
  assert.deepEqual(await (await told).request().postDataJSON(), { status: 'paused' });
  assert.equal((await started).status(), 200);
  const { campaign } = await marta.call('GET /api/campaigns/{id}', { params: { id } });
  assert.equal(campaign.status, 'running');
});
