import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessibilityFaults, openPage } from './testing/browser.ts';
import { makeParts, startCampaign } from './testing/parts.ts';
import { startScriptedAgent } from './testing/scripted-agent.ts';
import { startSite } from './testing/site.ts';

const PRACTICE = { PRACTICE_URL: 'http://127.0.0.1:9' };

test('every figure of a campaign leads to its people, and a name to what all campaigns did for it', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const id = await startCampaign(marta, { ...(await makeParts(marta)), name: 'Kiln open' });
  const agent = await startScriptedAgent(site, marta);
  const sent = await agent.deliver('sent');
  const missing = await agent.deliver('not_found');
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/campaigns/${id}`);

  await page.getByRole('link', { name: '1 name not found: show the 1 who were not found' }).click();
  await page.waitForURL(/recipients\?state=not_found$/);
  await page.getByRole('heading', { name: 'People of Kiln open', level: 1 }).waitFor();
  const row = page.getByRole('row').filter({ hasText: `@${missing}` });
  await row.getByText('Not found', { exact: true }).waitFor();
  await row.getByText('The practice inbox knows no such name.').waitFor();
  await page.getByRole('tab', { name: 'Pending 1' }).click();
  await page.getByRole('cell', { name: 'Pending', exact: true }).waitFor();
  await page.goBack();
  await page.goBack();
  await page.getByRole('link', { name: '1: show the 1 who got the message' }).click();
  await page.getByRole('button', { name: `@${sent}`, exact: true }).waitFor();
  assert.deepEqual(await accessibilityFaults(page), []);

  await page.getByRole('button', { name: `@${sent}`, exact: true }).press('Enter');
  const history = page.getByRole('dialog', { name: `@${sent}` });
  await history.getByText('Neighbours, by kiln.club').waitFor();
  await history.getByText('Sent', { exact: true }).waitFor();
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.keyboard.press('Escape');
  await history.waitFor({ state: 'detached' });
  await page.waitForFunction((name) => document.activeElement?.textContent === name, `@${sent}`);

  const { campaign } = await marta.call('GET /api/campaigns/{id}', { params: { id } });
  await page.goto(`/lists/${campaign.list_id}`);
  await page.getByRole('button', { name: `@${missing}`, exact: true }).click();
  const other = page.getByRole('dialog', { name: `@${missing}` });
  await other.getByText('The practice inbox knows no such name.').waitFor();
  await other.getByRole('link', { name: 'Kiln open' }).click();
  await page.getByRole('heading', { name: 'Kiln open', level: 1 }).waitFor();
  await other.waitFor({ state: 'detached' });

  await agent.deliver('blocked');
  await page.getByRole('cell', { name: /^kiln\.club ?Instagram asks for a pause\.$/ }).waitFor();
});
