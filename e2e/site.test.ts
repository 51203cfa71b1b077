import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startAgentProcess } from '@pigeonpost/agent/testing/agent-process';
import { describePractice } from '@pigeonpost/agent/testing/described-sites';
import { until } from '@pigeonpost/agent/testing/until';
import { SITE_HELD, type SiteChoice } from '@pigeonpost/contract/account/site';
import { createClient } from '@pigeonpost/contract/client';
import { axeViolations, openPage } from './testing/browser.ts';
import { FIREFOX, folder } from './testing/scripted-machine.ts';
import { startSite, type Visitor } from './testing/site.ts';

const CLUB = { kind: 'xmpp', address: 'https://chat.club.example/', domain: 'club.example' } as const;

/** A machine that takes sites, and works only when the test says so. */
async function enrol(url: string, visitor: Visitor) {
  const { agent_token, agent_id } = await visitor.call('POST /api/agent/enrol', {
    body: { machine_name: 'studio-mac', platform: 'darwin', agent_version: '0.1.0' },
  });
  const call = createClient({ baseUrl: url, token: () => agent_token });
  const report = async (
    drivers: string[],
    site: { choice: Record<string, string> | null; error: string | null },
  ) => {
    const profiles = [folder('kiln.club')];
    await call('PUT /api/agent/machine', { body: { firefox: FIREFOX, profiles, open: [], drivers, site } });
  };
  const work = async () =>
    (await call('POST /api/agent/work', { body: { capacity: 0, wait_seconds: 0, profile_paths: [] } }))
      .requests;
  return { agent_id, report, work };
}

test('the site is the first question, is told to the machines, and they say what they lack', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/dashboard');
  await page.getByText('Six steps to your first message').waitFor();
  const step = page.getByRole('listitem').filter({ hasText: 'Choose your site' }).first();
  const choose = step.getByRole('button', { name: 'Choose', exact: true });
  assert.equal(await choose.getAttribute('aria-disabled'), 'true');
  await step.getByRole('radio', { name: 'A Fediverse server (snac)' }).check();
  await page.getByLabel('Address of the server').waitFor();
  await step.getByRole('radio', { name: 'A chat server (XMPP)' }).check();
  await page.getByLabel('Address of the page').fill('chat.club.example');
  await page.getByLabel('Domain').fill('club.example');
  await page.keyboard.press('Enter');
  await page.getByText('Address must begin with https:// or http://').waitFor();
  await page.getByLabel('Address of the page').fill(CLUB.address);
  assert.deepEqual(await axeViolations(page), []);
  await page.keyboard.press('Enter');
  await page.getByText('Site saved.').waitFor();
  await page.getByText('A chat server (XMPP), club.example').waitFor();
  await page.getByText('One is done.').waitFor();
  assert.deepEqual((await marta.call('GET /api/site')).site, CLUB);

  // The machine is told at its first call, and says why it cannot.
  const machine = await enrol(site.url, marta);
  await machine.report([], { choice: null, error: null });
  assert.deepEqual((await machine.work())[0]?.payload, { site: CLUB });
  await machine.report([], { choice: CLUB, error: 'Converse is not there.' });
  await page.getByText('Agent on studio-mac: Converse is not there.').waitFor();
  await machine.report(['xmpp'], { choice: CLUB, error: null });
  await page.getByText('Two are done.').waitFor();

  // Accounts at this site have addresses, and the words follow.
  const openDialog = async () => {
    await page.goto('/profiles');
    await page.getByRole('button', { name: 'Add Profile' }).click();
  };
  await openDialog();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Instagram username').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await marta.call('PUT /api/settings', { body: { names: 'address' } });
  await openDialog();
  await dialog.getByLabel('Address', { exact: true }).waitFor();
  assert.equal(await dialog.getByText('Instagram').count(), 0);
  await page.keyboard.press('Escape');

  // Settings show it and change it; not while a campaign is running through it.
  const id = await runCampaign(marta, machine.agent_id);
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto('/settings#site');
  // An address from when all of Settings was one page.
  await page.waitForURL('**/settings/agents?line=site');
  const described = page.getByRole('radio', { name: 'A site you describe' });
  await described.waitFor();
  assert.equal(await page.getByLabel('Domain').inputValue(), 'club.example');
  await described.check();
  await page.getByLabel('Name', { exact: true }).fill('club');
  await page.getByText('sites/club.json').waitFor();
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await page.getByText(SITE_HELD).first().waitFor();
  await marta.call('PUT /api/campaigns/{id}/status', { params: { id }, body: { status: 'paused' } });
  await save.click();
  await page.getByText('Site saved.').waitFor();
  await page.getByText('A site you describe, club').waitFor();
  await page.getByText('Agent on studio-mac: It changes to this site').first().waitFor();
  assert.deepEqual(await axeViolations(page), []);
  const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  assert.equal(over, 0);

  // The page of a campaign leads there.
  await machine.report([], {
    choice: { kind: 'described', name: 'club' },
    error: 'There is no sites/club.json.',
  });
  await machine.work();
  await marta.call('POST /api/campaigns/{id}/start', { params: { id } });
  await page.goto(`/campaigns/${id}`);
  await page.getByText('cannot use the site that you chose. There is no sites/club.json.').first().waitFor();
  await page.getByRole('link', { name: 'Choose the site' }).click();
  await page.getByRole('radio', { name: 'A site you describe' }).waitFor();
});

