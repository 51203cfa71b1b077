import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, violationsInLooks } from './testing/browser.ts';
import { makeParts } from './testing/parts.ts';
import { startSite } from './testing/site.ts';

test('a plan has a look at who is pending elsewhere, and leaves them out', async (t) => {
  const site = await startSite(t, { PRACTICE_URL: 'http://127.0.0.1:9' });
  const marta = await site.signUp('marta');
  const parts = await makeParts(marta);
  const { campaign } = await marta.call('POST /api/campaigns', { body: { ...parts, name: 'Raku' } });
  const path = `/campaigns/${campaign.id}/plan`;
  const nothing = await openPage(t, { url: site.url, token: marta.token });
  await nothing.goto(path);
  await nothing.getByText('3 people').waitFor();
  assert.equal(await nothing.getByRole('heading', { name: 'Have a look' }).count(), 0);
  await nothing.close();

  const { list } = await marta.call('POST /api/lists', { body: { name: 'Kiln' } });
  const recipients = ['lena.hartog', 'slow.kitchen'];
  await marta.call('POST /api/recipients/bulk', { body: { list_id: list.id, recipients } });
  await marta.call('POST /api/campaigns', { body: { ...parts, list_id: list.id, name: 'Kiln open' } });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(path);
  await page.getByRole('heading', { name: 'Have a look' }).waitFor();
  await page
    .getByText('2 also pending in Kiln open, which has not ended: they would get both')
    .last()
    .waitFor();
  await page.getByRole('button', { name: 'Have a look' }).click();
  await page.locator('button:focus', { hasText: 'See who' }).waitFor();
  assert.deepEqual(await violationsInLooks(page), []);
  await page.getByRole('button', { name: /^See who: Also pending/ }).click();
  const people = page.getByRole('dialog').getByRole('listitem');
  await people.filter({ hasText: '@slow.kitchenAlso pending in Kiln open' }).waitFor();
  assert.equal(await people.count(), 2);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Leave out 2/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('2 people taken out.').waitFor();
  await page.getByText('1 person', { exact: true }).waitFor();
  await page.getByRole('heading', { name: 'Have a look' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await page.getByText('2 people put back.').waitFor();
  await page.getByRole('button', { name: /^Leave out 2/ }).press('Enter');
  await page.getByRole('heading', { name: 'Have a look' }).waitFor({ state: 'detached' });
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Taken out by you2');
  assert.equal(
    (await marta.call('GET /api/campaigns/{id}', { params: { id: campaign.id } })).campaign.total_list,
    1,
  );
});
