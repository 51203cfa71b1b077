import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { axeViolations, openPage, SCREENS, violationsInLooks, visit } from './testing/browser.ts';
import { changeUser } from './testing/change-user.ts';
import { colourOf } from './testing/colour.ts';
import { pressItem } from './testing/menu.ts';
import { makeParts, startCampaign } from './testing/parts.ts';
import { startScriptedAgent } from './testing/scripted-agent.ts';
import { startSite } from './testing/site.ts';

// An agent on the practice driver may send at any pace; nothing listens at this address.
const PRACTICE = { PRACTICE_URL: 'http://127.0.0.1:9' };
const SECOND_CLICK = { detail: 2 };

test('a campaign is made, followed live and stopped, and its log is exported', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  await makeParts(marta);
  const agent = await startScriptedAgent(site, marta);
  const page = await openPage(t, { url: site.url, token: marta.token });

  await page.goto('/campaigns');
  await page.getByRole('link', { name: 'Create your first campaign' }).click();
  await fillForm(page, 'Kiln open');
  await page.getByText(/^Hi (lena\.hartog|kaffebaren_oslo|slow\.kitchen), the kiln opens\.$/).waitFor();
  await page.getByText('3 people', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Create campaign' }).click();

  await page.getByRole('heading', { name: 'Kiln open', level: 1 }).waitFor();
  assert.equal(await colourOf(page, 'Pending'), 'grey');
  const asked = noteChanges(page);
  await page.getByRole('button', { name: 'Start' }).dblclick();
  // The second click of a double click hits Pause or Stop, which are there at once.
  await page.getByRole('button', { name: 'Pause', exact: true }).dispatchEvent('click', SECOND_CLICK);
  await page.getByRole('button', { name: 'Stop', exact: true }).dispatchEvent('click', SECOND_CLICK);
  await page
    .getByText(/^Running/)
    .first()
    .waitFor();
  const first = await agent.deliver('sent');
  const log = page.getByRole('log');
  await log.getByText(`@${first}`).waitFor();
  await page.getByText('LIVE', { exact: true }).waitFor();
  await page.getByRole('img', { name: '1 sent, 0 failed, 2 pending of 3' }).waitFor();
  await page.getByText('33.3%').first().waitFor();
  const second = await agent.deliver('not_found');
  await log.getByText(`@${second}`).waitFor();
  await page.getByText('1 not found').waitFor();
  assert.deepEqual(asked, ['start']);

  await page.getByRole('button', { name: 'Stop' }).click();
  const question = page.getByRole('dialog');
  await question.getByText('2 of 3 recipients are done. The other 1 get no message').waitFor();
  await question.getByRole('button', { name: 'Stop campaign' }).click();
  await page.getByText('Completed', { exact: true }).first().waitFor();
  await page.getByText('Reached 33.3%: 1 of 3', { exact: true }).waitFor();
  // Its figures change no more, so that only their parts are noted, and no profile has a next message.
  assert.equal(await page.getByText(/of attempts|in the list|Nobody left/).count(), 0);
  assert.equal(await page.getByRole('columnheader', { name: 'Next' }).count(), 0);
  // Stop is gone: the focus is on its replacement.
  await page.locator('main button:focus, main a:focus').waitFor();
  // No campaign is running or paused any more.
  await log.waitFor({ state: 'detached' });

  // A long export has a toast until it ends, and moves no focus.
  const held = Promise.withResolvers<void>();
  await page.route('**/logs/export', (route) => held.promise.then(() => route.continue()));
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export Logs' }).press('Enter');
  await page.getByText('Exporting the logs…').waitFor();
  held.resolve();
  assert.equal((await download).suggestedFilename(), 'Kiln open.xlsx');
  await page.getByText('Logs exported.').waitFor();
  await page.getByText('Exporting the logs…').waitFor({ state: 'detached' });

  // A phone on its side, or zoom: the focused control is visible, however long the question.
  await page.setViewportSize({ width: 375, height: 400 });
  await page.getByRole('button', { name: 'More', exact: true }).press('Enter');
  await pressItem(page.getByRole('menuitem', { name: 'Delete' }));
  const deletion = page.getByRole('dialog', { name: 'Delete Kiln open?' });
  await page.waitForFunction(() => {
    const { activeElement: focused } = document;
    return focused?.textContent === 'Cancel' && focused.getBoundingClientRect().bottom <= innerHeight;
  });
  await page.setViewportSize(SCREENS.desktop);
  const keep = deletion.getByRole('radio', { name: 'Keep the 1 who was messaged as sent' });
  await keep.and(page.locator(':checked')).waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await deletion.getByRole('radio', { name: 'Put everybody back to pending' }).check();
  await keep.check();
  const deleted = page.waitForRequest((request) => request.method() === 'DELETE');
  await deletion.getByRole('button', { name: 'Delete campaign' }).click();
  assert.deepEqual((await deleted).postDataJSON(), { keep_sent: true });
  await page.getByText('Create your first campaign').waitFor();
});

