import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, Route, WebSocketRoute } from 'playwright-core';
import { signUpAdmin } from './testing/administrator.ts';
import { axeViolations, openPage, visit } from './testing/browser.ts';
import { makeParts, startCampaign } from './testing/parts.ts';
import { startScriptedAgent } from './testing/scripted-agent.ts';
import { startSite } from './testing/site.ts';

test('before the first answer the page shows Connecting; after a loss it says since when it is out of date', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token });
  const held: WebSocketRoute[] = [];
  let isHolding = true;
  await page.routeWebSocket(/socket\.io/, (socket) => {
    held.push(socket);
    if (!isHolding) socket.connectToServer();
  });
  await page.goto('/settings');
  const status = page.getByRole('banner').getByRole('status');
  await status.getByText('Connecting…', { exact: true }).waitFor();
  assert.equal(await page.getByText('Disconnected').count(), 0);

  isHolding = false;
  await page.reload();
  await status.getByText('Connected', { exact: true }).waitFor();
  isHolding = true;
  await held.at(-1)?.close();
  await status.getByText(/^Disconnected, as of \d\d:\d\d$/).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.connection), 'lost');
  assert.deepEqual(await axeViolations(page), []);
  isHolding = false;
  // A held try would only be given up after 20 seconds.
  await held.at(-1)?.close();
  await status.getByText('Connected', { exact: true }).waitFor();
});

test('changes between the first fetches and the first connection are shown', async (t) => {
  const site = await startSite(t, { PRACTICE_URL: 'http://127.0.0.1:9' });
  const marta = await site.signUp('marta');
  const id = await startCampaign(marta, { ...(await makeParts(marta)), name: 'Kiln open' });
  const page = await openPage(t, { url: site.url, token: marta.token });
  const held = Promise.withResolvers<void>();
  await page.routeWebSocket(/socket\.io/, async (socket) => {
    await held.promise;
    socket.connectToServer();
  });
  await page.goto('/campaigns');
  const row = page.getByRole('row').filter({ hasText: 'Kiln open' });
  await row.getByText('Running').waitFor();
  await marta.call('POST /api/campaigns/{id}/stop', { params: { id } });
  held.resolve();
  await row.getByText('Paused').waitFor();
});

test('the first connection fetches nothing again without an event since the page asked', async (t) => {
  const site = await startSite(t, { PRACTICE_URL: 'http://127.0.0.1:9' });
  const marta = await site.signUp('marta');
  await startCampaign(marta, { ...(await makeParts(marta)), name: 'Kiln open' });
  const page = await openPage(t, { url: site.url, token: marta.token });
  const [held, joined] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.routeWebSocket(/socket\.io/, async (socket) => {
    await held.promise;
    const server = socket.connectToServer();
    socket.onMessage((message) => server.send(message));
    server.onMessage((message) => {
      // The page adds to this age how long the answer took, so on a slow machine a young event would count as missed.
      socket.send(String(message).replace(/"told_ms_ago":\d+/, '"told_ms_ago":3600000'));
      if (String(message).includes('told_ms_ago')) joined.resolve();
    });
  });
  await page.goto('/campaigns');
  await page.getByRole('row').filter({ hasText: 'Kiln open' }).getByText('Running').waitFor();
  await page.waitForLoadState('networkidle');
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(request.url()));
  held.resolve();
  await joined.promise;
  await page.getByRole('banner').getByText('Connected', { exact: true }).waitFor();
  await page.waitForLoadState('networkidle');
  assert.deepEqual(
    asked.filter((url) => url.includes('/api/')),
    [],
  );
});

test('a screen left for a moment shows what changed meanwhile', async (t) => {
  const site = await startSite(t, { PRACTICE_URL: 'http://127.0.0.1:9' });
  const marta = await site.signUp('marta');
  const id = await startCampaign(marta, { ...(await makeParts(marta)), name: 'Kiln open' });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/campaigns');
  const row = page.getByRole('row').filter({ hasText: 'Kiln open' });
  await row.getByText('Running').waitFor();
  await page.getByRole('banner').getByText('Connected', { exact: true }).waitFor();
  await visit(page, '/profiles');
  await page.getByRole('heading', { name: 'Profiles', exact: true }).waitFor();
  await marta.call('POST /api/campaigns/{id}/stop', { params: { id } });
  await page.getByRole('link', { name: /Kiln open.*paused/ }).waitFor();
  await visit(page, '/campaigns');
  await row.getByText('Paused').waitFor();
});

