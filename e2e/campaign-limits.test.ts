import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, violationsInLooks } from './testing/browser.ts';
import { makeParts, startCampaign } from './testing/parts.ts';
import { startSite } from './testing/site.ts';

const PRACTICE = { PRACTICE_URL: 'http://127.0.0.1:9' };
const DAY_MS = 86_400_000;

/** A weekday that is neither today, yesterday nor tomorrow: 1 is Monday. */
const farDay = () => (((new Date().getUTCDay() || 7) + 2) % 7) + 1;

/** A user with a running campaign. */
async function running(t: Parameters<typeof startSite>[0]) {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const id = await startCampaign(marta, { ...(await makeParts(marta)), name: 'Raku night' });
  const limits = async () => {
    const { campaign } = await marta.call('GET /api/campaigns/{id}', { params: { id } });
    return { hours: campaign.hours, not_after: campaign.not_after, cap_day: campaign.cap_day };
  };
  return { site, marta, id, limits };
}

test('the limits of a running campaign are set, refused, changed and removed in a dialog', async (t) => {
  const { site, marta, id, limits } = await running(t);
  const tomorrow = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/campaigns/${id}`);
  const information = page.locator('section', { hasText: 'Campaign Information' });
  await information.getByText('Profiles Used').waitFor();
  // Who set no limit sees none.
  assert.equal(await information.getByText(/Hours|Nothing after|At most a day/).count(), 0);
  assert.equal(await information.getByRole('button').count(), 0);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'When and how much' }).click();
  const dialog = page.getByRole('dialog', { name: 'When and how much' });
  await dialog
    .getByText('A campaign that has started keeps its list, its message and its profiles.')
    .waitFor();
  assert.equal(await dialog.getByText('Begins').count(), 0);
  await dialog.getByText('Fewer, for this campaign').click();
  await dialog.getByRole('button', { name: 'Set a last moment' }).click();
  await dialog.getByLabel('Nothing after: day').fill('2020-01-01');
  await dialog.getByLabel('At most a day').fill('0');
  await dialog.getByLabel('At most a day').press('Enter');
  await dialog.getByText('The last moment must be ahead').waitFor();
  await dialog.getByText('A cap per day must be a whole number from 1 to 100000').waitFor();
  assert.deepEqual(await violationsInLooks(page), []);
  await dialog.getByLabel('Nothing after: day').fill(tomorrow);
  await dialog.getByLabel('Nothing after: time').fill('23:30');
  await dialog.getByLabel('At most a day').fill('30');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Campaign changed.').waitFor();
  await information.getByText('Mon–Fri 09:00–18:00').waitFor();
  const set = await limits();
  assert.deepEqual([set.hours?.length, set.not_after, set.cap_day], [5, `${tomorrow}T23:30:00.000Z`, 30]);

  // The same dialog from Information; what is not changed stays, and what was removed is gone.
  await information.getByRole('button', { name: 'Change limits' }).click();
  assert.equal(await dialog.getByLabel('Nothing after: time').inputValue(), '23:30');
  await dialog.getByLabel('At most a day').fill('40');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.deepEqual(await limits(), { ...set, cap_day: 40 });
  await information.getByRole('button', { name: 'Change limits' }).click();
  await dialog.getByText('At any time', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await dialog.getByLabel('At most a day').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await information.getByText('At most a day').waitFor({ state: 'detached' });
  assert.deepEqual(await limits(), { hours: null, not_after: null, cap_day: null });
});

test('hours that never meet the account’s are refused at their field, and a cap set meanwhile stays', async (t) => {
  const { site, marta, id, limits } = await running(t);
  await marta.call('PUT /api/settings', { body: { hours: [{ day: 6, from: '09:00', to: '10:00' }] } });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/campaigns/${id}`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'When and how much' }).click();
  const dialog = page.getByRole('dialog', { name: 'When and how much' });
  await dialog.getByText('Fewer, for this campaign').click();
  await dialog.getByLabel('Saturday, from').fill('11:00');
  await dialog.getByLabel('Saturday, to').fill('12:00');
  await marta.call('PUT /api/campaigns/{id}', { params: { id }, body: { cap_day: 7 } });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('These hours never meet your sending hours for 15 minutes').first().waitFor();
  await dialog.getByLabel('Saturday, from').fill('09:00');
  await dialog.getByLabel('Saturday, to').fill('09:30');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.deepEqual(await limits(), {
    hours: [{ day: 6, from: '09:00', to: '09:30' }],
    not_after: null,
    cap_day: 7,
  });
});

test('a waiting campaign leads to the limit that it waits for: its own, or the account’s', async (t) => {
  const { site, marta, id } = await running(t);
  const page = await openPage(t, { url: site.url, token: marta.token });
  const hours = [{ day: farDay(), from: '09:00', to: '10:00' }];
  await marta.call('PUT /api/campaigns/{id}', { params: { id }, body: { hours } });
  await page.goto(`/campaigns/${id}`);
  const notice = page.getByRole('region', { name: 'Waiting.' });
  await page.getByText(/^3 people wait · Ends .*\d\d-\d\d .*See the plan$/).waitFor();
  await notice.getByRole('button', { name: 'Change hours' }).click();
  const dialog = page.getByRole('dialog', { name: 'When and how much' });
  await dialog.getByText('At any time', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await notice.waitFor({ state: 'detached' });
  // The account opens later than the campaign would.
  await marta.call('PUT /api/settings', { body: { hours } });
  await marta.call('PUT /api/campaigns/{id}', {
    params: { id },
    body: { hours: [{ day: farDay(), from: '08:00', to: '11:00' }] },
  });
  await notice.getByRole('link', { name: 'Change hours' }).click();
  await page.getByRole('checkbox', { name: 'Monday' }).waitFor();
});

test('a last moment that has passed keeps Start off, and its notice leads to it', async (t) => {
  const { site, marta, id } = await running(t);
  const page = await openPage(t, { url: site.url, token: marta.token });
  const notice = (name: string) => page.getByRole('region', { name });
  const start = page.getByRole('button', { name: 'Start', exact: true });
  const off = page.getByRole('paragraph').getByText('Off: its last moment has passed');
  await marta.call('POST /api/campaigns/{id}/stop', { params: { id } });
  await site.database.pool.query(
    "update campaigns set paused_reason = 'Your subscription has expired' where id = $1",
    [id],
  );
  await page.goto(`/campaigns/${id}`);
  await notice('Paused.').getByRole('button', { name: 'Continue' }).waitFor();

  const change = async (state: string, name: string) => {
    await site.database.pool.query(
      `update campaigns set not_after = now() - interval '1 hour', ${state} where id = $1`,
      [id],
    );
    await page.reload();
    await off.waitFor();
    assert.equal(await start.isDisabled(), true);
    await notice(name).getByRole('button', { name: 'Change its last moment' }).click();
    const dialog = page.getByRole('dialog', { name: 'When and how much' });
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await off.waitFor({ state: 'detached' });
  };
  await change("paused_reason = 'Its last moment, 28-11-2026 18:00, has passed'", 'Paused.');
  await change("status = 'pending', mark = null, started_at = null, paused_reason = null", 'Cannot start.');
});
