import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Route } from 'playwright-core';
import { axeViolations, openPage, visit } from './testing/browser.ts';
import { makeParts, startCampaign } from './testing/parts.ts';
import { startScriptedAgent } from './testing/scripted-agent.ts';
import { startSite } from './testing/site.ts';

const PRACTICE = { PRACTICE_URL: 'http://127.0.0.1:9' };
const PATH = '/p/kiln.club';

/** A running campaign, the agent of its only profile, and a page of its owner. */
async function start(t: TestContext, profiles?: string[]) {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const id = await startCampaign(marta, { ...(await makeParts(marta, profiles)), name: 'Kiln open' });
  const agent = await startScriptedAgent(site, marta);
  const page = await openPage(t, { url: site.url, token: marta.token });
  return { site, id, agent, page, marta };
}

test('a signed-out profile is opened, signed in and resumed', async (t) => {
  const { id, agent, page } = await start(t);
  await agent.deliver('signed_out');
  await page.goto('/profiles');
  const row = page.getByRole('row').filter({ hasText: 'kiln.club' });
  await row.getByText('Signed out', { exact: true }).waitFor();
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/profiles/open')) asked += 1;
  });
  // Pressed again before it is drawn as disabled.
  await row.getByRole('button', { name: 'Sign in with kiln.club' }).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await row.getByRole('button', { name: 'Pending...' }).waitFor();
  await agent.reportOpen([PATH]);
  await agent.carryOut('open');
  assert.equal(asked, 1);
  await row.getByRole('button', { name: 'Resume kiln.club' }).click();
  const question = page.getByRole('dialog', { name: 'Resume kiln.club?' });
  await question.getByText('Its session has ended.').waitFor();
  await question.getByRole('button', { name: 'Resume and start Kiln open again' }).click();
  await row.getByText('Signed out', { exact: true }).waitFor({ state: 'detached' });
  await page.getByText('Campaign started.').waitFor();

  await agent.reportOpen([]);
  await visit(page, `/campaigns/${id}`);
  await page.getByText('1 of 1 profile sending').waitFor();
});

test('a window that opens before the press has its answer is shown as open', async (t) => {
  const { agent, page } = await start(t);
  await agent.deliver('signed_out');
  const isOpened = Promise.withResolvers<void>();
  await page.route('**/api/profiles/open', async (route) => {
    const response = await route.fetch();
    await isOpened.promise;
    await route.fulfill({ response });
  });
  await page.goto('/profiles');
  await page.getByRole('button', { name: 'Sign in with kiln.club', exact: true }).click();
  await page.getByRole('button', { name: 'Pending...' }).waitFor();
  await agent.reportOpen([PATH]);
  await agent.carryOut('open');
  isOpened.resolve();
  await page.getByRole('button', { name: 'Resume kiln.club' }).waitFor();
});

