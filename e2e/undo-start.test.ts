import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { until } from '@pigeonpost/server/testing/until';
import type { Page } from 'playwright-core';
import { axeViolations, openPage, violationsInLooks, visit } from './testing/browser.ts';
import { pressItem } from './testing/menu.ts';
import { makeParts } from './testing/parts.ts';
import { startScriptedAgent } from './testing/scripted-agent.ts';
import { startSite } from './testing/site.ts';

// A start can be undone for 5 seconds in place of 20; nothing listens at this address.
const PRACTICE = { PRACTICE_URL: 'http://127.0.0.1:9' };
const UNDONE = 'Start undone: nothing was sent.';

async function pending(t: TestContext, env: Record<string, string> = {}) {
  const site = await startSite(t, env);
  const marta = await site.signUp('marta');
  const parts = await makeParts(marta, undefined, 30);
  const { campaign } = await marta.call('POST /api/campaigns', { body: { ...parts, name: 'Raku night' } });
  const { id } = campaign;
  const stage = async () => {
    const { campaign: now } = await marta.call('GET /api/campaigns/{id}', { params: { id } });
    return [now.status, now.stage];
  };
  return { site, marta, id, stage };
}

const bar = (page: Page) => page.getByRole('region', { name: 'Undo the start' });
const hasFocus = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).and(page.locator(':focus')).waitFor();

test('after Start a bar counts down, has the focus, and undoes by press or key', async (t) => {
  const { site, marta, id, stage } = await pending(t);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/campaigns/${id}`);
  // The bar is there before the answer.
  const started = page.waitForResponse('**/start');
  await page.getByRole('button', { name: 'Start', exact: true }).press('Enter');
  await started;
  await hasFocus(page, 'Undo');
  await bar(page)
    .getByText(/^Starts in 0:(20|1\d)\. Nothing has been sent\./)
    .waitFor();
  await bar(page)
    .getByRole('status')
    .getByText(/^Starts in (20|1\d) seconds\. Undo is here\.$/)
    .waitFor();
  assert.deepEqual(await stage(), ['running', 'starting']);
  assert.equal(await page.getByText('Campaign started.').count(), 0);
  assert.deepEqual(await violationsInLooks(page), []);
  await page.keyboard.press('Enter');
  await page.getByText(UNDONE).first().waitFor();
  await hasFocus(page, 'Start');
  assert.deepEqual(await stage(), ['pending', null]);

  // Ctrl Z in a field is the field's own.
  const startedAgain = page.waitForResponse('**/start');
  await page.keyboard.press('Enter');
  await startedAgain;
  await hasFocus(page, 'Undo');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('x');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Escape');
  await page.getByRole('combobox').waitFor({ state: 'detached' });
  assert.deepEqual(await stage(), ['running', 'starting']);
  await page.keyboard.press('Control+z');
  await hasFocus(page, 'Start');
  assert.deepEqual(await stage(), ['pending', null]);
});

test('the bar survives a reload, without the focus, and a browser whose clock is wrong', async (t) => {
  const { site, marta, id, stage } = await pending(t);
  await marta.call('POST /api/campaigns/{id}/start', { params: { id }, body: { undo_seconds: 60 } });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.clock.setSystemTime(Date.now() + 3_600_000);
  await page.goto(`/campaigns/${id}`);
  await bar(page)
    .getByText(/^Starts in 0:[2-5]\d\. Nothing/)
    .waitFor();
  assert.equal(await bar(page).getByRole('status').textContent(), '');
  assert.equal(await page.locator('button:focus').count(), 0);
  await page.keyboard.press('Control+z');
  await page.getByText(UNDONE).waitFor();
  assert.deepEqual(await stage(), ['pending', null]);
});

test('when the seconds are over the campaign has started, and the focus is on Pause', async (t) => {
  const { site, marta, id, stage } = await pending(t, PRACTICE);
  const agent = await startScriptedAgent(site, marta);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/campaigns/${id}`);
  await page.getByRole('button', { name: 'Start', exact: true }).press('Enter');
  await bar(page)
    .getByText(/^Starts in 0:0[1-5]\./)
    .waitFor();
  await hasFocus(page, 'Undo');
  await bar(page).waitFor({ state: 'detached' });
  await hasFocus(page, 'Pause');
  await page.getByText('Campaign started.').waitFor();
  await agent.deliver('sent');
  assert.deepEqual(await stage(), ['running', null]);

  // A focus that was moved on stays.
  await page.getByRole('button', { name: 'Pause', exact: true }).press('Enter');
  await page.getByText('Paused by you', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Start', exact: true }).press('Enter');
  await hasFocus(page, 'Undo');
  await page.getByRole('button', { name: 'More', exact: true }).focus();
  await bar(page).waitFor({ state: 'detached' });
  await hasFocus(page, 'More');

  // So does a menu that is opened while the start is on its way.
  await page.getByRole('button', { name: 'Pause', exact: true }).press('Enter');
  await page.getByText('Paused by you', { exact: true }).first().waitFor();
  const held = Promise.withResolvers<void>();
  await page.route('**/start', (route) => held.promise.then(() => route.continue()));
  await page.getByRole('button', { name: 'Start', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'More', exact: true }).press('Enter');
  held.resolve();
  await bar(page).waitFor();
  await page.locator('[role=menuitem]:focus').waitFor();
});

