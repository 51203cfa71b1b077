import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeViolations, LOOKS, openPage, SCREENS } from './testing/browser.ts';
import { makeParts } from './testing/parts.ts';
import { startSite } from './testing/site.ts';

test('a campaign leaves people out by one quiet line, which Edit and its page show again', async (t) => {
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
  await page.getByRole('button', { name: 'Leave out', exact: true }).press('Enter');
  const lists = page.getByLabel('People of a list');
  await lists.and(page.locator(':focus')).waitFor();
  await lists.selectOption({ label: 'Booked a seat' });
  await page.getByLabel('People who replied').selectOption({ label: 'Replied within 30 days' });
  await page.getByText('Left out1').waitFor();
  const out = page.getByRole('list', { name: 'Left out' }).getByRole('listitem');
  assert.deepEqual(await out.allTextContents(), ['List: Booked a seat', 'Replied within 30 days']);
  for (const screen of Object.values(SCREENS)) {
    await page.setViewportSize(screen);
    assert.deepEqual(await axeViolations(page), []);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  }
  await page.getByRole('button', { name: 'Create campaign' }).click();
  await page.getByText('List: Booked a seat, Replied within 30 days').waitFor();
  const id = Number(page.url().split('/').at(-1));
  await page.goto(`/campaigns/${id}/edit`);
  await page.getByRole('button', { name: 'Do not leave out Replied within 30 days' }).press('Enter');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Campaign changed.').waitFor();
  const { campaign } = await marta.call('GET /api/campaigns/{id}', { params: { id } });
  assert.deepEqual(campaign.leave_out, {
    lists: [{ id: list.id, name: 'Booked a seat' }],
    tags: [],
    replied_days: null,
  });
  for (const look of LOOKS) {
    const looked = await openPage(t, { url: site.url, token: marta.token, ...look });
    await looked.goto(`/campaigns/${id}/edit`);
    await looked.getByText('List: Booked a seat').waitFor();
    assert.deepEqual(await axeViolations(looked), []);
  }
});
