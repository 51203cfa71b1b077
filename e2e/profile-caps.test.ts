import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeViolations, openPage, violationsInLooks } from './testing/browser.ts';
import { startSite } from './testing/site.ts';

const body = { profile_name: 'kiln.club', profile_path: '/p/kiln.club', insta_username: 'kiln.club' };

test('how much a profile sends is closed until it is set, and says which cap holds', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  await marta.call('PUT /api/settings', { body: { profile_cap_day: 20 } });
  const { profile } = await marta.call('POST /api/profiles', { body });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/profiles');
  const open = async () => {
    await page.getByRole('button', { name: 'More for kiln.club' }).click();
    await page.getByRole('menuitem', { name: 'Edit Profile' }).click();
  };
  await open();
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
  const day = dialog.getByLabel('At most a day');
  await dialog.getByText('No cap').waitFor();
  assert.equal(await day.isVisible(), false);
  await dialog.getByText('How much it sends').click();
  await dialog.getByText("Your account's 20 a day holds.").waitFor();
  await day.fill('30');
  await dialog.getByText("Your account's 20 a day is smaller and holds.").waitFor();
  await day.fill('1001');
  await page.keyboard.press('Enter');
  await dialog.getByText('A cap per day must be a whole number from 1 to 1000').waitFor();
  await day.fill('20');
  await dialog.getByText("Your account's is 20 too.").waitFor();
  await dialog.getByLabel('Begin slowly').check();
  await dialog.getByText('Day 9: 20, its cap').waitFor();
  await dialog.getByRole('button', { name: 'Save Profile' }).click();
  await page.getByText('Profile saved.').waitFor();
  const { profiles } = await marta.call('GET /api/profiles', { query: {} });
  assert.deepEqual(
    [profiles[0]?.cap_day, profiles[0]?.cap_hour, profiles[0]?.begin_slowly],
    [20, null, { day: 1 }],
  );
  await open();
  await dialog.getByText('0 of 5').waitFor();
  await dialog.getByText('Begins slowly, day 1').waitFor();
  assert.equal(await day.inputValue(), '20', 'it is open once something is set');
  assert.equal(profile.cap_day, null);
});

test('a profile that sends at half says so before and after Resume', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const { profile } = await marta.call('POST /api/profiles', {
    body: { ...body, cap_day: 5, begin_slowly: true },
  });
  await site.database.pool.query(
    `update profiles set blocked_at = now(), blocked_reason = 'Limited' where id = $1`,
    [profile.id],
  );
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/profiles');
  await page.getByRole('button', { name: 'Resume' }).first().click();
  await page.getByText('For 7 days it sends at half.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
  await page.getByText('kiln.club sends again.').waitFor();
  await page.getByRole('button', { name: 'More for kiln.club' }).click();
  await page.getByRole('menuitem', { name: 'Edit Profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
  await dialog.getByText(/^Sends at half until .*, because it was blocked\.$/).waitFor();
  await dialog.getByText('0 of 3').waitFor();
  assert.deepEqual(await violationsInLooks(page), []);
  await dialog.getByRole('button', { name: 'Send at full again' }).click();
  await page.getByText('kiln.club sends in full again.').waitFor();
  await dialog.getByText('0 of 5').waitFor();
});

test('a profile whose cap is reached says when it may send again', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const { profile } = await marta.call('POST /api/profiles', { body: { ...body, cap_day: 20 } });
  const { list } = await marta.call('POST /api/lists', { body: { name: 'Club' } });
  await marta.call('POST /api/recipients', { body: { list_id: list.id, recipient: 'anna' } });
  const { template } = await marta.call('POST /api/templates', { body: { name: 'Hello', content: 'Hi' } });
  const parts = { message_template_id: template.id, list_id: list.id, profiles_used: [profile.id] };
  const { campaign } = await marta.call('POST /api/campaigns', { body: { name: 'Kiln open', ...parts } });
  await marta.call('POST /api/campaigns/{id}/start', { params: { id: campaign.id } });
  await site.database.pool.query(
    `update profiles set counted_day = (now() at time zone 'UTC')::date, begun_today = 20 where id = $1`,
    [profile.id],
  );
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/profiles');
  await page.getByText('20 of 20 today, again at 00:00').waitFor();
  await site.database.pool.query(
    `update profiles set begun_today = 3, next_send_at = now() + interval '50 minutes' where id = $1`,
    [profile.id],
  );
  await page.reload();
  await page.getByRole('button', { name: 'More for kiln.club' }).click();
  await page.getByRole('menuitem', { name: 'Edit Profile' }).click();
  await page.getByText(/^Today 3 of 20, next message in \d\d:\d\d$/).waitFor();
  assert.deepEqual(await axeViolations(page), []);
});
