import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Route } from 'playwright-core';
import { axeViolations, openPage } from './testing/browser.ts';
import { assertStill, watchLayoutShift } from './testing/layout-shift.ts';
import { assertPolls } from './testing/polls.ts';
import { FIREFOX, folder, startScriptedMachine } from './testing/scripted-machine.ts';
import { startSite } from './testing/site.ts';

test('a Firefox profile is made, tested and deleted on the machine, and the list is read again each time', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.clock.install();
  await page.goto('/firefox-profiles');
  const instructions = page.getByRole('region', { name: 'No agent connected' });
  await instructions.getByText('npm run agent').waitFor();
  for (const name of ['Refresh', 'Create Profile', 'Create Your First Profile']) {
    await page.getByRole('button', { name }).and(page.locator('[aria-disabled="true"]')).focus();
    await page.getByRole('tooltip').getByText('No agent is connected').first().waitFor();
  }
  await page.getByText('Connected', { exact: true }).waitFor();

  const machine = await startScriptedMachine(t, { url: site.url, visitor: marta });
  await instructions.waitFor({ state: 'detached' });
  await page.getByText('Waiting for the agent…').or(page.getByText('Reading the profiles…')).waitFor();
  await machine.answerList([]);
  await page.getByRole('heading', { name: 'No Firefox profiles found' }).waitFor();
  await page.getByRole('heading', { name: 'Firefox Detected' }).waitFor();
  await page.getByText('Version 153.0 on studio-mac').waitFor();

  // By keyboard alone.
  await page.getByRole('button', { name: 'Create Your First Profile' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Create Profile' });
  const name = dialog.getByLabel('Profile Name');
  await page.locator(':focus').and(name).waitFor();
  await name.press('Enter');
  await dialog.getByText('Profile name is required').waitFor();
  await name.fill('k'.repeat(51));
  assert.equal(await name.inputValue(), 'k'.repeat(50));
  await name.fill('kiln.club');
  await name.press('Enter');
  await page.getByText('Create request sent. The agent will process it.').waitFor();
  await dialog.waitFor({ state: 'detached' });
  const create = await machine.take('create');
  assert.deepEqual(create.payload, { profile_name: 'kiln.club' });
  const createButton = page.getByRole('button', { name: 'Create Profile' });
  await createButton.and(page.locator('[aria-disabled="true"]')).waitFor();
  await assertPolls(page, /\/api\/firefox-profiles\/requests/, 3000);
  await create.complete({ profile: folder('kiln.club') });
  await page.getByText('Firefox profile created.').waitFor();
  await machine.answerList([folder('kiln.club', 0.635), folder('market', 412.61), folder('default-release')]);
  const table = page.getByRole('table', { name: 'Firefox profiles', exact: true });
  await table.getByText('x1.kiln.club', { exact: true }).first().waitFor();
  await table.getByText('635 KB').waitFor();
  await table.getByText('412.6 MB').waitFor();
  await page.getByText('2 profiles, 413.2 MB').waitFor();
  assert.equal(await table.getByText('default-release').count(), 0);

  await page.getByRole('button', { name: 'Test kiln.club' }).press('Enter');
  const first = await machine.take('test');
  assert.deepEqual(first.payload, { profile_path: '/p/x1.kiln.club' });
  await page.getByRole('button', { name: 'Testing… kiln.club' }).waitFor();
  await createButton.and(page.locator('[aria-disabled="true"]')).waitFor();
  await first.complete({ message: 'Firefox 153.0 opened this profile' });
  await page.getByText('Profile test completed: Firefox 153.0 opened this profile').waitFor();
  // No button works between the end of a test and the list that follows it.
  assert.equal(await createButton.getAttribute('aria-disabled'), 'true');
  await machine.answerList([folder('kiln.club'), folder('market')]);
  await page
    .getByRole('button', { name: 'Test market' })
    .and(page.locator(':not([aria-disabled])'))
    .waitFor();
  await page.getByRole('button', { name: 'Test market' }).press('Enter');
  await (await machine.take('test')).fail('Profile is open in Firefox (pid 7). Close it first.');
  await page.getByText('Profile test failed: Profile is open in Firefox (pid 7). Close it first.').waitFor();
  await machine.answerList([folder('kiln.club'), folder('market')]);

  const remove = page.getByRole('button', { name: 'Delete kiln.club' });
  await remove.and(page.locator(':not([aria-disabled])')).waitFor();
  await remove.press('Enter');
  const question = page.getByRole('dialog', { name: 'Delete kiln.club?' });
  await question
    .getByText('Are you sure you want to delete this Firefox profile? This action cannot be undone.')
    .waitFor();
  await question.getByRole('button', { name: 'Delete profile' }).press('Enter');
  const deletion = await machine.take('delete');
  assert.deepEqual(deletion.payload, { profile_path: '/p/x1.kiln.club' });
  await deletion.complete();
  await page.getByText('Firefox profile deleted.').waitFor();
  await machine.answerList([folder('market')]);
  await table.getByText('x1.kiln.club', { exact: true }).first().waitFor({ state: 'detached' });
  await page
    .locator(':focus')
    .and(page.getByRole('button', { name: 'Delete market' }))
    .waitFor();
});

test('an added profile has its Delete off; errors of Firefox and of calls are shown; phone, dark, two machines', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const studio = await startScriptedMachine(t, { url: site.url, visitor: marta });
  const body = { profile_name: 'kiln.club', profile_path: '/p/x1.kiln.club' };
  await marta.call('POST /api/profiles', { body });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await watchLayoutShift(page);
  // The first look at the requests is late, and does not show the newer one.
  const answered = Promise.withResolvers<void>();
  const late = async (route: Route) => {
    const response = await route.fetch();
    await answered.promise;
    await route.fulfill({ response });
  };
  await page.route('**/api/firefox-profiles/requests', late, { times: 1 });
  await page.goto('/firefox-profiles');
  const shown = [folder('kiln.club'), folder('market')];
  await studio.answerList(shown);
  answered.resolve();
  const remove = page.getByRole('button', { name: 'Delete kiln.club' });
  await remove.waitFor();
  await page
    .getByRole('button', { name: 'Delete market' })
    .and(page.locator(':not([aria-disabled])'))
    .waitFor();
  await page.getByText('Connected', { exact: true }).waitFor();
  await assertStill(page, 'the screen while the agent answers');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy executable' }).press('Enter');
  await page.getByRole('button', { name: 'Copied!' }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), FIREFOX.executable);
  await remove.focus();
  await page.getByRole('tooltip').getByText('In Profiles. Delete it there first').waitFor();
  await remove.press('Enter');
  assert.equal(await page.getByRole('dialog').count(), 0);
  assert.deepEqual(await axeViolations(page), []);

  const calls = /\/api\/firefox-profiles(\?|$)/;
  await page.route(calls, (route) => route.abort());
  await page.getByRole('button', { name: 'Create Profile' }).press('Enter');
  await page.getByRole('dialog').getByLabel('Profile Name').fill('kiln.night');
  await page.getByRole('dialog').getByRole('button', { name: 'Create Profile' }).press('Enter');
  await page.getByRole('dialog').getByText('Failed to create Firefox profile request').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).press('Enter');
  await page.getByRole('button', { name: 'Refresh' }).press('Enter');
  const toast = page.locator('[data-kind=error]');
  await toast.getByText('Failed to fetch Firefox profiles', { exact: true }).waitFor();
  await page.unroute(calls);
  await page.route('**/api/firefox-profiles/test', (route) => route.abort());
  await page.getByRole('button', { name: 'Test market' }).press('Enter');
  await page.getByText('Failed to create Firefox profile test request').waitFor();
  await page.route('**/api/firefox-profiles/%2Fp%2Fx1.market*', (route) => route.abort());
  await page.getByRole('button', { name: 'Delete market' }).press('Enter');
  await page.getByRole('button', { name: 'Delete profile' }).press('Enter');
  await page.getByText('Failed to create Firefox profile deletion request').waitFor();

  await page.getByRole('button', { name: 'Refresh' }).press('Enter');
  await (await studio.take('list')).fail('The disk is full');
  await page.getByText('Failed to fetch Firefox profiles: The disk is full').waitFor();
  await remove.waitFor();
  await page.reload();
  await (await studio.take('list')).fail('The disk is full');
  await remove.waitFor();

  const phone = await openPage(t, { url: site.url, token: marta.token, screen: 'phone', scheme: 'dark' });
  await startScriptedMachine(t, { url: site.url, visitor: marta, name: 'kiln-laptop' }).then(
    async (laptop) => {
      await phone.goto(`/firefox-profiles?machine=${laptop.agent_id}`);
      const absent = { detected: false, profiles_dir: null, firefox_executable: null };
      await laptop.answerList([], { ...absent, error: 'Firefox was not found.' });
      await phone.getByRole('heading', { name: 'Firefox Not Found' }).waitFor();
      await phone.getByText('Firefox was not found.', { exact: true }).waitFor();
      await phone.getByText('Please ensure that Firefox is installed on kiln-laptop').waitFor();
      assert.deepEqual(await axeViolations(phone), []);
    },
  );
  await phone.getByLabel('Machine').selectOption({ label: 'studio-mac' });
  await studio.answerList(shown);
  await phone
    .getByRole('list', { name: 'Firefox profiles', exact: true })
    .getByText('market')
    .first()
    .waitFor();
  await phone.getByTitle(FIREFOX.executable, { exact: true }).waitFor();
  const [refresh, plus] = await Promise.all(
    ['Refresh', 'Create Profile'].map((name) =>
      phone.getByRole('button', { name, exact: true }).boundingBox(),
    ),
  );
  assert.ok(refresh && plus);
  assert.deepEqual([plus.width, plus.height, refresh.height, plus.y], [44, 44, 44, refresh.y]);
  assert.equal(refresh.x + refresh.width + 8, plus.x);
  assert.deepEqual(await axeViolations(phone), []);

  const tower = await marta.call('POST /api/agent/enrol', {
    body: { machine_name: 'old-tower', platform: 'linux', agent_version: '0.1.0' },
  });
  await phone.goto(`/firefox-profiles?machine=${tower.agent_id}`);
  await phone.getByRole('region', { name: 'old-tower is not connected' }).waitFor();
  await phone.getByRole('button', { name: 'Create Profile' }).focus();
  await phone.getByRole('tooltip').getByText('old-tower is not connected').waitFor();
});
