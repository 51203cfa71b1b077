import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, violationsInLooks } from './testing/browser.ts';
import { pressItem } from './testing/menu.ts';
import { makeParts } from './testing/parts.ts';
import { startSite } from './testing/site.ts';

test('people are taken out of a campaign before its start, with Undo, and put back later', async (t) => {
  const site = await startSite(t, { PRACTICE_URL: 'http://127.0.0.1:9' });
  const marta = await site.signUp('marta');
  const parts = await makeParts(marta);
  const names = Array.from({ length: 4 }, (_, at) => `name.${at}`);
  for (const recipient of names)
    await marta.call('POST /api/recipients', { body: { list_id: parts.list_id, recipient } });
  const { campaign } = await marta.call('POST /api/campaigns', { body: { ...parts, name: 'Kiln open' } });
  const before = campaign.total_list;
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/campaigns/${campaign.id}/recipients?state=pending`);
  const menu = (name: string) => page.getByRole('button', { name: `Actions for @${name}` });
  const total = async () =>
    (await marta.call('GET /api/campaigns/{id}', { params: { id: campaign.id } })).campaign.total_list;

  await menu('name.1').focus();
  await page.keyboard.press('Enter');
  await pressItem(page.getByRole('menuitem', { name: 'Take out' }));
  await page.getByText('@name.1 taken out.').waitFor();
  await menu('name.1').waitFor({ state: 'detached' });
  assert.equal(await total(), before - 1);
  assert.equal(
    await page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
    'Actions for @name.2',
  );
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('1 person put back.').waitFor();
  await menu('name.1').waitFor();

  for (const name of ['name.2', 'name.3'])
    await page.getByRole('checkbox', { name: `Select @${name}` }).click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Take out' }).click();
  await page.getByText('2 people taken out.').waitFor();
  await page.getByRole('tab', { name: 'Skipped 2' }).click();
  await page.getByText('Taken out by you').first().waitFor();
  assert.deepEqual(await violationsInLooks(page), []);
  await page.getByRole('button', { name: 'Put back: @name.3' }).click();
  await page.getByText('1 person put back.').first().waitFor();
  await page.getByRole('tab', { name: 'Skipped 1' }).waitFor();
  assert.equal(await total(), before - 1);
});
