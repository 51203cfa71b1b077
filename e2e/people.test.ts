import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { axeViolations, openPage, SCREENS, visit } from './testing/browser.ts';
import { pressItem } from './testing/menu.ts';
import { makeParts, startCampaign } from './testing/parts.ts';
import { startScriptedAgent } from './testing/scripted-agent.ts';
import { startSite } from './testing/site.ts';

const PRACTICE = { PRACTICE_URL: 'http://127.0.0.1:9' };

test('every figure of a campaign leads to its people, and a name to the history of all campaigns', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const parts = await makeParts(marta);
  await marta.call('POST /api/recipients', { body: { list_id: parts.list_id, recipient: 'zoe' } });
  const id = await startCampaign(marta, { ...parts, name: 'Kiln open' });
  const agent = await startScriptedAgent(site, marta);
  const sent = await agent.deliver('sent');
  const missing = await agent.deliver('not_found');
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/campaigns/${id}`);

  await page.getByRole('link', { name: '1 not found: show the 1 who were not found' }).click();
  await page.waitForURL(/recipients\?state=not_found$/);
  await page.getByRole('heading', { name: 'People of Kiln open', level: 1 }).waitFor();
  const row = page.getByRole('row').filter({ hasText: `@${missing}` });
  await row.getByText('Not found', { exact: true }).waitFor();
  await row.getByText('The practice inbox knows no such name.').waitFor();
  await page.getByRole('tab', { name: 'Pending 2' }).click();
  await page.getByRole('cell', { name: 'Pending', exact: true }).first().waitFor();
  await page.goBack();
  await page.goBack();
  await page.getByRole('link', { name: '1: show the 1 who got the message' }).click();
  const person = page.getByRole('main').getByRole('link', { name: `@${sent}`, exact: true });
  await person.waitFor();
  assert.deepEqual(await axeViolations(page), []);

  await person.press('Enter');
  await page.getByRole('heading', { name: `@${sent}`, level: 1 }).waitFor();
  const happened = page.getByRole('row').filter({ hasText: 'Kiln open' });
  await happened.getByText('Sent', { exact: true }).waitFor();
  await happened.getByRole('link', { name: 'kiln.club' }).waitFor();

  const unclear = await agent.deliver('unknown');
  await visit(page, `/lists/${parts.list_id}`);
  await page
    .getByRole('row')
    .filter({ hasText: `@${unclear}` })
    .getByText('Unclear', { exact: true })
    .waitFor();
  await visit(page, '/campaigns');
  await page.getByText('(1 unclear)').waitFor();
  await visit(page, '/dashboard');
  await page.getByText('(1 unclear)').waitFor();
  await visit(page, `/lists/${parts.list_id}`);
  await page
    .getByRole('main')
    .getByRole('link', { name: `@${missing}`, exact: true })
    .click();
  await page.getByText('The practice inbox knows no such name.').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Kiln open', exact: true }).click();
  await page.getByRole('heading', { name: 'Kiln open', level: 1 }).waitFor();

  await agent.deliver('blocked');
  await page
    .getByRole('cell', {
      name: /^kiln\.club ?Instagram asks for a pause\. ?since \d\d:\d\d, after 1 message today$/,
    })
    .waitFor();

  // Their owner checks the threads and settles: for one, then for all.
  await visit(page, `/campaigns/${id}/recipients?state=failed`);
  await page.getByRole('rowgroup').getByText('Perhaps delivered.').first().waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export these 2' }).press('Enter');
  assert.equal((await download).suggestedFilename(), 'Kiln open not delivered.csv');
  const text = await readFile(await (await download).path(), 'utf8');
  assert.match(
    text,
    new RegExp(`^\ufeffRecipient,.+\r\n${unclear},Unclear,.+\r\n${missing},Not found,.+\r\n$`),
  );
  await page.getByText('Exported.', { exact: true }).waitFor();
  await page.getByRole('button', { name: `It did not: @${unclear}` }).press('Enter');
  const question = page.getByRole('dialog', { name: `Try @${unclear} again?` });
  await question.getByText('If it did arrive, they get it a second time.').waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await question.getByRole('button', { name: 'Try again' }).press('Enter');
  await page.getByText('1 person is tried again.').waitFor();
  await page.getByRole('tab', { name: 'Pending 2' }).waitFor();
  await page.locator(':focus:not(body)').waitFor();
  const [profile_id = 0] = parts.profiles_used;
  await marta.call('PUT /api/profiles/{id}/resume', { params: { id: profile_id } });
  await marta.call('POST /api/campaigns/{id}/start', { params: { id } });
  const again = [await agent.deliver('unknown'), await agent.deliver('unknown')];
  assert.ok(again.includes(unclear));
  await page.getByRole('button', { name: 'Unclear 2' }).click();
  await page.getByText('Look into the conversation, then say what you saw.').waitFor();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByText('2 selected').waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await page.getByRole('button', { name: 'They arrived' }).click();
  await page
    .getByRole('dialog', { name: 'Count 2 people as sent?' })
    .getByRole('button', { name: 'Count as sent' })
    .click();
  await page.getByText('2 people count as sent.').waitFor();
  await page.getByText('Nobody in this campaign: Unclear.').waitFor();
  await page.getByRole('tab', { name: 'Sent 3' }).waitFor();

  // On a phone the chosen tab is visible, however wide the counts make those before it.
  const state = 'skipped' as const;
  const { counts, ...none } = await marta.call('GET /api/campaigns/{id}/recipients', {
    params: { id },
    query: { state },
  });
  await page.route(/\/recipients\?/, (route) =>
    route.request().resourceType() === 'document'
      ? route.continue()
      : route.fulfill({ json: { ...none, counts: { ...counts, sent: 123_456, pending: 123_456 } } }),
  );
  await page.setViewportSize(SCREENS.phone);
  await page.goto(`/campaigns/${id}/recipients?state=skipped`);
  await page.getByRole('tab', { name: 'Pending 123,456' }).waitFor();
  const { x = 0, width = 0 } = (await page.getByRole('tab', { name: 'Skipped 0' }).boundingBox()) ?? {};
  assert.ok(x > 0 && x + width <= SCREENS.phone.width, `The chosen tab is at ${x}.`);
});

test('a new campaign of the same parts writes to the recipients that the old one did not reach, and to nobody twice', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const parts = await makeParts(marta);
  await marta.call('PUT /api/settings', { body: { max_retries: 1, delay_start: 0, delay_end: 0 } });
  const id = await startCampaign(marta, { ...parts, name: 'Kiln open' });
  const agent = await startScriptedAgent(site, marta);
  await agent.deliver('sent');
  const missed = await agent.deliver('failed');
  await agent.deliver('not_found');
  assert.equal(await agent.deliver('failed'), missed);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/campaigns/${id}`);
  await page.getByText('Completed', { exact: true }).first().waitFor();
  const rest = page.getByRole('button', { name: 'Send to the rest' });
  // No recipient is left.
  assert.equal(await rest.count(), 0);
  await page.getByRole('button', { name: 'Try the failed again' }).press('Enter');
  const retry = page.getByRole('dialog', { name: 'Try the failed of Kiln open again' });
  await retry.getByText('The 1 who certainly got nothing go back to pending in Neighbours.').waitFor();
  await retry.getByText('With 1 profile of the old campaign.').waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await retry.getByLabel('Campaign name').fill('Again');
  await retry.getByRole('button', { name: 'Create campaign' }).click();
  await page.getByRole('heading', { name: 'Again', level: 1 }).waitFor();
  await page.getByRole('status').filter({ hasText: '1 person gets it' }).waitFor();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('button', { name: 'More', exact: true }).press('Enter');
  await pressItem(page.getByRole('menuitem', { name: 'Duplicate' }));
  const duplicate = page.getByRole('dialog', { name: 'Duplicate Again' });
  await duplicate.getByText('Its profiles are sending in Again.').waitFor();
  await duplicate.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop campaign' }).click();
  await page.getByText('Reached 0.0%: 0 of 1', { exact: true }).waitFor();

  await rest.press('Enter');
  const more = page.getByRole('dialog', { name: 'Send to the rest of Again' });
  await more.getByText('to the 1 who are pending in Neighbours').waitFor();
  await more.getByLabel('Campaign name').fill('Rest');
  await more.getByRole('button', { name: 'Create campaign' }).click();
  await page.getByRole('heading', { name: 'Rest', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Start' }).click();
  assert.equal(await agent.deliver('sent'), missed);
  await page.getByText('Completed', { exact: true }).first().waitFor();

  await visit(page, `/campaigns/${id}/recipients?state=failed`);
  await page
    .getByRole('main')
    .getByRole('link', { name: `@${missed}`, exact: true })
    .click();
  const happened = page.getByRole('table', { name: 'What happened' }).getByRole('row');
  await happened.nth(1).getByRole('link', { name: 'Rest', exact: true }).waitFor();
  await happened.nth(1).getByText('Sent', { exact: true }).waitFor();
  await happened.filter({ hasText: 'Kiln open' }).getByText('Failed').waitFor();

  // Messaged people are skipped from now on, in every list.
  const body = { max_retries: 1, delay_start: 0, delay_end: 0, never_twice_days: 90 };
  await marta.call('PUT /api/settings', { body });
  const { list } = await marta.call('POST /api/lists', { body: { name: 'Others' } });
  for (const recipient of [missed, 'newcomer'])
    await marta.call('POST /api/recipients', { body: { list_id: list.id, recipient } });
  await page.goto('/campaigns/new');
  await page.getByLabel('Recipient list').selectOption({ label: 'Others (2 recipients)' });
  await page.getByRole('button', { name: '1 left out: see why' }).click();
  await page.getByRole('button', { name: 'Messaged already 1' }).waitFor();
  const once = await startCampaign(marta, { ...parts, list_id: list.id, name: 'Once' });
  assert.equal(await agent.deliver('sent'), 'newcomer');
  await page.goto(`/campaigns/${once}`);
  await page.getByRole('link', { name: '1 messaged already: show the 1 who were skipped' }).click();
  await page.getByRole('row', { name: /Skipped.*Messaged already, on \d\d-\d\d-\d{4}/ }).waitFor();

  const [profile_id] = parts.profiles_used;
  assert.ok(profile_id);
  await marta.call('DELETE /api/profiles/{id}', { params: { id: profile_id } });
  await visit(page, `/campaigns/${id}`);
  await page
    .getByRole('row')
    .filter({ hasText: 'kiln.club' })
    .getByText('Removed', { exact: true })
    .waitFor();
});