test('a screen left right after an event shows what it brought', async (t) => {
  const site = await startSite(t, { PRACTICE_URL: 'http://127.0.0.1:9' });
  const marta = await site.signUp('marta');
  const id = await startCampaign(marta, { ...(await makeParts(marta)), name: 'Kiln open' });
  const agent = await startScriptedAgent(site, marta);
  const page = await openPage(t, { url: site.url, token: marta.token });
  // Later events would have the screen fetched again too.
  let isOver = false;
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => server.send(message));
    server.onMessage((message) => {
      if (!isOver) socket.send(message);
      isOver ||= String(message).includes('"total_sent":1');
    });
  });
  await page.goto(`/campaigns/${id}`);
  await page.getByRole('banner').getByText('Connected', { exact: true }).waitFor();
  const row = page.getByRole('row').filter({ hasText: 'kiln.club' });
  await row.waitFor();
  await agent.deliver('sent');
  await page.getByText('1 of 3 done').waitFor();
  await visit(page, '/templates');
  await page.getByRole('heading', { name: 'Kiln opening' }).waitFor();
  await visit(page, `/campaigns/${id}`);
  await row.getByRole('cell', { name: '1', exact: true }).first().waitFor();
});

test('an answer about the user that comes late does not hide a newer one', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const ida = await signUpAdmin(site, 'ida');
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/settings');
  await page.getByRole('banner').getByText('Connected', { exact: true }).waitFor();
  const { users } = await ida.call('GET /api/users', { query: { search: 'marta' } });
  const params = { id: users[0]?.id ?? 0 };
  const next = await holdNext(page, /\/api\/auth\/profile$/);
  await ida.call('PUT /api/users/{id}', { params, body: { username: 'marta.before' } });
  await next.answered;
  await ida.call('PUT /api/users/{id}', { params, body: { username: 'marta.now' } });
  const name = page.getByTitle(/^marta\./);
  await page.getByTitle('marta.now').waitFor();
  const late = page.waitForResponse('**/api/auth/profile');
  next.release();
  await (await late).finished();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  assert.equal(await name.textContent(), 'marta.now');
});

test('an answer from before a save does not bring the old value back', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token });
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket(/socket\.io/, (socket) => {
    socket.connectToServer();
    sockets.push(socket);
  });
  await page.goto('/settings');
  const start = page.getByLabel('Delay Start (seconds)');
  await page.getByRole('banner').getByText('Connected', { exact: true }).waitFor();
  const before = await start.inputValue();
  const next = await holdNext(page, /\/api\/settings$/);
  // After a reconnect everything that is shown is fetched again.
  await sockets.at(-1)?.close();
  await next.answered;
  const changed = String(Number(before) + 1);
  await start.fill(changed);
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await page.getByText('Settings saved', { exact: false }).first().waitFor();
  next.release();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await visit(page, '/templates');
  await page.getByRole('heading', { name: 'No templates yet' }).waitFor();
  await visit(page, '/settings');
  assert.equal(await start.inputValue(), changed);
});

/** Gives the next call the answer that the server has now, but not before `release`. */
async function holdNext(page: Page, url: RegExp) {
  const [answered, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const hold = async (route: Route) => {
    const response = await route.fetch();
    answered.resolve();
    await held.promise;
    await route.fulfill({ response });
  };
  await page.route(url, hold, { times: 1 });
  return { answered: answered.promise, release: held.resolve };
}

test('a phone shows the same in its one dot', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token, screen: 'phone', scheme: 'dark' });
  await page.routeWebSocket(/socket\.io/, () => {});
  await page.goto('/settings');
  await page.getByRole('img', { name: /^Connecting…, No agent$/ }).waitFor();
});

test('on a slow line the mark is shown until the screen is', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token });
  const arrived = Promise.withResolvers<void>();
  await page.route(/\/assets\/templates-page-.*\.js/, async (route) => {
    await arrived.promise;
    await route.continue();
  });
  const asked = page.waitForRequest(/\/assets\/templates-page-.*\.js/);
  await page.goto('/templates');
  await asked;
  const mark = page.getByRole('main', { name: 'Loading Pigeonpost' });
  await mark.waitFor();
  assert.equal(await page.getByText('Disconnected').count(), 0);
  arrived.resolve();
  await page.getByRole('heading', { name: 'No templates yet' }).waitFor();
  assert.equal(await mark.count(), 0);
});
