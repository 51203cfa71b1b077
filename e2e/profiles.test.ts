import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createClient } from '@pigeonpost/contract/client';
import { openPage, violationsInLooks } from './testing/browser.ts';
import { changeUser } from './testing/change-user.ts';
import { assertStill, watchLayoutShift } from './testing/layout-shift.ts';
import { assertPolls } from './testing/polls.ts';
import { type Site, startSite, type Visitor } from './testing/site.ts';

const FOLDERS = ['kiln.club', 'market_stall', 'default-release'];

test('a profile is added from the Firefox of the machine, opened, edited and deleted', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const machine = await startMachine(t, site, marta);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.clock.install();
  await page.goto('/profiles');
  await page.getByRole('button', { name: 'Add Profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Profile' });
  await dialog.getByText('Looking for Firefox profiles…').waitFor();
  await assertPolls(page, /\/api\/firefox-profiles\/requests/, 3000);
  machine.answer('list', { profiles: FOLDERS.map(folder) });
  const choice = dialog.getByLabel('Firefox profile');
  await choice.selectOption({ label: 'kiln.club (x1.kiln.club)' });
  assert.equal(await choice.getByText('default-release').count(), 0);
  assert.equal(await dialog.getByLabel('Profile path').inputValue(), folder('kiln.club').path);
  // The choice cannot be emptied: the chosen one stays shown.
  await choice.selectOption('');
  assert.equal(await choice.inputValue(), folder('kiln.club').path);
  await dialog.getByLabel('Instagram username').fill('kiln.club');
  await dialog.getByLabel('Instagram password').fill('secret-one');
  await dialog.getByRole('button', { name: 'Add Profile' }).click();
  await page.getByText('Profile added.').waitFor();
  await page.getByText('1 of 10 profiles').waitFor();

  let presses = 0;
  await page.route('**/open', (route) => {
    presses += 1;
    return route.continue();
  });
  await page.getByRole('button', { name: 'Open kiln.club' }).dblclick();
  await page.getByRole('button', { name: 'Pending...' }).waitFor();
  // One look in ten cleans up ended requests. Only looks with a fixed chance are counted.
  await page.evaluate(() => {
    const { random } = Math;
    Math.random = () => 0.1;
    Object.assign(window, { random });
  });
  let cleanups = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/profiles/requests/cleanup')) cleanups += 1;
  });
  await assertPolls(page, /\/api\/profiles\/requests/, 2000);
  assert.equal(cleanups, 0);
  await page.evaluate(() => {
    Math.random = () => 0.0999;
  });
  const cleanup = page.waitForRequest('**/api/profiles/requests/cleanup');
  await page.clock.runFor(2000);
  await cleanup;
  // The ids of fields are random too, and must differ.
  await page.evaluate(() => Object.assign(Math, { random: (window as unknown as typeof Math).random }));
  await page.clock.resume();
  const finish = await machine.take('open');
  await page.getByRole('button', { name: 'Opening...' }).waitFor();
  await finish({ status: 'failed', error_message: 'Firefox did not start' });
  await page.getByRole('alert').getByText('Firefox did not start').waitFor();
  await page.getByRole('button', { name: 'Open kiln.club' }).waitFor();
  assert.equal(presses, 1);

  await page.getByRole('button', { name: 'More for kiln.club' }).click();
  await page.getByRole('menuitem', { name: 'Edit Profile' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Profile' });
  assert.equal(await edit.getByLabel('Instagram password').inputValue(), '');
  await edit.getByText('A password is stored; leave empty to keep it').waitFor();
  await edit.getByLabel('Profile name').fill('');
  await edit.getByRole('button', { name: 'Save Profile' }).click();
  await edit.getByText('Profile name is required').waitFor();
  await edit.getByLabel('Profile name').fill('kiln.house');
  await edit.getByRole('button', { name: 'Save Profile' }).click();
  await page.getByText('Profile saved.').waitFor();

  await page.getByRole('button', { name: 'More for kiln.house' }).click();
  await page.getByRole('menuitem', { name: 'Edit Profile' }).click();
  await edit.getByRole('checkbox', { name: 'Remove password' }).check();
  await edit.getByRole('button', { name: 'Save Profile' }).click();
  await edit.waitFor({ state: 'hidden' });
  const { profiles } = await marta.call('GET /api/profiles');
  assert.deepEqual(
    profiles.map(({ has_password }) => has_password),
    [false],
  );

  await page.getByRole('button', { name: 'More for kiln.house' }).click();
  await page.getByRole('menuitem', { name: 'Delete Profile' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete profile' }).click();
  await page.getByRole('heading', { name: 'No profiles yet' }).waitFor();
});

test('a profile that is switched off cannot be opened and says why; a refused switch goes back', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  await addProfile(marta, 'kiln.club');
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/profiles');
  const active = page.getByRole('switch', { name: 'kiln.club is active' });
  await active.press('Space');
  await page.getByText('Switched off', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Open kiln.club' }).focus();
  await page.getByRole('tooltip').getByText('Switch the profile on to open it').waitFor();
  await page.getByRole('button', { name: 'Open all' }).click();
  await page.getByRole('alert').getByText('No active profiles to open').waitFor();

  await page.route('**/toggle', (route) => route.abort());
  await active.press('Space');
  await page.getByRole('alert').getByText('The server cannot be reached').waitFor();
  assert.equal(await active.isChecked(), false);
});

test('open all asks with the number and the memory, opens five at a time, and can be cancelled', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  for (let index = 1; index <= 7; index += 1) await addProfile(marta, `shop.${index}`);
  const machine = await startMachine(t, site, marta);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/profiles');
  const openAll = page.getByRole('button', { name: 'Open all' });
  await openAll.press('Enter');
  const question = page.getByRole('dialog', { name: 'Open 7 windows?' });
  await question.getByText('about 4 GB of memory').waitFor();
  assert.equal((await marta.call('GET /api/profiles/requests')).requests.length, 0);
  await question.getByRole('button', { name: 'Open 7 windows' }).press('Enter');
  await page.getByText('Opening 5 of 7').waitFor();
  const { requests } = await marta.call('GET /api/profiles/requests');
  assert.equal(requests.length, 5);
  const cancel = page.getByRole('button', { name: 'Cancel opening' });
  await cancel.and(page.locator(':focus')).press('Enter');
  await machine.finishAll('open', 5);
  await page.getByText('Stopped: 5 of 7 windows opened.').waitFor();
  await openAll.and(page.locator(':focus')).waitFor();
  assert.equal((await marta.call('GET /api/profiles/requests')).requests.length, 5);
});

test('without an agent the page says how to start one, and continues by itself', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  await addProfile(marta, 'kiln.club');
  const page = await openPage(t, { url: site.url, token: marta.token });
  await watchLayoutShift(page);
  await page.goto('/profiles');
  const instructions = page.getByRole('region', { name: 'No agent connected' });
  await instructions.getByText('npm run agent').waitFor();
  await page.getByRole('switch', { name: 'kiln.club is active' }).waitFor();
  await page.getByText('Connected', { exact: true }).waitFor();
  await startMachine(t, site, marta);
  const told = page.getByRole('region', { name: 'Agent connected' });
  await told.getByText('Agent on studio-mac').waitFor();
  await assertStill(page, 'an agent that came');
  await told.getByRole('button', { name: 'Hide' }).press('Enter');
  await told.waitFor({ state: 'detached' });
  // A part that disappears while the page is open shifts nothing either.
  const { agents } = await marta.call('GET /api/agents');
  for (const { id } of agents) await marta.call('DELETE /api/agents/{id}', { params: { id } });
  await instructions.waitFor();
  await assertStill(page, 'an agent that went');
});

