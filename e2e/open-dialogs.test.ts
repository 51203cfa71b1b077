import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { APIResponse, Page } from 'playwright-core';
import { signUpAdmin } from './testing/administrator.ts';
import { axeViolations, openPage } from './testing/browser.ts';
import { makeParts, startCampaign } from './testing/parts.ts';
import { startScriptedAgent } from './testing/scripted-agent.ts';
import { startSite } from './testing/site.ts';

// An open dialog follows changes of its state or count from elsewhere.

async function start(t: TestContext) {
  const site = await startSite(t, { PRACTICE_URL: 'http://127.0.0.1:9' });
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token });
  return { site, marta, page };
}

test('the question before a campaign is deleted or stopped keeps counting while it sends', async (t) => {
  const { site, marta, page } = await start(t);
  const id = await startCampaign(marta, { ...(await makeParts(marta)), name: 'Kiln open' });
  const agent = await startScriptedAgent(site, marta);
  await page.goto('/campaigns');
  await page.getByText('Connected', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'More for Kiln open' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Stop' }).press('Enter');
  const stop = page.getByRole('dialog', { name: 'Stop Kiln open?' });
  await stop.getByText('0 of 3 recipients are done.').waitFor();
  await agent.deliver('sent');
  await stop.getByText('1 of 3 recipients are done. The other 2 get no message').waitFor();
  await stop.getByRole('button', { name: 'Cancel' }).press('Enter');

  await page.getByRole('button', { name: 'More for Kiln open' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  const remove = page.getByRole('dialog', { name: 'Delete Kiln open?' });
  await remove.getByText('Keep the 1 who was messaged as sent').waitFor();
  await agent.deliver('unknown');
  await agent.deliver('sent');
  await remove.getByText('Keep the 2 who were messaged as sent').waitFor();
  await remove.getByText('The 1 whose outcome is unclear stay failed.').waitFor();
  await remove.getByRole('button', { name: 'Delete campaign' }).press('Enter');
  await page.getByText('Campaign stopped and deleted.').waitFor();
  const { lists } = await marta.call('GET /api/lists');
  assert.deepEqual(
    [lists[0]?.sent, lists[0]?.failed, lists[0]?.pending],
    [2, 1, 0],
    `campaign ${id} kept them`,
  );
});

test('recipients that got the message during the question are kept, though there was no choice at first', async (t) => {
  const { site, marta, page } = await start(t);
  await startCampaign(marta, { ...(await makeParts(marta)), name: 'Kiln open' });
  const agent = await startScriptedAgent(site, marta);
  await page.goto('/campaigns');
  await page.getByText('Connected', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'More for Kiln open' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  const question = page.getByRole('dialog', { name: 'Delete Kiln open?' });
  await question.waitFor();
  assert.equal(await question.getByRole('radio').count(), 0);
  await agent.deliver('sent');
  await question.getByText('Keep the 1 who was messaged as sent').waitFor();
  await question.getByRole('button', { name: 'Delete campaign' }).press('Enter');
  await page.getByText('Campaign stopped and deleted.').waitFor();
  const { lists } = await marta.call('GET /api/lists');
  assert.deepEqual([lists[0]?.sent, lists[0]?.pending], [1, 2]);
});

test('an answer from before a change is fetched again, also the first one of a page', async (t) => {
  const { site, marta, page } = await start(t);
  const id = await startCampaign(marta, { ...(await makeParts(marta)), name: 'Kiln open' });
  const agent = await startScriptedAgent(site, marta);
  const lists = await holdAnswer(page, /\/api\/campaigns\?/);
  await page.goto('/campaigns');
  await page.getByText('Connected', { exact: true }).waitFor();
  await lists.answered;
  // The frame around the screen, which has its answers, follows the same event.
  await marta.call('PUT /api/campaigns/{id}/status', { params: { id }, body: { status: 'paused' } });
  await page.getByRole('link', { name: /Kiln open.*paused/ }).waitFor();
  lists.release();
  const row = page.getByRole('row', { name: /Kiln open/ });
  await row.getByText('Paused by you').waitFor();

  await marta.call('POST /api/campaigns/{id}/start', { params: { id } });
  // Until the first work call it waits for the agent.
  await row.getByText(/^Running/).waitFor();
  const one = await holdAnswer(page, /\/api\/campaigns\/\d+$/);
  await page.getByRole('button', { name: 'More for Kiln open' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  const question = page.getByRole('dialog', { name: 'Delete Kiln open?' });
  await one.answered;
  await agent.deliver('sent');
  await page
    .getByRole('row', { name: /Kiln open/, includeHidden: true })
    .getByText('1 sent')
    .waitFor();
  one.release();
  await question.getByText('Keep the 1 who was messaged as sent').waitFor();
});

/** Gives a call the answer that the server has now, but not before `release`; later calls get newer ones. */
async function holdAnswer(page: Page, url: RegExp) {
  const answered = Promise.withResolvers<APIResponse>();
  const held = Promise.withResolvers<void>();
  let isReleased = false;
  await page.route(url, async (route) => {
    if (isReleased) return route.continue();
    // React's strict mode asks twice, and drops the first.
    route.fetch().then(answered.resolve);
    await held.promise;
    await route.fulfill({ response: await answered.promise });
  });
  const release = () => {
    isReleased = true;
    held.resolve();
  };
  return { answered: answered.promise, release };
}

test('the question before a list is deleted follows that a campaign needs it now', async (t) => {
  const { marta, page } = await start(t);
  const parts = await makeParts(marta);
  await page.goto('/lists');
  await page.getByText('Connected', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'More for Neighbours' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Delete List' }).press('Enter');
  const question = page.getByRole('dialog', { name: 'Delete “Neighbours”?' });
  await question.getByText('The list and its 3 recipients will be deleted for good.').waitFor();
  await startCampaign(marta, { ...parts, name: 'Kiln open' });
  await question
    .getByText('Kiln open writes to it now: it cannot be deleted before that has ended.')
    .waitFor();
  await question.getByRole('button', { name: 'Cancel' }).press('Enter');
  await page.getByRole('link', { name: 'Kiln open waits for the agent, running' }).waitFor();
  assert.deepEqual(await axeViolations(page), []);
});

test('the forms of a ticket and a profile show changes from elsewhere, except in edited fields', async (t) => {
  const { site, marta, page } = await start(t);
  const ida = await signUpAdmin(site, 'ida');
  const { id } = await marta.call('POST /api/support', {
    body: { subject: 'Firefox closes', description: 'Again' },
  });
  const ticket = await openPage(t, { url: site.url, token: ida.token });
  await ticket.goto(`/support/${id}`);
  await ticket.getByText('Connected', { exact: true }).waitFor();
  await ticket.getByRole('button', { name: 'Update Ticket' }).click();
  const form = ticket.getByRole('dialog', { name: 'Update Ticket' });
  await form.getByLabel('Priority').selectOption('urgent');
  await ida.call('PUT /api/support/{id}', { params: { id }, body: { status: 'resolved', priority: 'low' } });
  await form.locator('select:has(option[value=resolved]:checked)').waitFor();
  assert.equal(await form.getByLabel('Priority').inputValue(), 'urgent');

  const body = { profile_name: 'kiln.club', profile_path: '/p/kiln' };
  const { profile } = await marta.call('POST /api/profiles', { body });
  await page.goto('/profiles');
  await page.getByText('Connected', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'More for kiln.club' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Edit Profile' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
  await dialog.getByText('Optional', { exact: true }).last().waitFor();
  await dialog.getByLabel('Profile name').fill('kiln.house');
  const params = { id: profile.id };
  await marta.call('PUT /api/profiles/{id}', {
    params,
    body: { insta_password: 'secret', insta_username: 'kiln' },
  });
  // A machine that has the folder takes the profile, and the password that was typed without a machine is dropped.
  await startScriptedAgent(site, marta);
  await dialog.getByText('It was stored for another machine or site: type it again').waitFor();
  assert.equal(await dialog.getByLabel('Instagram username').inputValue(), 'kiln');
  assert.equal(await dialog.getByLabel('Profile name').inputValue(), 'kiln.house');
});

test('the question before a user is deleted counts the campaigns that run now', async (t) => {
  const { site, marta } = await start(t);
  const ida = await signUpAdmin(site, 'ida');
  const page = await openPage(t, { url: site.url, token: ida.token });
  const parts = await makeParts(marta);
  await page.goto('/users');
  await page.getByRole('button', { name: 'More for marta' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Delete User' }).press('Enter');
  const question = page.getByRole('dialog', { name: 'Delete marta?' });
  await question.getByText('1 profile and no running campaign.').waitFor();
  await startCampaign(marta, { ...parts, name: 'Kiln open' });
  await question.getByText('1 profile and 1 running campaign, which stops first.').waitFor();
});
