import { test } from 'node:test';
import { openPage } from './testing/browser.ts';
import { makeParts, startCampaign } from './testing/parts.ts';
import { startScriptedAgent } from './testing/scripted-agent.ts';
import { startSite } from './testing/site.ts';

const PRACTICE = { PRACTICE_URL: 'http://127.0.0.1:9' };
const PATH = '/p/kiln.club';

test('a signed-out profile is opened, signed in and resumed', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const id = await startCampaign(marta, { ...(await makeParts(marta)), name: 'Kiln open' });
  const agent = await startScriptedAgent(site, marta);
  await agent.deliver('signed_out');
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/profiles');
  const row = page.getByRole('row').filter({ hasText: 'kiln.club' });
  await row.getByText('Signed out', { exact: true }).waitFor();
  await row.getByRole('button', { name: 'Open kiln.club' }).click();
  await row.getByRole('button', { name: 'Pending...' }).waitFor();
  await agent.reportOpen([PATH]);
  await agent.carryOut('open');
  await row.getByRole('button', { name: 'Resume kiln.club' }).click();
  const question = page.getByRole('dialog', { name: 'Resume kiln.club?' });
  await question.getByText('Its session at Instagram has ended.').waitFor();
  await question.getByRole('button', { name: 'Resume and start Kiln open again' }).click();
  await row.getByText('Signed out', { exact: true }).waitFor({ state: 'detached' });
  await page.getByText('Campaign started.').waitFor();

  await agent.reportOpen([]);
  await page.goto(`/campaigns/${id}`);
  await page.getByText('1 of 1 profile sending').waitFor();
});

test('the campaign of a signed-out profile opens it, resumes it and starts again', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const id = await startCampaign(marta, { ...(await makeParts(marta)), name: 'Kiln open' });
  const agent = await startScriptedAgent(site, marta);
  await agent.deliver('signed_out');
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/campaigns/${id}`);
  await page.getByRole('region', { name: 'Paused' }).waitFor();
  await page.getByText('Signed out', { exact: true }).waitFor();
  await page.getByText('0 of 1 profile can send').waitFor();
  await page.getByRole('button', { name: 'Open kiln.club', exact: true }).click();
  await agent.carryOut('open');
  await page.getByRole('button', { name: 'Resume kiln.club' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resume and start Kiln open again' }).click();
  await page.getByText('Running', { exact: true }).waitFor();
  await agent.deliver('sent');
});

test('a window that a person has open is a reason that the campaign gives, with Close', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const id = await startCampaign(marta, { ...(await makeParts(marta)), name: 'Kiln open' });
  const agent = await startScriptedAgent(site, marta);
  await agent.deliver('sent');
  await agent.reportOpen([PATH]);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/campaigns/${id}`);
  const notice = page.getByRole('region', { name: 'Waiting' });
  await notice.getByText('kiln.club is open in Firefox').waitFor();
  await page.getByText('1 of 1 profile waiting').waitFor();
  await notice.getByRole('button', { name: 'Close' }).click();
  await agent.carryOut('close');
  await agent.reportOpen([]);
  await notice.waitFor({ state: 'detached' });
  await agent.deliver('sent');
});
