import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, violationsInLooks } from './testing/browser.ts';
import { startSite } from './testing/site.ts';

const on = (day: number, from: string, to: string) => ({ day, from, to });
const workdays = (...ranges: [string, string][]) =>
  [1, 2, 3, 4, 5].flatMap((day) => ranges.map(([from, to]) => on(day, from, to)));

test('sending hours are ticked, typed and copied by keyboard, said in words, and saved', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/settings/sending');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const hours = page.getByRole('region', { name: 'Sending hours' });
  await hours.getByText('At any time. The next message may go now.').waitFor();
  await hours.getByRole('button', { name: 'Change' }).press('Enter');
  await page.getByRole('radio', { name: 'At any time' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByText('Choose at least one range, or “At any time”').waitFor();
  await save.press('Enter');
  const monday = page.getByRole('checkbox', { name: 'Monday' });
  await monday.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Space');
  const from = (label: string) => page.getByLabel(`${label}, from`, { exact: true });
  const to = (label: string) => page.getByLabel(`${label}, to`, { exact: true });
  assert.deepEqual([await from('Monday').inputValue(), await to('Monday').inputValue()], ['09:00', '18:00']);
  await to('Monday').fill('12');
  await page.getByRole('button', { name: 'Add a range on Monday' }).press('Enter');
  assert.equal(await to('Monday, range 1').inputValue(), '12:00');
  await from('Monday, range 2').fill('11:30');
  await to('Monday, range 2').fill('1800');
  await save.press('Enter');
  await page.getByText('Ranges on Monday overlap: 09:00–12:00 and 11:30–18:00').waitFor();
  await from('Monday, range 1').and(page.locator(':focus')).waitFor();
  await from('Monday, range 2').fill('13');
  await page.getByRole('button', { name: 'Copy Monday to Tue–Fri' }).press('Enter');
  await page.getByText('40 hours a week, off on Saturday and Sunday.').waitFor();
  await page.getByRole('checkbox', { name: 'Saturday' }).press('Space');
  await from('Saturday').fill('20');
  await to('Saturday').fill('2');
  await from('Saturday').focus();
  await page.getByText('next day').waitFor();
  await page.getByText('46 hours a week.').waitFor();
  await page.getByRole('button', { name: 'Remove Saturday' }).press('Enter');

  // Another window's caps stay.
  await marta.call('PUT /api/settings', { body: { cap_day: 40 } });
  await save.press('Enter');
  await page.getByText('Sending hours saved.').waitFor();
  await hours.getByText('Mon–Fri 09:00–12:00 and 13:00–18:00.').waitFor();

  const dates = page.getByRole('region', { name: 'Quiet dates' });
  await dates.getByRole('button', { name: 'Add' }).press('Enter');
  const first = page.getByLabel('First day');
  await first.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Choose the first day').waitFor();
  await first.fill('24-12-2126');
  await save.focus();
  await page.getByRole('tooltip').getByText('Add the typed dates first').waitFor();
  await page.getByLabel('Last day (optional)').fill('01-01-2127');
  await page.getByLabel('Last day (optional)').press('Enter');
  await page.getByText('24-12-2126 to 01-01-2127').waitFor();
  await page.getByRole('button', { name: 'Add dates' }).and(page.locator(':focus')).waitFor();
  await save.press('Enter');
  await page.getByText('Quiet dates saved.').waitFor();
  await dates.getByText('24-12-2126 to 01-01-2127').waitFor();
  const { settings } = await marta.call('GET /api/settings');
  assert.deepEqual(settings.hours, workdays(['09:00', '12:00'], ['13:00', '18:00']));
  assert.deepEqual(settings.quiet_dates, [{ from: '2126-12-24', to: '2127-01-01' }]);
  assert.equal(settings.cap_day, 40);

  await hours.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('radio', { name: 'At any time' }).check({ force: true });
  await save.click();
  await page.getByText('Messages may go at any time.').waitFor();
  assert.equal((await marta.call('GET /api/settings')).settings.hours, null);
});

test('on a phone neighbouring days with the same hours are one row until each day is asked for', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  await marta.call('PUT /api/settings', {
    body: { hours: workdays(['09:00', '12:00'], ['13:00', '18:00']) },
  });
  const page = await openPage(t, { url: site.url, token: marta.token, screen: 'phone', scheme: 'dark' });
  await page.goto('/settings/sending?line=hours');
  await page.getByRole('checkbox', { name: 'Saturday to Sunday' }).waitFor();
  await page.getByLabel('Monday to Friday, range 2, to').fill('17');
  await page.keyboard.press('Tab');
  await page.getByText('35 hours a week').waitFor();
  await page.getByRole('button', { name: 'Each day by itself' }).click();
  await page.getByRole('button', { name: 'Remove Friday, range 2' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Sending hours saved.').waitFor();
  const { settings } = await marta.call('GET /api/settings');
  assert.equal(settings.hours?.length, 9);
});

test('caps are saved by themselves, and a wrong one is named', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/settings/sending?line=caps');
  const hour = page.getByLabel('Each profile an hour');
  await hour.fill('121');
  await page.getByLabel('Each profile a day').fill('20');
  await page.keyboard.press('Enter');
  await page.getByText('A cap per hour must be a whole number from 1 to 120').waitFor();
  await hour.and(page.locator(':focus')).waitFor();
  await hour.fill('');
  await marta.call('PUT /api/settings', { body: { cap_day: 300 } });
  await page.keyboard.press('Enter');
  await page.getByText('Caps saved.').waitFor();
  const { settings } = await marta.call('GET /api/settings');
  assert.deepEqual([settings.profile_cap_hour, settings.profile_cap_day, settings.cap_day], [null, 20, 300]);
  await page.getByText('Each profile 20 a day, all together 300 a day').waitFor();
});

test('sending hours and caps are accessible', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  await marta.call('PUT /api/settings', {
    body: {
      hours: [...workdays(['09:00', '12:00'], ['13:00', '18:00']), on(7, '20:00', '02:00')],
      quiet_dates: [
        { from: '2126-12-24', to: '2127-01-01' },
        { from: '2127-05-17', to: '2127-05-17' },
      ],
      profile_cap_day: 20,
    },
  });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/settings/sending?line=hours');
  await page.getByRole('checkbox', { name: 'Sunday' }).waitFor();
  assert.deepEqual(await violationsInLooks(page), []);
  await page.getByRole('button', { name: 'Change Limits' }).click();
  assert.deepEqual(await violationsInLooks(page), []);
  await page.getByRole('button', { name: 'Change Quiet dates' }).click();
  await page.getByRole('button', { name: 'Add dates' }).click();
  assert.deepEqual(await violationsInLooks(page), []);
});
