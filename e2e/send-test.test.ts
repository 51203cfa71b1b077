import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeViolationsInBothSchemes, openPage, visit } from './testing/browser.ts';
import { makeParts } from './testing/parts.ts';
import { startScriptedAgent } from './testing/scripted-agent.ts';
import { startSite } from './testing/site.ts';

const PRACTICE = { PRACTICE_URL: 'http://127.0.0.1:9' };

test('a test is sent to oneself from a template, a new campaign and a plan, and told when it ended', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const parts = await makeParts(marta, ['kiln.club']);
  const agent = await startScriptedAgent(site, marta);
  const page = await openPage(t, { url: site.url, token: marta.token });

  await page.goto('/templates');
  await page.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Send a test' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send a test' });
  await dialog.getByText('A message to yourself: nobody else gets it.').waitFor();
  await dialog.getByRole('button', { name: 'Send test' }).click();
  await dialog.getByText('Username is required').waitFor();
  await dialog.getByLabel('To').fill('Marta Kilns');
  await dialog.getByRole('button', { name: 'Send test' }).click();
  await dialog.getByText('"marta kilns" has a space').waitFor();
  await dialog.getByLabel('To').fill('@Marta.Kilns');
  assert.deepEqual(await axeViolationsInBothSchemes(page), []);
  await dialog.getByRole('button', { name: 'Send test' }).click();
  await dialog.getByText('Waiting for the agent…').waitFor();
  assert.equal(await agent.deliver('sent'), 'marta.kilns');
  await dialog.getByText(/^Sent to @marta\.kilns at \d\d:\d\d\.$/).waitFor();
  assert.deepEqual(await axeViolationsInBothSchemes(page), []);
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  // The text as it is written, before it is saved.
  await page.getByRole('button', { name: 'Create Template' }).first().click();
  const editor = page.getByRole('dialog', { name: 'Create Template' });
  await editor.getByRole('textbox', { name: 'Message' }).fill('Come at {username} o’clock');
  await editor.getByRole('button', { name: 'Send a test' }).click();
  await dialog.getByText('Come at').waitFor();
  assert.deepEqual(await axeViolationsInBothSchemes(page), []);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await editor.getByRole('button', { name: 'Send a test' }).and(page.locator(':focus')).press('Enter');
  await dialog.getByRole('button', { name: 'Send test' }).click();
  await dialog.getByText('Waiting for the agent…').waitFor();
  assert.equal(await agent.deliver('sent'), 'marta.kilns');
  await dialog.getByText(/^Sent to @marta\.kilns at \d\d:\d\d\.$/).waitFor();
  await page.keyboard.press('Escape');
  await editor.getByRole('button', { name: 'Cancel' }).click();
  await editor.getByRole('button', { name: 'Discard' }).click();
  const { templates } = await marta.call('GET /api/templates', { query: {} });
  assert.equal(templates.length, 1);

  await visit(page, '/campaigns/new');
  await page.getByRole('button', { name: 'Send a test' }).click();
  await dialog.getByLabel('To').waitFor();
  assert.equal(await dialog.getByLabel('To').inputValue(), 'marta.kilns');
  await dialog.getByRole('button', { name: 'Send test' }).click();
  await dialog.getByText('Waiting for the agent…').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await dialog.waitFor({ state: 'hidden' });
  await agent.deliver('sent');
  await page.getByText(/^Sent to @marta\.kilns at \d\d:\d\d\.$/).waitFor();

  const { campaign } = await marta.call('POST /api/campaigns', { body: { name: 'Raku night', ...parts } });
  await visit(page, `/campaigns/${campaign.id}/plan`);
  await page.getByRole('button', { name: 'Send a test' }).click();
  await dialog.getByLabel('To').fill('bo');
  await marta.call('POST /api/do-not-contact', { body: { recipient: 'bo' } });
  await dialog.getByRole('button', { name: 'Send test' }).click();
  await dialog.getByText('bo is on your do-not-contact list.').waitFor();
});
