import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, violationsInLooks } from './testing/browser.ts';
import { makeParts } from './testing/parts.ts';
import { startSite } from './testing/site.ts';

test('a plan advises, shows ten people as they read it, and who is in each group', async (t) => {
  const site = await startSite(t, { PRACTICE_URL: 'http://127.0.0.1:9' });
  const marta = await site.signUp('marta');
  const parts = await makeParts(marta, ['kiln.club', 'market']);
  await marta.call('PUT /api/settings', { body: { max_retries: 3, delay_start: 350, delay_end: 450 } });
  const recipients = Array.from({ length: 97 }, (_, index) => `person${index}`);
  await marta.call('POST /api/recipients/bulk', { body: { list_id: parts.list_id, recipients } });
  await marta.call('POST /api/do-not-contact', { body: { recipient: 'person7' } });
  const { campaign } = await marta.call('POST /api/campaigns', { body: { ...parts, name: 'Raku' } });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/campaigns/${campaign.id}`);
  await page.getByRole('link', { name: 'See the plan' }).waitFor();
  await page.keyboard.press('p');
  await page.getByRole('heading', { name: 'Plan of Raku', level: 1 }).waitFor();
  const sample = page
    .getByRole('region', { name: 'Ten of them, as they read it' })
    .or(page.locator('section').filter({ hasText: 'Ten of them, as they read it' }));
  await sample.getByText('Hi lena.hartog, the kiln opens.').waitFor();
  assert.equal(await sample.getByRole('listitem').count(), 3);
  for (const more of ['3 more', '3 more', '1 more'])
    await sample.getByRole('button', { name: more, exact: true }).click();
  assert.equal(await sample.getByRole('listitem').count(), 10);
  await sample.getByRole('button', { name: 'Ten others' }).click();
  await sample.getByText('Hi lena.hartog, the kiln opens.').waitFor({ state: 'detached' });
  assert.equal(await sample.getByRole('listitem').count(), 3);
  await page.getByRole('button', { name: /^Will be written to/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Will be written to' });
  await dialog.getByRole('link', { name: '@lena.hartog' }).waitFor();
  assert.equal(await dialog.getByRole('listitem').count(), 50);
  await dialog.getByRole('button', { name: 'Show more' }).click();
  await dialog.getByRole('listitem').nth(98).waitFor();
  await dialog.getByRole('searchbox').fill('person96');
  await dialog.getByRole('listitem').nth(1).waitFor({ state: 'detached' });
  assert.deepEqual(await violationsInLooks(page), []);
  await page.keyboard.press('Escape');
  const advice = page.getByRole('list', { name: 'Advice' });
  await advice.getByText('No sending hours are set: messages may go out at night.').waitFor();
  assert.deepEqual(await violationsInLooks(page), []);
  await advice.getByText('No agent with a site driver is connected: nothing is sent until one is.').waitFor();
  await advice.getByRole('button', { name: 'Set hours' }).click();
  const hours = page.getByRole('checkbox', { name: 'Only at sending hours' });
  await hours.and(page.locator(':checked')).waitFor();
  await page.waitForFunction(() => document.activeElement?.matches('#plan-hours input'));
  await advice.getByText('No sending hours are set').waitFor({ state: 'detached' });
  await advice.getByText('kiln.club and 1 other have sent fewer than 20 messages so far.').waitFor();
  await advice.getByRole('button', { name: 'Begin slowly' }).click();
  await page.getByText('2 profiles begin slowly.').waitFor();
  await advice.getByText('so far.').waitFor({ state: 'detached' });
  // The days are one stop of Tab, and the arrows read them.
  await page.getByRole('button', { name: 'Back to what is saved' }).click();
  const days = page.getByRole('slider', { name: 'Messages of each day' });
  await days.focus();
  const first = await days.getAttribute('aria-valuetext');
  assert.match(first ?? '', /^[A-Z][a-z]{2} \d\d-\d\d: \d+ messages?$/);
  await page.keyboard.press('ArrowRight');
  assert.match((await days.getAttribute('aria-valuetext')) ?? '', /: 14 messages$/);
});
