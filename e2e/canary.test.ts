import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeViolations, openPage, violationsInLooks, visit } from './testing/browser.ts';
import { makeParts } from './testing/parts.ts';
import { startScriptedAgent } from './testing/scripted-agent.ts';
import { startSite, type Visitor } from './testing/site.ts';
import { changeWhoAndWhen } from './testing/who-and-when.ts';

const PRACTICE = { PRACTICE_URL: 'http://127.0.0.1:9' };
const BOX = 'Send to the first 10 people, then pause for a look';

/** Parts with a list of fifteen. */
async function longParts(visitor: Visitor, { pause = 0 } = {}) {
  const parts = await makeParts(visitor, ['kiln.club'], pause);
  const recipients = Array.from({ length: 12 }, (_, index) => `visitor_${index}`);
  await visitor.call('POST /api/recipients/bulk', { body: { list_id: parts.list_id, recipients } });
  return parts;
}

test('a first campaign suggests a look after ten people, which can be changed and left out', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  await longParts(marta, { pause: 60 });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/campaigns/new');
  const box = page.getByRole('checkbox', { name: BOX });
  await box.and(page.locator(':checked')).waitFor();
  await page.getByText('It is your first campaign: read what came back before the others get it.').waitFor();
  await page.getByRole('button', { name: 'See the plan' }).waitFor();
  const notOfProfiles = ':not([aria-label="Profiles to choose from"] *)';
  const controls = page.locator(`form :is(button, a[href], input, select, textarea)${notOfProfiles}`);
  assert.ok((await controls.count()) <= 14);
  assert.deepEqual(await violationsInLooks(page), []);
  await page.getByLabel('Campaign name').fill('Kiln open');
  const count = page.getByLabel('How many people are first');
  await count.fill('501');
  await page.getByRole('button', { name: 'Create campaign' }).click();
  await page.getByText('The first people must be a whole number from 1 to 500').first().waitFor();
  await count.fill('3');
  await page.getByRole('button', { name: 'Create campaign' }).click();
  await page.getByText('Campaign created. Press Start to begin sending.').waitFor();
  await page.getByText('3 people, then a look').waitFor();

  await visit(page, '/campaigns/new');
  await page.getByLabel('Campaign name').fill('Kiln two');
  await box.uncheck();
  await page.getByRole('button', { name: 'Create campaign' }).click();
  await page.getByRole('heading', { name: 'Kiln two', level: 1 }).waitFor();
  const { campaigns } = await marta.call('GET /api/campaigns');
  assert.deepEqual(
    campaigns.map(({ name, canary }) => [name, canary]),
    [
      ['Kiln two', null],
      ['Kiln open', 3],
    ],
  );
});

test('a server for the practice inbox suggests no look, and has the box behind a press', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  await longParts(marta);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/campaigns/new');
  await page.getByText(/Ends/).first().waitFor();
  const box = page.getByRole('checkbox', { name: BOX });
  assert.equal(await box.count(), 0);
  await changeWhoAndWhen(page);
  await box.check();
  await page.getByLabel('How many people are first').fill('4');
  await page.getByRole('button', { name: 'Close who and when' }).click();
  await page.getByText('a look after the first 4').waitFor();
  await page.getByLabel('Campaign name').fill('Kiln open');
  await page.getByRole('button', { name: 'Create campaign' }).click();
  await page.getByText('4 people, then a look').waitFor();
});

test('once the first are done the page says so, and starts the others', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const body = { ...(await longParts(marta)), name: 'Kiln open', canary: 2 };
  const { campaign } = await marta.call('POST /api/campaigns', { body });
  const params = { id: campaign.id };
  await marta.call('POST /api/campaigns/{id}/start', { params });
  const agent = await startScriptedAgent(site, marta);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/campaigns/${campaign.id}`);
  await page.getByRole('button', { name: 'Show next people' }).press('Enter');
  const next = page.getByRole('list', { name: 'Next people' });
  await next.getByRole('link', { name: '@lena.hartog' }).waitFor();
  assert.equal(await next.getByText(/^about (\w{3} [\d-]+ )?\d\d:\d\d from kiln\.club$/).count(), 2);
  assert.equal(await next.getByText('when it goes on').count(), 13);
  assert.deepEqual(await axeViolations(page), []);
  await agent.deliver('sent');
  await next.getByText('lena.hartog').waitFor({ state: 'detached' });
  await agent.deliver('not_found');
  const notice = page.getByRole('region', { name: 'The first 2 are done: 1 sent, 1 not found.' });
  await notice.getByText('Have a look, then press Start.').waitFor();
  await page.getByText('Review', { exact: true }).waitFor();
  await notice.getByRole('link', { name: 'See them' }).waitFor();
  assert.deepEqual(await violationsInLooks(page), []);
  await notice.getByRole('link', { name: 'See them' }).click();
  await page.getByRole('table', { name: 'People' }).getByText('kaffebaren_oslo').waitFor();
  await visit(page, '/');
  await page.getByText('The first 2 are done: have a look, then press Start.').waitFor();
  await visit(page, `/campaigns/${campaign.id}`);
  await notice.getByRole('button', { name: 'Start the other 13' }).click();
  await page.getByText('Running', { exact: true }).first().waitFor();
  await notice.waitFor({ state: 'detached' });
});