test('a full pack and an expired subscription disable their buttons with the reason', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  await addProfile(marta, 'shop.0');
  await changeUser(site, marta, "pack = 'pro'");
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/profiles');
  for (const place of ['complementary', 'main'] as const)
    await page.getByRole(place).getByText('1 profile', { exact: true }).waitFor();
  await changeUser(site, marta, "pack = 'starter'");
  for (let index = 1; index < 10; index += 1) await addProfile(marta, `shop.${index}`);
  await page.reload();
  await page.getByText('10 of 10 profiles').waitFor();
  await page.getByRole('button', { name: 'Add Profile' }).focus();
  await page.getByText('Your Starter plan allows 10 profiles. Upgrade to Pro to add more.').waitFor();

  await changeUser(site, marta, "subscription_end_date = '2020-01-01'");
  await page.reload();
  await page.getByRole('region', { name: 'Subscription Required' }).waitFor();
  const active = page.getByRole('switch', { name: 'shop.0 is active' });
  await active.press('Space');
  assert.equal(await active.isChecked(), true);
  // A disabled menu item is reached by keyboard, says why and does nothing.
  await page.getByRole('button', { name: 'More for shop.0' }).press('Enter');
  const edit = page.getByRole('menuitem', { name: 'Edit Profile' });
  await edit.getByText('Renew to use profiles').waitFor();
  await edit.press('Enter');
  await edit.and(page.locator(':focus[aria-disabled=true]')).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('menuitem', { name: 'Delete Profile' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await page.getByRole('dialog').count(), 0);
  let presses = 0;
  await page.route('**/close-all', (route) => {
    presses += 1;
    return route.continue();
  });
  await page.getByRole('button', { name: 'Close all' }).dblclick();
  await page.getByText('No profile is open.').waitFor();
  assert.equal(presses, 1);
});

