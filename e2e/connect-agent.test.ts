import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createClient } from '@pigeonpost/contract/client';
import { axeViolations, openPage, visit } from './testing/browser.ts';
import { startScriptedAgent } from './testing/scripted-agent.ts';
import { startSite } from './testing/site.ts';

// One environment for all tests, so they share a server.
const env = { AGENT_FILES: '' };
before(async () => {
  env.AGENT_FILES = await mkdtemp(join(tmpdir(), 'pigeonpost-files-'));
  const file = (system: string, file_name: string) => ({
    system,
    file_name,
    size: 96_000_000,
    sha256: 'abc',
  });
  const files = [
    file('windows-x64', 'pigeonpost-agent-windows-x64.exe'),
    file('linux-x64', 'pigeonpost-agent-linux-x64'),
  ];
  await writeFile(join(env.AGENT_FILES, 'manifest.json'), JSON.stringify({ version: '0.9.0', files }));
});
after(() => rm(env.AGENT_FILES, { recursive: true }));

test('the code that an agent shows is confirmed after the log-in, and the page says so once it works', async (t) => {
  const site = await startSite(t, env);
  const marta = await site.signUp('marta');
  const agent = createClient({ baseUrl: site.url, token: () => undefined });
  const body = { machine_name: 'kiln-laptop', platform: 'win32', agent_version: '0.1.0' };
  const { device_code, user_code } = await agent('POST /api/agent/pairings', { body });
  const page = await openPage(t, { url: site.url });
  await page.goto(`/pair?code=${user_code}`);
  await page.getByText('Log in to connect your agent.').waitFor();
  await page.getByLabel('Username').fill(marta.username);
  await page.getByLabel('Password', { exact: true }).fill(marta.password);
  await page.keyboard.press('Enter');
  const main = page.getByRole('main');
  await main.getByText(user_code).waitFor();
  await main.getByText('kiln-laptop').waitFor();
  await main.getByText('Windows').waitFor();
  await main.getByText('Connect only if an agent that you started yourself shows this code').waitFor();
  assert.deepEqual(await axeViolations(page), []);
  // Opening its address connects nothing.
  assert.deepEqual((await marta.call('GET /api/agents')).agents, []);
  await main.getByRole('button', { name: 'Connect' }).click();
  await main.getByText('Waiting for the agent to answer…').waitFor();
  const answer = await agent('POST /api/agent/pairings/token', { body: { device_code } });
  assert.ok(answer.status === 'connected');
  const call = createClient({ baseUrl: site.url, token: () => answer.agent_token });
  await call('POST /api/agent/work', { body: { capacity: 0, wait_seconds: 0, profile_paths: [] } });
  await main.getByRole('heading', { name: 'Connected' }).waitFor();
  assert.deepEqual(await axeViolations(page), []);
});

test('a code can be typed by hand; a wrong one and a refused one have different errors', async (t) => {
  const site = await startSite(t, env);
  const marta = await site.signUp('marta');
  const agent = createClient({ baseUrl: site.url, token: () => undefined });
  const body = { machine_name: 'kiln-laptop', platform: 'linux', agent_version: '0.1.0' };
  const { user_code } = await agent('POST /api/agent/pairings', { body });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/settings');
  await page.getByRole('link', { name: 'enter the code' }).click();
  const field = page.getByLabel('Code').and(page.locator(':focus'));
  await field.fill('abc');
  await page.keyboard.press('Enter');
  await page.getByText('A code has eight letters, like BCDF-GHJK').waitFor();
  await page.getByLabel('Code').fill('bbbb bbbb');
  await page.keyboard.press('Enter');
  await page
    .getByText('No agent shows this code. Check it, or start the agent again for a new one.')
    .waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await page.getByLabel('Code').fill(user_code.replace('-', '').toLowerCase());
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Refuse' }).click();
  await page.getByRole('heading', { name: 'Refused' }).waitFor();
  await page.getByRole('link', { name: 'Enter another code' }).click();
  await page.getByLabel('Code').waitFor();
});

test("packaged agents are offered, this computer's system first, and an older agent is marked", async (t) => {
  const site = await startSite(t, env);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/profiles');
  const own = page.getByRole('link', { name: 'Download for Linux' });
  await own.waitFor();
  assert.equal(await own.getAttribute('href'), '/downloads/pigeonpost-agent-linux-x64');
  await page.getByText('Make it executable once').waitFor();
  const windows = page.getByRole('link', { name: 'Windows', exact: true });
  assert.equal(await windows.getAttribute('href'), '/downloads/pigeonpost-agent-windows-x64.exe');
  await page.getByText('In a terminal instead, in the Pigeonpost folder').click();
  await page.getByText(`PIGEONPOST_URL=${site.url} npm run agent`).waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await startScriptedAgent(site, marta, ['/p/kiln.club']);
  await visit(page, '/settings/agents?line=machines');
  await page.getByText('There is a newer agent for studio-mac').waitFor();
  await page.getByText('Version 0.9.0 can be downloaded').waitFor();
  await page.getByRole('link', { name: 'Agent on studio-mac: update' }).waitFor();
  await page.getByText('Driver practice', { exact: true }).waitFor();
  await site.database.pool.query('update agents set counts_unread = false');
  await page.reload();
  await page.getByText('Driver practice, counts no unread messages').waitFor();
  await visit(page, '/unread-checker');
  await page.getByText('The site driver practice on studio-mac does not count unread messages.').waitFor();
  assert.deepEqual(await axeViolations(page), []);
});

test('Settings shows an approved machine that has not come, and can refuse it there', async (t) => {
  const site = await startSite(t, env);
  const marta = await site.signUp('marta');
  const agent = createClient({ baseUrl: site.url, token: () => undefined });
  const body = { machine_name: 'kiln-laptop', platform: 'win32', agent_version: '0.1.0' };
  const { device_code, user_code } = await agent('POST /api/agent/pairings', { body });
  await marta.call('POST /api/agents/pairings/{user_code}/approve', { params: { user_code } });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/settings/agents');
  await page.getByText('kiln-laptop was approved and has not come yet').waitFor();
  await page.getByRole('button', { name: 'Show Machines' }).press('Enter');
  await page.getByText('Approved, not connected yet').waitFor();
  await page.getByRole('row', { name: /kiln-laptop/ }).waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await page.getByRole('button', { name: 'Revoke kiln-laptop, which was approved' }).click();
  await page.getByText('kiln-laptop was refused.').waitFor();
  await page.getByText('Approved, not connected yet').waitFor({ state: 'detached' });
  await assert.rejects(agent('POST /api/agent/pairings/token', { body: { device_code } }), { status: 403 });
});