test('a profile taken meanwhile is refused by name, and typed input is not lost without a question', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const parts = await makeParts(marta);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/campaigns/new');
  await fillForm(page, 'Second');
  await marta.call('POST /api/campaigns', { body: { ...parts, name: 'Third' } });

  // The form follows changes elsewhere; here the event of the profile comes after the press.
  const held = Promise.withResolvers<void>();
  await page.route(/\/api\/profiles\?/, (route) => held.promise.then(() => route.continue()));
  await startCampaign(marta, { ...parts, name: 'First' });
  await page.getByRole('button', { name: 'Create campaign' }).click();
  await page
    .getByRole('alert')
    .getByText(
      'Cannot create campaign: Profiles kiln.club are already being used in running campaigns (First)',
    )
    .waitFor();
  held.resolve();
  // Disabled, so Playwright must not wait for it; pressed anyway, it says why.
  await page.getByText('Sending First').click({ force: true });
  await page.getByText('This profile is currently being used in a running campaign').waitFor();

  await page.getByRole('link', { name: 'Cancel' }).click();
  const question = page.getByRole('dialog', { name: 'Discard this campaign?' });
  await question.waitFor();
  await page.keyboard.press('Enter');
  await question.waitFor({ state: 'detached' });
  assert.equal(await page.getByLabel('Campaign name').inputValue(), 'Second');
  await page.getByRole('link', { name: 'Back to Campaigns' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Start Third', disabled: true }).focus();
  await page.getByRole('tooltip').getByText('Profiles kiln.club are already being used').waitFor();
  const asked = noteChanges(page);
  await page.getByRole('button', { name: 'Pause First' }).dispatchEvent('click', SECOND_CLICK);
  await page.getByRole('link', { name: 'First', exact: true }).click();
  await page.getByRole('heading', { name: 'Campaign Information' }).waitFor();
  assert.deepEqual(asked, []);
});

test('a blocked profile pauses its campaign, says why, and is resumed on the page', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const id = await startCampaign(marta, { ...(await makeParts(marta)), name: 'Kiln open' });
  const agent = await startScriptedAgent(site, marta);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/campaigns/${id}`);
  // No work is asked for yet: nothing may say that the campaign sends.
  await page.getByText('Running · waits for the agent', { exact: true }).waitFor();
  await page.getByText('3 people wait').waitFor();
  await page.getByText('1 of 1 profile can send').waitFor();
  assert.equal(await page.getByText('at this pace').count(), 0);
  const instructions = page.getByRole('region', { name: 'No agent is connected.' });
  await instructions.getByText(`PIGEONPOST_URL=${site.url} npm run agent`).waitFor();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await instructions.getByRole('button', { name: 'Copy the command' }).click();
  await instructions.getByRole('button', { name: 'Copied!' }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(copied, `PIGEONPOST_URL=${site.url} npm run agent`);

  await agent.deliver('blocked');
  await page.getByText('Paused · kiln.club blocked', { exact: true }).waitFor();
  const notice = page.getByRole('region', { name: 'kiln.club is blocked.' });
  await notice.getByText('Look at kiln.club in Firefox, then press Resume.').waitFor();
  await page.getByRole('button', { name: 'Start', disabled: true }).waitFor();
  await page.getByText('Off until a profile is resumed').first().waitFor();
  // The one filled button is the next action: first to look, then to resume.
  assert.deepEqual(await filled(page), ['Open in Firefox']);
  await notice.getByRole('button', { name: 'Open in Firefox' }).click();
  await notice.getByRole('button', { name: 'Pending...' }).waitFor();
  await agent.carryOut('open');
  await notice.getByRole('button', { name: 'Open in Firefox' }).waitFor();
  assert.deepEqual(await filled(page), ['Resume']);
  await page.getByRole('button', { name: 'Resume kiln.club' }).click();
  const question = page.getByRole('dialog', { name: 'Resume kiln.club?' });
  await question.getByText('Instagram limited this account.').waitFor();
  await question.getByRole('button', { name: 'Resume', exact: true }).click();
  await page.getByText('1 of 1 profile can send').waitFor();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('1 of 1 profile sending').waitFor();
});

test('a campaign whose performance is not found shows no error for it', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const id = await startCampaign(marta, { ...(await makeParts(marta)), name: 'Kiln open' });
  const page = await openPage(t, { url: site.url, token: marta.token });
  const gone = { status: 404, json: { error: 'Campaign not found' } };
  await page.route('**/profile-performance', (route) => route.fulfill(gone));
  const answered = page.waitForResponse('**/profile-performance');
  await page.goto(`/campaigns/${id}`);
  await answered;
  await page.getByRole('heading', { name: 'Campaign Information' }).waitFor();
  await page.getByRole('heading', { name: 'Profile Performance' }).waitFor({ state: 'detached' });
  assert.equal(await page.getByText('Failed to fetch profile performance').count(), 0);
});

test('the log keeps the last lines of all running and paused campaigns together', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const parts = await makeParts(marta);
  const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'];
  for (const name of names) {
    const id = await startCampaign(marta, { ...parts, name });
    await marta.call('POST /api/campaigns/{id}/stop', { params: { id } });
  }
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.route('**/api/campaigns/logs', async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, logs: [] } });
  });
  await page.goto('/dashboard');
  await page.getByText('Waiting for logs...').waitFor();
  // All are paused.
  assert.equal(await page.getByText('LIVE', { exact: true }).count(), 0);
  await page.unroute('**/api/campaigns/logs');
  await page.reload();
  for (const name of names) await page.getByRole('log').getByText(name, { exact: true }).first().waitFor();
});

test('an expired subscription disables Start with its reason, and not Stop', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const parts = await makeParts(marta);
  const id = await startCampaign(marta, { ...parts, name: 'Kiln open' });
  await marta.call('POST /api/campaigns/{id}/stop', { params: { id } });
  await changeUser(site, marta, "subscription_end_date = '2020-01-01'");
  const page = await openPage(t, { url: site.url, token: marta.token });

  await page.goto('/campaigns');
  await page.getByRole('region', { name: 'Subscription Required' }).waitFor();
  const start = page.getByRole('button', { name: 'Start Kiln open' });
  await start.focus();
  const reason = page.getByRole('tooltip').filter({ hasText: 'Renew to start campaigns' });
  await reason.waitFor();
  assert.equal(await start.getAttribute('aria-describedby'), await reason.getAttribute('id'));
  await page.getByRole('button', { name: 'More for Kiln open' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Stop' }).click();
  await page.getByRole('button', { name: 'Stop campaign' }).click();
  await page.getByRole('cell', { name: 'Completed' }).waitFor();
});

test('axe finds nothing on the campaign screens, on a phone in the dark and on a desk in the light', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const id = await startCampaign(marta, { ...(await makeParts(marta)), name: 'Kiln open' });
  await startScriptedAgent(site, marta);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/campaigns');
  await page.getByRole('link', { name: 'Kiln open' }).first().waitFor();
  await assertAccessible(t, page);
  await visit(page, '/campaigns/new');
  await page.getByText('Sending Kiln open').waitFor();
  await assertAccessible(t, page);
  await visit(page, `/campaigns/${id}`);
  await page.getByText('1 of 1 profile can send').waitFor();
  for (const size of [SCREENS.phone, SCREENS.desktop]) {
    await page.setViewportSize(size);
    assert.equal(await page.evaluate(endUnderLog), 0);
  }
  await assertAccessible(t, page);
  await visit(page, '/campaigns/999999');
  await page.getByRole('heading', { name: 'Campaign not found' }).waitFor();
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByText('Campaign not found').waitFor();
  await assertAccessible(t, page);
});

/** Collects the page's later calls that change campaigns; a pause begins with 'stop'. */
function noteChanges(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const [, change] = /\/campaigns\/\d+\/(start|stop)$/.exec(request.url()) ?? [];
    if (change) asked.push(change);
  });
  return asked;
}

async function assertAccessible(t: TestContext, page: Page): Promise<void> {
  t.assert.deepEqual(await violationsInLooks(page), [], page.url());
}

/** The pixels under the open log when the page is scrolled to its end. */
function endUnderLog(): number {
  scrollTo({ top: document.body.scrollHeight });
  const end = document.querySelector('main')?.getBoundingClientRect().bottom ?? Number.NaN;
  const panel = document.querySelector('[data-shape]')?.getBoundingClientRect().top ?? Number.NaN;
  return Math.max(0, Math.round(end - panel));
}

async function fillForm(page: Page, name: string): Promise<void> {
  await page.getByLabel('Campaign name').fill(name);
  await page.getByLabel('Recipient list').selectOption({ label: 'Neighbours (3 recipients)' });
  await page.getByRole('checkbox', { name: 'kiln.club' }).check();
}

/** The filled buttons of the page, at most one. */
function filled(page: Page): Promise<string[]> {
  return page.locator('main button[data-variant="filled"]:not([data-disabled])').allInnerTexts();
}