test('the campaign of a signed-out profile opens it, resumes it and starts again', async (t) => {
  const { id, agent, page } = await start(t);
  await agent.deliver('signed_out');
  await page.goto(`/campaigns/${id}`);
  await page.getByRole('region', { name: 'kiln.club is signed out.' }).waitFor();
  await page.getByText('Signed out', { exact: true }).waitFor();
  await page.getByText('0 of 1 profile can send').waitFor();
  await page.getByRole('button', { name: 'Open kiln.club', exact: true }).click();
  // In the notice and in its row.
  await page.getByRole('button', { name: 'Pending...' }).first().waitFor();
  await agent.carryOut('open');
  await page.getByRole('button', { name: 'Resume kiln.club' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resume and start Kiln open again' }).click();
  await page
    .getByText(/^Running/)
    .first()
    .waitFor();
  await agent.deliver('sent');
});

test('a profile with which Firefox cannot start says why on both pages, and is tried again by a press', async (t) => {
  const { id, agent, page } = await start(t);
  await agent.deliver('machine_fault');
  await page.goto('/profiles');
  const row = page.getByRole('row').filter({ hasText: 'kiln.club' });
  await row.getByText('Cannot start', { exact: true }).waitFor();
  await row.getByText("Firefox ended with code 255: Couldn't load XPCOM.").waitFor();
  await row.getByText('again in').waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await row.getByRole('button', { name: 'Try again with kiln.club' }).click();
  await page.getByText('kiln.club is tried again.').waitFor();
  await row.getByText('Cannot start', { exact: true }).waitFor({ state: 'detached' });

  await agent.deliver('machine_fault');
  await visit(page, `/campaigns/${id}`);
  const notice = page.getByRole('region', { name: 'Waiting.' });
  await notice
    .getByText("kiln.club cannot start: Firefox ended with code 255: Couldn't load XPCOM.")
    .waitFor();
  await page.getByText('1 of 1 profile can send').waitFor();
  await page.getByText('Cannot start', { exact: true }).waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await notice.getByRole('button', { name: 'Try again' }).click();
  await notice.waitFor({ state: 'detached' });
  for (const _ of ['each', 'of', 'three']) await agent.deliver('sent');
  await page.getByText('Completed', { exact: true }).first().waitFor();
});

test('while other profiles send, a campaign names the one that cannot start', async (t) => {
  const { id, agent, page, marta } = await start(t, ['kiln.club', 'glaze.club']);
  await agent.deliver('machine_fault');
  await page.goto(`/campaigns/${id}`);
  const notice = page.getByRole('region', { name: 'Cannot start.' });
  await notice
    .getByText(/sends nothing while Firefox cannot start with it; the other profiles go on\.$/)
    .waitFor();
  await page.getByText('1 of 2 profiles sending').waitFor();
  const { profiles } = await marta.call('GET /api/profiles');
  assert.equal(profiles.filter(({ faulted_at }) => faulted_at).length, 1);
  await agent.deliver('sent');
});

test("a person's open window is a reason that the campaign shows, with Close", async (t) => {
  const { id, agent, page } = await start(t);
  await agent.deliver('sent');
  await agent.reportOpen([PATH]);
  await page.goto(`/campaigns/${id}`);
  const notice = page.getByRole('region', { name: 'Waiting.' });
  await notice.getByText('Close kiln.club in Firefox to continue.').waitFor();
  await page.getByText('1 of 1 profile can send').waitFor();
  await notice.getByRole('button', { name: 'Close' }).click();
  await notice.getByRole('button', { name: 'Pending...' }).waitFor();
  await agent.carryOut('close');
  await agent.reportOpen([]);
  await notice.waitFor({ state: 'detached' });
  await agent.deliver('sent');
});

test('a window that opens while the profiles are fetched is shown without another event', async (t) => {
  const { agent, page } = await start(t);
  await agent.deliver('sent');
  await page.goto('/profiles');
  const row = page.getByRole('row').filter({ hasText: 'kiln.club' });
  await row.getByText('Sending Kiln open').waitFor();
  // An answer from before the window opened, which arrives after its event.
  const { promise: isHeld, resolve: tellHeld } = Promise.withResolvers<void>();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const hold = async (route: Route) => {
    const response = await route.fetch();
    tellHeld();
    await isReleased;
    // The page may have abandoned it by then.
    await route.fulfill({ response }).catch(() => {});
  };
  await page.route(/\/api\/profiles\?.*page=1/, hold, { times: 1 });
  await agent.reportOpen(['/p/another']);
  await isHeld;
  await Promise.all([page.waitForRequest('**/api/agents'), agent.reportOpen([PATH])]);
  release();
  await row.getByText('Kiln open waits for its window').waitFor();
});

test('a row of Profiles has the one next action: Close for an open window, Resume for a blocked profile', async (t) => {
  const { agent, page } = await start(t);
  await agent.deliver('sent');
  await page.goto('/profiles');
  const row = page.getByRole('row').filter({ hasText: 'kiln.club' });
  await row.getByText('Sending Kiln open').waitFor();
  await agent.reportOpen([PATH]);
  await row.getByText('Kiln open waits for its window').waitFor();
  await row.getByRole('button', { name: 'Close kiln.club' }).press('Enter');
  await row.getByRole('button', { name: 'Pending...' }).waitFor();
  await agent.carryOut('close');
  await agent.reportOpen([]);
  await row.getByRole('button', { name: 'Open kiln.club' }).waitFor();
  await agent.deliver('blocked');
  await row.getByText('Blocked in Kiln open').waitFor();
  await row.getByText(/^since \d\d:\d\d, after 1 message today$/).waitFor();
  await row.getByRole('button', { name: 'Resume kiln.club' }).waitFor();
  await page.getByRole('button', { name: 'More for kiln.club' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Open Profile' }).waitFor();
  assert.equal(await page.getByRole('menuitem', { name: 'Close window' }).count(), 0);
  assert.deepEqual(await axeViolations(page), []);
});

test('after a restore the page says what came back, and sending continues when its owner says so', async (t) => {
  const { site, id, agent, page } = await start(t);
  // Only the freeze keeps the next message from being sent.
  await agent.deliver('sent');
  await site.database.pool.query(`
    update users set frozen_at = now() where username = 'marta';
    insert into freezes (user_id, backup_at, sent)
    select id, '2026-11-22 10:00Z', 8 from users where username = 'marta'`);
  await page.goto('/campaigns');
  const notice = page.getByRole('region', { name: 'Restored from a backup of 22-11-2026 10:00.' });
  await notice.getByText('8 messages were sent since, and count again. Nothing is sent until').waitFor();
  await notice.getByText('Not yet reported what they sent: studio-mac.').waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await visit(page, '/profiles');
  await page.getByText('sending waits', { exact: true }).waitFor();
  await visit(page, `/campaigns/${id}`);
  await page.getByText('Running · waits after a restore', { exact: true }).waitFor();
  await page.getByRole('cell', { name: 'Waits', exact: true }).waitFor();
  await notice.getByRole('button', { name: 'Continue sending' }).click();
  const question = page.getByRole('dialog', { name: 'Continue without studio-mac?' });
  await question
    .getByText('People whom this machine wrote to since the backup may be written to again.')
    .waitFor();
  await question.getByRole('button', { name: 'Continue anyway' }).click();
  await page.getByText('Sending continues.').waitFor();
  await notice.waitFor({ state: 'detached' });
  await agent.deliver('sent');
});

test('a page says that sending waits as soon as an agent knows more than the database', async (t) => {
  const { agent, page } = await start(t);
  await page.goto('/campaigns');
  await page.getByRole('link', { name: 'Kiln open' }).first().waitFor();
  await page.getByText('Connected', { exact: true }).waitFor();
  await agent.nameHigherMark();
  await page.getByRole('button', { name: 'Continue sending' }).waitFor();
});
