import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeViolations, openPage, violationsInLooks } from './testing/browser.ts';
import { makeParts, startCampaign } from './testing/parts.ts';
import { startScriptedAgent } from './testing/scripted-agent.ts';
import { startSite } from './testing/site.ts';

const PRACTICE = { PRACTICE_URL: 'http://127.0.0.1:9' };

test('the list says what each campaign waits for, and which ones need a person', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  await startCampaign(marta, { ...(await makeParts(marta)), name: 'Kiln open' });
  const agent = await startScriptedAgent(site, marta);
  await agent.deliver('sent');
  await agent.reportOpen(['/p/kiln.club']);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/campaigns');
  const row = page.getByRole('row').filter({ hasText: 'Kiln open' });
  await row.getByText('Running · waits for kiln.club’s window', { exact: true }).waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await page.getByRole('tab', { name: 'Need you 1' }).click();
  await row.waitFor();
  await agent.reportOpen([]);
  await page.getByRole('tab', { name: 'All 1' }).click();
  await row.getByText('Running', { exact: true }).waitFor();
  await row.getByRole('button', { name: 'Pause Kiln open' }).click();
  await row.getByText('Paused by you', { exact: true }).waitFor();
  // Pressed on the page: it shows the pause before the server has it, and sends the start after it.
  await row.getByRole('button', { name: 'Start Kiln open' }).click();
  await agent.deliver('blocked');
  await row.getByText('Paused · kiln.club blocked', { exact: true }).waitFor();
  await row.getByRole('button', { name: 'Start Kiln open', disabled: true }).waitFor();
});

test('a start that is pressed while its pause is under way is sent after it', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const id = await startCampaign(marta, { ...(await makeParts(marta)), name: 'Kiln open' });
  const page = await openPage(t, { url: site.url, token: marta.token });
  const asked: string[] = [];
  const started = Promise.withResolvers<void>();
  await page.route(/campaigns\/\d+\/(stop|start)$/, async (route) => {
    asked.push(route.request().url().replace(/.*\//, ''));
    if (asked.length === 1) await started.promise;
    await route.continue();
  });
  await page.goto('/campaigns');
  const row = page.getByRole('row').filter({ hasText: 'Kiln open' });
  await row.getByRole('button', { name: 'Pause Kiln open' }).click();
  await row.getByRole('button', { name: 'Start Kiln open' }).click();
  await row.getByText('Running', { exact: true }).waitFor();
  started.resolve();
  await page.getByText('Campaign started.').waitFor();
  assert.deepEqual(asked, ['stop', 'start']);
  const { campaign } = await marta.call('GET /api/campaigns/{id}', { params: { id } });
  assert.equal(campaign.status, 'running');
});

test('ended campaigns are compared by month, and several are archived, restored and deleted', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const parts = await makeParts(marta);
  const agent = await startScriptedAgent(site, marta);
  for (const name of ['One', 'Two', 'Three']) {
    const id = await startCampaign(marta, { ...parts, name });
    await agent.deliver('sent');
    // The last one has written to all remaining recipients, and is over.
    if (name === 'Three') continue;
    await marta.call('POST /api/campaigns/{id}/stop', { params: { id } });
    await marta.call('PUT /api/campaigns/{id}/status', { params: { id }, body: { status: 'completed' } });
  }
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/campaigns?status=ended');
  await page.getByText('3 campaigns', { exact: true }).locator('visible=true').waitFor();
  assert.deepEqual(await violationsInLooks(page), []);
  const row = page.getByRole('row').filter({ hasText: 'One' });
  await row.getByText('33.3%', { exact: true }).waitFor();
  await row.getByText('Neighbours', { exact: true }).waitFor();
  const heads = page.getByRole('columnheader').filter({ hasText: /./ });
  assert.deepEqual(await heads.allInnerTexts(), [
    'Campaign',
    'List',
    'Sent',
    'Reached',
    'Ended',
    'Took',
    'Actions',
  ]);
  assert.equal((await row.boundingBox())?.height, 44);
  // Boxes are seen on hover, by key, and on all rows once one is ticked.
  const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` });
  const opacity = (name: string) => box(name).evaluate((one) => getComputedStyle(one).opacity);
  await page.mouse.move(0, 0);
  assert.deepEqual([await opacity('Three'), await opacity('One')], ['0', '0']);
  await page.keyboard.press('j');
  assert.deepEqual([await opacity('Three'), await opacity('One')], ['1', '0']);
  await page.keyboard.press('x');
  assert.deepEqual([await opacity('Three'), await opacity('One')], ['1', '1']);
  await page.keyboard.press('x');
  // The third order of Reached is that of the people who were not found.
  for (const order of ['reached_desc', 'reached_asc', 'not_found_desc']) {
    await page.getByRole('button', { name: 'Reached', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**sort_by=${order}`);
  }
  const notFound = page.getByRole('button', { name: 'Not found', exact: true });
  await notFound.and(page.locator(':focus')).waitFor();
  await row.getByText('0.0%', { exact: true }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Reached', exact: true }).waitFor();
  await page.getByRole('checkbox', { name: 'Select One' }).check();
  await page.getByRole('checkbox', { name: 'Select Two' }).check();
  await page.getByText('together 2 sent of 5').waitFor();
  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  await page.getByText('2 campaigns archived.').waitFor();
  await page.getByRole('tab', { name: 'Completed 1' }).waitFor();
  await page.getByRole('tab', { name: 'Archived 2' }).click();
  await page.getByRole('checkbox', { name: 'Select One' }).check();
  await page.getByRole('button', { name: 'Bring back' }).click();
  await page.getByRole('tab', { name: 'Archived 1' }).waitFor();
  await page.getByRole('checkbox', { name: 'Select Two' }).check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Delete 1 campaign?' });
  await question.getByRole('radio', { name: 'Keep the 1 who was messaged as sent' }).waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await question.getByRole('button', { name: 'Delete 1 campaign' }).click();
  await page.getByText('1 campaign deleted.').waitFor();
  const { counts } = await marta.call('GET /api/campaigns', {});
  assert.deepEqual([counts.completed, counts.archived], [2, 0]);
});
