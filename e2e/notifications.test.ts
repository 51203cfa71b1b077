import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, violationsInLooks, visit } from './testing/browser.ts';
import { makeParts, startCampaign } from './testing/parts.ts';
import { startScriptedAgent } from './testing/scripted-agent.ts';
import { startSite } from './testing/site.ts';

test('the bell tells what stopped, with its press, by keyboard alone, and Settings choose of what', async (t) => {
  const site = await startSite(t, { PRACTICE_URL: 'http://127.0.0.1:9' });
  const marta = await site.signUp('marta');
  const id = await startCampaign(marta, { ...(await makeParts(marta)), name: 'Kiln open' });
  const agent = await startScriptedAgent(site, marta);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/templates');
  const header = page.getByRole('banner');
  await header.getByText('Connected', { exact: true }).waitFor();
  const bell = header.getByRole('button', { name: /^Notifications/ });
  assert.equal(await bell.count(), 0);

  await agent.deliver('blocked');
  await header.getByRole('button', { name: 'Notifications, 2 unread' }).press('Enter');
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  const [paused, blocked] = [panel.getByRole('listitem').first(), panel.getByRole('listitem').last()];
  await paused.getByText('Kiln open is paused (new)').waitFor();
  await paused.getByText('No profile of this campaign is able to send').waitFor();
  await blocked.getByText('kiln.club is blocked (new)').waitFor();
  // Opening marks all as read; what was new stays marked until it is closed.
  await header.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
  await paused.getByText('Kiln open is paused (new)').waitFor();
  assert.deepEqual(await violationsInLooks(page), []);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  assert.equal(await bell.evaluate((button) => button === document.activeElement), true);
  await page.keyboard.press('Enter');
  await paused.getByText('Kiln open is paused', { exact: true }).waitFor();
  await paused.getByRole('link', { name: 'Look' }).press('Enter');
  await page.waitForURL(`**/campaigns/${id}`);
  await panel.waitFor({ state: 'detached' });

  // What has passed is over, and has no press of its own any more.
  const [profile] = (await marta.call('GET /api/profiles')).profiles;
  assert.ok(profile);
  await marta.call('PUT /api/profiles/{id}/resume', { params: { id: profile.id } });
  await page.reload();
  await bell.click();
  await blocked.getByText(', over').waitFor();
  assert.equal(await blocked.getByRole('link').count(), 0);

  await panel.getByRole('link', { name: 'Settings' }).click();
  await page.waitForURL('**/settings/account?line=notifications');
  const line = page.getByRole('region', { name: 'Notifications' });
  await line.getByText('12 of 13 kinds in the app').waitFor();
  assert.equal(await line.getByRole('columnheader', { name: 'E-mail' }).count(), 0);
  const blocks = line.getByRole('checkbox', { name: 'In the app: A profile is blocked' });
  await blocks.uncheck();
  await line.getByRole('checkbox', { name: 'In the app: Somebody replied' }).check();
  assert.deepEqual(await violationsInLooks(page), []);
  await line.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Notifications saved.').waitFor();
  await visit(page, '/templates');
  await bell.click();
  await paused.getByText('Kiln open is paused', { exact: true }).waitFor();
  assert.equal(await panel.getByRole('listitem').count(), 1);
});
