import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeViolations, openPage } from './testing/browser.ts';
import { assertStill, watchLayoutShift } from './testing/layout-shift.ts';
import { makeParts, startCampaign } from './testing/parts.ts';
import { assertPolls } from './testing/polls.ts';
import { startScriptedMachine } from './testing/scripted-machine.ts';
import { startSite, type Visitor } from './testing/site.ts';

// Only a server for practice starts a campaign without a pause between messages.
const PRACTICE = { PRACTICE_URL: 'http://127.0.0.1:4600' };

const counted = (profile_name: string, unread_count: number, error: string | null = null) => ({
  profile_name,
  profile_path: `/p/${profile_name}`,
  unread_count,
  error,
});

test('unread conversations are counted, row by row, kept in the browser and cleared', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token });
  await watchLayoutShift(page);
  await page.goto('/unread-checker');
  await page.getByRole('region', { name: 'No agent connected' }).getByText('npm run agent').waitFor();
  await page.getByRole('heading', { name: 'No Active Profiles' }).waitFor();
  await page.getByText('You need at least one active profile to check for unread messages.').waitFor();
  await page.getByRole('link', { name: 'Go to Profiles' }).press('Enter');
  await page.waitForURL('**/profiles');

  const parts = await makeParts(marta, ['busy.one']);
  await startCampaign(marta, { ...parts, name: 'Sept' });
  for (const name of ['kiln.club', 'market', 'shop']) await addProfile(marta, name);
  const machine = await startScriptedMachine(t, { url: site.url, visitor: marta });
  await page.goto('/unread-checker');
  const busy = page.getByRole('checkbox', { name: 'busy.one' });
  await busy.press('Space');
  await page.getByText('This profile is currently being used in a running campaign').waitFor();
  assert.equal(await busy.isChecked(), false);
  await page.getByText('In Use', { exact: true }).waitFor();
  // Last, because it cannot be checked.
  await page.getByRole('checkbox').last().and(busy).waitFor();
  await page.getByText('3 of 3 selected').waitFor();
  await page.getByRole('button', { name: 'Clear All' }).press('Enter');
  await page.getByText('0 of 3 selected').waitFor();
  const check = page.getByRole('button', { name: 'Check Messages' });
  await check.focus();
  await page.getByRole('tooltip').getByText('Select at least one profile').waitFor();
  await page.getByRole('button', { name: 'Select All' }).press('Enter');
  await page.getByRole('checkbox', { name: 'shop' }).press('Space');
  await page.getByText('2 of 3 selected').waitFor();
  assert.deepEqual(await axeViolations(page), []);

  await check.press('Enter');
  await page.getByText('Unread check request submitted! Processing...').waitFor();
  const request = await machine.take('unread');
  const asked = request.payload.profiles as { profile_name: string }[];
  assert.deepEqual(
    asked.map(({ profile_name }) => profile_name),
    ['kiln.club', 'market'],
  );
  await page
    .getByText('Checking unread messages across all profiles... This may take a few minutes')
    .waitFor();
  await request.progress({ results: [counted('kiln.club', 7)] });
  const results = page.getByRole('table', { name: 'Detailed Results', exact: true });
  await results.getByText('7 unread').waitFor();
  await results.getByText('Checking…').waitFor();
  await page.getByRole('img', { name: '1 of 2 profiles checked, 0 with an error' }).waitFor();
  await page.getByText('Asked studio-mac at').waitFor();
  await page.getByText('1 of 2', { exact: true }).waitFor();
  for (const figure of ['Profiles Checked', 'Total Unread', 'Successful Checks'])
    await page.getByText(figure, { exact: true }).waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await request.complete({ results: [counted('kiln.club', 7), counted('market', 0, 'Sign in first')] });
  await page.getByText('Unread messages check completed successfully!').waitFor();
  await results.getByText('Error', { exact: true }).waitFor();
  await results.getByText('Sign in first').waitFor();
  await page.getByText('Saved', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Open kiln.club' }).press('Enter');
  const open = await machine.take('open');
  assert.equal(open.payload.profile_path, '/p/kiln.club');
  await open.complete();

  // The browser keeps what the server forgets.
  await marta.call('DELETE /api/unread-checker/requests/clear');
  await page.reload();
  await results.getByText('7 unread').waitFor();
  await page.getByText('2 of 3 selected').waitFor();
  await page.getByText('Connected', { exact: true }).waitFor();
  await assertStill(page, 'the screen with kept results');
  await page.route('**/requests/clear', (route) => route.abort());
  await page.getByRole('button', { name: 'Clear', exact: true }).press('Enter');
  await page.getByText('All requests and results cleared successfully!').waitFor();
  await results.waitFor({ state: 'detached' });
  await page.locator(':focus').and(check).waitFor();
  await page.reload();
  await check.waitFor();
  assert.equal(await results.count(), 0);
});