test('an undo that comes too late says so, and Pause has the focus', async (t) => {
  const { site, marta, id } = await pending(t);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/campaigns/${id}`);
  const started = page.waitForResponse('**/start');
  await page.getByRole('button', { name: 'Start', exact: true }).press('Enter');
  await started;
  await hasFocus(page, 'Undo');
  await site.database.pool.query('update campaigns set countdown_until = now()');
  await page.keyboard.press('Enter');
  await page.getByText('The first message may be on its way: pause it instead.').waitFor();
  await hasFocus(page, 'Pause');
  assert.equal(await bar(page).count(), 0);
});

test('a pause that comes when the seconds are over, which the page does not know yet, pauses', async (t) => {
  const { site, marta, id, stage } = await pending(t);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/campaigns/${id}`);
  const start = page.getByRole('button', { name: 'Start', exact: true });
  await start.waitFor();
  const counting = page.waitForResponse(`**/api/campaigns/${id}`);
  await start.press('Enter');
  await counting;
  await hasFocus(page, 'Undo');
  await site.database.pool.query('update campaigns set countdown_until = now()');
  await page.getByRole('button', { name: 'Pause', exact: true }).press('Enter');
  await page.getByText('Paused by you', { exact: true }).first().waitFor();
  await page.getByText('Campaign paused.').waitFor();
  assert.deepEqual(await stage(), ['paused', null]);

  // Within them it undoes the start, and says so.
  await start.press('Enter');
  await hasFocus(page, 'Undo');
  await page.getByRole('button', { name: 'Pause', exact: true }).press('Enter');
  await page.getByText(UNDONE).waitFor();
  assert.deepEqual(await stage(), ['paused', null]);
});

test('elsewhere a toast offers Undo, and the row says when it starts', async (t) => {
  const { site, marta, stage } = await pending(t);
  const page = await openPage(t, { url: site.url, token: marta.token });
  const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });
  await page.goto('/campaigns');
  const start = page.getByRole('button', { name: 'Start Raku night' });
  await start.click();
  await page.getByText('Raku night is about to start. Nothing has been sent.').waitFor();
  await page.getByText(/^Starts in 0:(20|1\d)$/).waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await undo.click();
  await page.getByText(UNDONE).waitFor();
  await start.waitFor();
  assert.deepEqual(await stage(), ['pending', null]);

  await start.click();
  await undo.waitFor();
  await page.keyboard.press('Control+z');
  await start.waitFor();

  // A pause is the same undo.
  await start.click();
  await undo.waitFor();
  await page.getByRole('button', { name: 'Pause Raku night' }).click();
  await undo.waitFor({ state: 'detached' });
  await start.waitFor();
  // The page shows it before the answer.
  await until('a campaign that is pending again', async () => (await stage())[0] === 'pending');

  // After a reload the row's menu has it.
  await start.click();
  await undo.waitFor();
  await page.reload();
  await page.getByText(/^Starts in 0:/).waitFor();
  await page.getByRole('button', { name: 'More for Raku night' }).press('Enter');
  await pressItem(page.getByRole('menuitem', { name: 'Undo start' }));
  await start.waitFor();
  assert.deepEqual(await stage(), ['pending', null]);
});

test('Start on the plan, and Create and start, lead to the bar with the focus on Undo', async (t) => {
  const { site, marta, id, stage } = await pending(t);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/campaigns/${id}/plan`);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.waitForURL(`**/campaigns/${id}`);
  await hasFocus(page, 'Undo');
  assert.equal(await page.getByText('is about to start').count(), 0);
  await page.keyboard.press('Control+z');
  await page.getByText(UNDONE).waitFor();
  assert.deepEqual(await stage(), ['pending', null]);

  await visit(page, '/campaigns/new');
  await page.getByLabel('Campaign name').fill('Kiln open');
  await page.getByRole('button', { name: 'Create and start' }).click();
  await page.getByRole('heading', { name: 'Kiln open', level: 1 }).waitFor();
  await hasFocus(page, 'Undo');
  assert.equal(await page.getByText('Campaign created and started.').count(), 0);
});

test('a start that another window undid is not told as done, also where no event came', async (t) => {
  const { site, marta, id } = await pending(t);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close());
  // Its page is not kept for another test: this one comes last.
  await page.clock.install();
  await page.goto(`/campaigns/${id}`);
  const started = page.waitForResponse('**/start');
  await page.getByRole('button', { name: 'Start', exact: true }).press('Enter');
  await started;
  await hasFocus(page, 'Undo');
  await marta.call('POST /api/campaigns/{id}/undo-start', { params: { id } });
  // At the end of the seconds the page asks what became of it.
  const asked = page.waitForResponse((response) => response.url().endsWith(`/api/campaigns/${id}`));
  await page.clock.fastForward(30_000);
  await asked;
  await visit(page, '/campaigns');
  await page.getByRole('button', { name: 'Start Raku night' }).waitFor();
  assert.equal(await page.getByText('Campaign started.').count(), 0);
});