test('a real agent takes the site, says what is missing, and works through it once it is there', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const home = await mkdtemp(join(tmpdir(), 'pigeonpost-site-'));
  t.after(() => rm(home, { recursive: true }));
  const agent = startAgentProcess({
    HOME: home,
    PATH: process.env.PATH,
    PIGEONPOST_URL: site.url,
    PIGEONPOST_DIR: home,
    PIGEONPOST_TOKEN: marta.token,
  });
  t.after(async () => {
    agent.kill('SIGKILL');
    await agent.ended;
  });
  await agent.said(
    /^There is no site driver, so nothing is sent\. Choose your site on http:.*\/settings#site/,
  );
  const reported = async () => (await marta.call('GET /api/agents')).agents[0];
  const choose = (choice: SiteChoice | null) => marta.call('PUT /api/site', { body: { site: choice } });
  await choose({ kind: 'described', name: 'club' });
  await until('its sentence', async () =>
    /^There is no club\.json/.test((await reported())?.site_error ?? ''),
  );
  assert.deepEqual((await reported())?.drivers, []);
  await mkdir(join(home, 'sites'));
  const described = { ...describePractice('http://127.0.0.1:9'), name: 'club' };
  await writeFile(join(home, 'sites/club.json'), JSON.stringify(described));
  await choose(null);
  await until('its own choice', async () => (await reported())?.drivers[0] === 'club');
  await choose({ kind: 'xmpp', address: CLUB.address, domain: CLUB.domain });
  await until('the chat server', async () => (await reported())?.drivers[0] === 'xmpp');
  assert.deepEqual([(await reported())?.is_changing_site, (await reported())?.site_error], [false, null]);
});

async function runCampaign({ call }: Visitor, agent_id: number): Promise<number> {
  const { path: profile_path } = folder('kiln.club');
  const { profile } = await call('POST /api/profiles', {
    body: { profile_path, profile_name: 'kiln.club', agent_id },
  });
  const { list } = await call('POST /api/lists', { body: { name: 'Club' } });
  await call('POST /api/recipients', { body: { list_id: list.id, recipient: 'anna@club.example' } });
  const { template } = await call('POST /api/templates', { body: { name: 'Hello', content: 'Hi' } });
  const parts = { message_template_id: template.id, list_id: list.id, profiles_used: [profile.id] };
  const { id } = (await call('POST /api/campaigns', { body: { name: 'Spring', ...parts } })).campaign;
  await call('POST /api/campaigns/{id}/start', { params: { id } });
  return id;
}