test('axe finds nothing on the profiles, their dialog and the instructions', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  await addProfile(marta, 'kiln.club');
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/profiles');
  await page.getByRole('region', { name: 'No agent connected' }).waitFor();
  await page.getByRole('switch', { name: 'kiln.club is active' }).waitFor();
  assert.deepEqual(await violationsInLooks(page), []);
  await page.getByRole('button', { name: 'Add Profile' }).click();
  await page.getByRole('dialog').getByText('Type the path.').waitFor();
  assert.deepEqual(await violationsInLooks(page), []);
});

type Result = { status: 'completed' | 'failed'; results?: Record<string, unknown>; error_message?: string };

/** A machine that asks for work until the test ends; the test gives the answers. */
async function startMachine(t: TestContext, site: Site, { call }: Visitor) {
  const { agent_token } = await call('POST /api/agent/enrol', {
    body: { machine_name: 'studio-mac', platform: 'darwin', agent_version: '0.1.0' },
  });
  const agent = createClient({ baseUrl: site.url, token: () => agent_token });
  const firefox = {
    detected: true,
    executable: '/firefox',
    version: '153.0',
    profiles_dir: '/p',
    error: null,
  };
  await agent('PUT /api/agent/machine', {
    body: { firefox, profiles: FOLDERS.map(folder), open: [], drivers: ['practice'] },
  });
  const over = new AbortController();
  t.after(() => over.abort());
  const work = (wait_seconds: number) =>
    agent('POST /api/agent/work', {
      body: { capacity: 0, wait_seconds, profile_paths: [] },
      signal: over.signal,
    });
  await work(0);
  const take = async (kind: string) => {
    for (let calls = 0; calls < 12; calls++) {
      const request = (await work(20)).requests.find((one) => one.kind === kind);
      if (!request) continue;
      const params = { id: request.id };
      return (body: Result) => agent('POST /api/agent/requests/{id}/result', { params, body });
    }
    throw new Error(`No request of the kind ${kind} came in 12 work calls.`);
  };
  const answer = async (kind: string, results: Record<string, unknown>) =>
    (await take(kind))({ status: 'completed', results });
  const finishAll = async (kind: string, count: number) => {
    for (let finished = 0, calls = 0; finished < count; calls += 1) {
      assert.ok(calls < 12, `${finished} requests of the kind ${kind} came in 12 work calls.`);
      for (const { id } of (await work(20)).requests.filter((one) => one.kind === kind)) {
        await agent('POST /api/agent/requests/{id}/result', {
          params: { id },
          body: { status: 'completed', results: {} },
        });
        finished += 1;
      }
    }
  };
  return { take, answer, finishAll };
}

function folder(name: string) {
  const directory_name = `x1.${name}`;
  return {
    name,
    directory_name,
    path: `/p/${directory_name}`,
    size_mb: 12,
    is_default: name.startsWith('default'),
  };
}

async function addProfile({ call }: Visitor, profile_name: string): Promise<void> {
  await call('POST /api/profiles', { body: { profile_name, profile_path: `/p/${profile_name}` } });
}
