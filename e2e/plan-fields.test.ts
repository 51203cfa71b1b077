import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { axeViolations, openPage, SCREENS, violationsInLooks } from './testing/browser.ts';
import { makeParts } from './testing/parts.ts';
import { startSite } from './testing/site.ts';

const PRACTICE = { PRACTICE_URL: 'http://127.0.0.1:9' };

/**
 * A user whose two campaigns have not started, with 100 people, two profiles and a cap of ten a day. A forecast counts
 * days, so it must be morning where they live, whenever the test runs.
 */
async function startTwoCampaigns(t: TestContext) {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  await marta.call('PUT /api/auth/profile', { body: { time_zone: zoneOfMorning() } });
  const parts = await makeParts(marta, ['kiln.club', 'market']);
  await marta.call('PUT /api/settings', {
    body: { max_retries: 3, delay_start: 350, delay_end: 450, profile_cap_day: 10 },
  });
  const recipients = Array.from({ length: 97 }, (_, index) => `person${index}`);
  await marta.call('POST /api/recipients/bulk', { body: { list_id: parts.list_id, recipients } });
  await marta.call('POST /api/profiles', { body: { profile_name: 'spare', profile_path: '/p/spare' } });
  const make = async (name: string) =>
    (await marta.call('POST /api/campaigns', { body: { ...parts, name } })).campaign.id;
  const id = await make('Raku');
  await make('Kiln open');
  return { site, marta, id };
}

/** A time zone in which it is between six and seven in the morning. */
function zoneOfMorning(): string {
  const ahead = 6 - new Date().getUTCHours();
  // No zone is more than twelve hours behind. The signs of these zones are those of POSIX.
  return ahead < -12 ? `Etc/GMT-${ahead + 24}` : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

test('fields of a plan forecast as they are typed, and Use these saves them', async (t) => {
  const { site, marta, id } = await startTwoCampaigns(t);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/campaigns/${id}/plan`);
  const days = page.getByText(/^First message/);
  await days.getByText('· 5 days').waitFor();
  const use = page.getByRole('button', { name: 'Use these' });
  assert.equal(await use.count(), 0);
  const cap = page.getByRole('textbox', { name: 'At most a day, each profile' });
  await cap.fill('25');
  await days.getByText('· 2 days').waitFor();
  // An error is shown at once, and the last forecast stays.
  await cap.fill('25x');
  await page.getByText('A cap per day must be a whole number from 1 to 1000').waitFor();
  await days.getByText('· 2 days').waitFor();
  await use.and(page.locator('[aria-disabled="true"]')).waitFor();
  await cap.fill('50');
  await days.getByText('· 1 day').waitFor();
  // The slider says the same value, and has "No cap" beyond the greatest.
  const slider = page.getByRole('slider', { name: 'At most a day, each profile' });
  assert.equal(await slider.inputValue(), '50');
  await slider.press('End');
  assert.equal(await cap.inputValue(), '');
  await slider.fill('20');
  await days.getByText('· 3 days').waitFor();
  // One profile less takes twice as long.
  await page.getByRole('checkbox', { name: 'Send from market' }).uncheck();
  await days.getByText('· 5 days').waitFor();
  await page.getByRole('checkbox', { name: 'Send from market' }).check();
  // One that the campaign does not use can be added.
  await page.getByText('1 free profile that it does not use').click();
  const spare = page.getByRole('checkbox', { name: 'Send from spare' });
  assert.equal(await spare.isChecked(), false);
  await spare.check();
  await days.getByText('· 2 days').waitFor();
  await page.getByRole('textbox', { name: 'At most a day', exact: true }).fill('30');
  await days.getByText('· 4 days').waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await use.click();
  await page.getByText('This holds for all your campaigns: Kiln open changes too.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Use these' }).click();
  await page.getByText('Saved.').waitFor();
  await use.waitFor({ state: 'detached' });
  await page.getByText('1 free profile that it does not use').waitFor({ state: 'detached' });
  assert.equal(await spare.isChecked(), true);
  const { settings } = await marta.call('GET /api/settings');
  const { campaign } = await marta.call('GET /api/campaigns/{id}', { params: { id } });
  assert.deepEqual([settings.profile_cap_day, campaign.cap_day, settings.delay_start], [20, 30, 350]);
  assert.equal(campaign.profiles_used.length, 3);
});

test('a plan tries hours and a later start, by keyboard, on a phone and in the dark', async (t) => {
  const { site, marta, id } = await startTwoCampaigns(t);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/campaigns/${id}/plan`);
  await page.getByRole('checkbox', { name: 'Only at sending hours' }).focus();
  await page.keyboard.press('Space');
  await page
    .getByRole('textbox', { name: 'Monday to Friday, to' })
    .or(page.getByRole('textbox', { name: 'Monday, to' }))
    .fill('09:10');
  await page.getByText('A range must last at least 15 minutes').waitFor();
  await page
    .getByRole('textbox', { name: 'Monday to Friday, to' })
    .or(page.getByRole('textbox', { name: 'Monday, to' }))
    .fill('12:00');
  await page.getByText('A range must last at least 15 minutes').waitFor({ state: 'detached' });
  await page.getByText('Later', { exact: true }).click();
  await page.getByLabel('Begins: day').fill('2020-01-01');
  await page.getByText('The start must be at least a minute ahead').waitFor();
  assert.deepEqual(await violationsInLooks(page), []);
  await page.getByRole('button', { name: 'Back to what is saved' }).click();
  await page.getByText('The start must be at least a minute ahead').waitFor({ state: 'detached' });

  // On a phone Start goes across, and the limits stand before the messages.
  await page.setViewportSize(SCREENS.phone);
  const boxOf = async (name: string, role: 'button' | 'heading') =>
    (await page.getByRole(role, { name, exact: true }).boundingBox()) ?? assert.fail(`${name} is not there`);
  const start = await boxOf('Start', 'button');
  const limits = await boxOf('How much and when', 'heading');
  assert.equal(start.x * 2 + start.width, SCREENS.phone.width);
  const messages = await boxOf('Ten of them, as they read it', 'heading');
  assert.ok(limits.y < messages.y);
});
