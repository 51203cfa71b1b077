import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, violationsInLooks, visit } from './testing/browser.ts';
import { makeParts } from './testing/parts.ts';
import { startSite } from './testing/site.ts';
import { changeWhoAndWhen } from './testing/who-and-when.ts';

test('a campaign leaves people out behind its line of who and when, which Edit and its page show again', async (t) => {
  const site = await startSite(t, { PRACTICE_URL: 'http://127.0.0.1:9' });
  const marta = await site.signUp('marta');
  const parts = await makeParts(marta, ['kiln.club']);
  const { list } = await marta.call('POST /api/lists', { body: { name: 'Booked a seat' } });
  const people = await marta.call('GET /api/lists/{id}/recipients', { params: { id: parts.list_id } });
  const [first] = people.recipients;
  await marta.call('POST /api/recipients', { body: { list_id: list.id, recipient: first?.recipient ?? '' } });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/campaigns/new?list=${parts.list_id}`);
  await page.getByLabel('Campaign name').fill('Raku');
  await changeWhoAndWhen(page);
  const lists = page.getByLabel('People of a list');
  await lists.and(page.locator(':focus')).waitFor();
  await lists.selectOption({ label: 'Booked a seat' });
  await page.getByLabel('People who replied').selectOption({ label: 'Replied within 30 days' });
  await page.getByRole('button', { name: '1 left out: see why' }).waitFor();
  const out = page.getByRole('list', { name: 'Left out' }).getByRole('listitem');
  assert.deepEqual(await out.allTextContents(), ['List: Booked a seat', 'Replied within 30 days']);
  assert.deepEqual(await violationsInLooks(page), []);
  const line = page.getByText(
    'Everybody pending except people of Booked a seat and people who replied within 30 days, at any time, at your pace',
  );
  await page.getByRole('button', { name: 'Close who and when' }).press('Enter');
  await line.waitFor();
  await page.getByRole('button', { name: 'Change who and when' }).and(page.locator(':focus')).waitFor();
  await page.getByRole('button', { name: 'Create campaign' }).click();
  await page.getByText('List: Booked a seat, Replied within 30 days').waitFor();
  const id = Number(page.url().split('/').at(-1));
  await visit(page, `/campaigns/${id}/edit`);
  await line.waitFor();
  await changeWhoAndWhen(page);
  await page.getByRole('button', { name: 'Do not leave out Replied within 30 days' }).press('Enter');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('heading', { name: 'Raku', exact: true, level: 1 }).waitFor();
  const { campaign } = await marta.call('GET /api/campaigns/{id}', { params: { id } });
  assert.deepEqual(campaign.leave_out, {
    lists: [{ id: list.id, name: 'Booked a seat' }],
    tags: [],
    replied_days: null,
  });
  await visit(page, `/campaigns/${id}/edit`);
  await page.getByText('Everybody pending except people of Booked a seat').waitFor();
  assert.deepEqual(await violationsInLooks(page), []);
});