test('a running check is continued; failures are shown; on a phone, in dark', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  await addProfile(marta, 'kiln.club');
  const machine = await startScriptedMachine(t, { url: site.url, visitor: marta });
  const ask = () => marta.call('POST /api/unread-checker/requests', { body: {} });
  await ask();
  const first = await machine.take('unread');
  const page = await openPage(t, { url: site.url, token: marta.token, screen: 'phone', scheme: 'dark' });
  await page.clock.install();
  await page.goto('/unread-checker');
  const results = page.getByRole('list', { name: 'Detailed Results', exact: true });
  await results.getByText('Checking…').waitFor();
  await page.route('**/unread-checker/requests/*', (route) => route.abort());
  await page.clock.fastForward(5000);
  await page.getByText('Failed to get unread check results').waitFor();
  await page.unroute('**/unread-checker/requests/*');
  await first.fail('This agent has no site driver to count unread messages with.');
  const failed = page.getByRole('region', { name: 'The last check failed' });
  await failed.getByText('This agent has no site driver to count unread messages with.').waitFor();
  await page.getByRole('checkbox', { name: 'kiln.club' }).waitFor();

  await page.route('**/unread-checker/requests', (route) => route.abort());
  await page.getByRole('button', { name: 'Check Messages' }).press('Enter');
  await page.getByText('Failed to create unread check request').waitFor();
  await page.unroute('**/unread-checker/requests');

  // As another tab would.
  await ask();
  await page.getByRole('button', { name: 'Check Messages' }).press('Enter');
  await page.getByText('An unread check is under way already.').waitFor();
  await results.getByText('kiln.club', { exact: true }).first().waitFor();
  await (await machine.take('unread')).complete({ results: [counted('kiln.club', 0)] });
  await page.route('**/requests/history*', (route) => route.abort());
  await page.reload();
  const lost = page.getByRole('heading', { name: 'Failed to check unread messages' });
  await lost.waitFor();
  await page.locator('[data-kind=error]').getByText('Failed to check unread messages').waitFor();
  await page.unroute('**/requests/history*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await results.getByText('No unread').waitFor();
  await lost.waitFor({ state: 'detached' });
  assert.deepEqual(await axeViolations(page), []);
  await page.route(/\/api\/agents$/, (route) => route.abort());
  await page.reload();
  const unknown = page.getByRole('heading', { name: 'Failed to fetch agents' });
  await unknown.waitFor();
  await page.unroute(/\/api\/agents$/);
  await page.getByRole('button', { name: 'Retry' }).click();
  await results.getByText('No unread').waitFor();
  // One press fetches both failed ones again.
  await page.route(/\/api\/(agents|profiles)(\?.*)?$/, (route) => route.abort());
  await page.reload();
  await page.getByRole('heading', { name: 'Failed to fetch profiles' }).waitFor();
  await page.unroute(/\/api\/(agents|profiles)(\?.*)?$/);
  await page.getByRole('button', { name: 'Retry' }).click();
  await results.getByText('No unread').waitFor();

  // A check without a sign of life is given up after sixty looks, five seconds apart.
  await ask();
  const query = { page: 1, limit: 1 };
  const { requests } = await marta.call('GET /api/unread-checker/requests/history', { query });
  const [request] = requests;
  assert.ok(request);
  let looks = 0;
  // The machine may have taken it before it was read.
  let answer = { success: true, request: { ...request, status: 'pending' as typeof request.status } };
  await page.route(/\/unread-checker\/requests\/\d+$/, (route) => {
    looks += 1;
    return route.fulfill({ json: answer });
  });
  await page.reload();
  await page.getByText(/^Asked/).waitFor();
  // One look in ten cleans up ended requests.
  let cleanups = 0;
  await page.route('**/requests/cleanup', (route) => {
    cleanups += 1;
    return route.fulfill({ json: { success: true, removed: 0 } });
  });
  await page.evaluate(() => {
    Math.random = () => 0.1;
  });
  await assertPolls(page, /\/unread-checker\/requests\/\d+$/, 5000);
  assert.equal(cleanups, 0);
  await page.evaluate(() => {
    Math.random = () => 0.0999;
  });
  const givenUp = failed.getByText('Unread check timed out');
  // On a slow machine many rounds pass before a look is answered.
  for (let round = 0; round < 1000 && !(await givenUp.isVisible()); round++) await page.clock.runFor(5000);
  await givenUp.waitFor();
  assert.ok(cleanups > 50, `${cleanups} cleanups of ${looks} looks`);
  assert.ok(looks >= 61, `given up after ${looks} looks`);

  // A failure without a known reason.
  answer = { success: true, request: { ...request, status: 'failed', error_message: null } };
  await page.clock.resume();
  await page.reload();
  await failed.getByText('Unread check failed').waitFor();
});

async function addProfile({ call }: Visitor, profile_name: string): Promise<void> {
  await call('POST /api/profiles', { body: { profile_name, profile_path: `/p/${profile_name}` } });
}
