import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { openPage, SCREENS, visit } from './testing/browser.ts';
import { assertStill, watchLayoutShift } from './testing/layout-shift.ts';
import { makeParts, startCampaign } from './testing/parts.ts';
import { startScriptedAgent } from './testing/scripted-agent.ts';
import { startScriptedMachine } from './testing/scripted-machine.ts';
import { startSite } from './testing/site.ts';

test('no screen shifts while it loads or when a notice comes', async (t) => {
  const site = await startSite(t, { PRACTICE_URL: 'http://127.0.0.1:9' });
  const marta = await site.signUp('marta');
  await site.database.pool.query("update users set pack = 'pro'");
  const names = Array.from({ length: 60 }, (_, index) => `studio.${index + 1}`);
  const parts = await makeParts(marta, names);
  const profiles_used = parts.profiles_used.slice(0, 1);
  const id = await startCampaign(marta, { ...parts, profiles_used, name: 'Kiln open' });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await watchLayoutShift(page);
  const visit = async (path: string, text: string) => {
    await page.goto(path);
    await page.getByText(text).first().waitFor();
    await page.getByText('Connected', { exact: true }).waitFor();
    await page.getByText('No agent', { exact: false }).first().waitFor();
    await assertStill(page, path);
  };
  await visit('/campaigns', 'Showing 1 to 1 of 1 results');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Search' }).waitFor();
  assert.deepEqual(await listenersThatHoldScrolling(page), []);
  await visit('/profiles', 'Showing 1 to 10 of 60 results');
  await visit('/dashboard', 'Showing 1 to 5 of 60 results');
  await visit(`/campaigns/${id}`, 'this campaign continues by itself.');

  const agent = await startScriptedAgent(site, marta);
  await page.goto(`/campaigns/${id}`);
  await page.getByText('1 of 1 profile', { exact: false }).waitFor();
  const performance = page.getByRole('heading', { name: 'Profile Performance' });
  await agent.deliver('blocked');
  await page.getByRole('region', { name: 'studio.1 is blocked.' }).waitFor();
  // A notice appears whole: its reason shifts nothing again.
  const before = await performance.boundingBox();
  await page.getByText('Instagram asks for a pause.').first().waitFor();
  assert.deepEqual(await performance.boundingBox(), before);
});

test('late parts of a wide screen have their place reserved', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  await startScriptedMachine(t, { url: site.url, visitor: marta });
  const page = await openPage(t, { url: site.url, token: marta.token });
  const agents = await holdAnswer(page, '**/api/agents');
  const pace = await holdAnswer(page, '**/api/settings');
  await page.goto('/settings');
  await page.getByText('Account created').waitFor();
  const token = page.getByRole('heading', { name: 'Authentication Token' });
  const before = await token.boundingBox();
  // Until the connection state is known, the parts that would shift are not there.
  const header = page.getByRole('banner');
  const search = header.getByRole('button', { name: 'Search' }).first();
  await search.waitFor({ state: 'hidden' });
  agents.release();
  await header.getByText('Agent on', { exact: false }).waitFor();
  const place = await search.boundingBox();
  await header.getByText('Connected', { exact: true }).waitFor();
  pace.release();
  await page.getByText('Each profile waits').waitFor();
  assert.deepEqual(await token.boundingBox(), before);
  assert.deepEqual(await search.boundingBox(), place);
});

test('late parts of a phone screen have their place reserved', async (t) => {
  const site = await startSite(t, { PRACTICE_URL: 'http://127.0.0.1:9' });
  const marta = await site.signUp('marta');
  await site.database.pool.query("update users set pack = 'pro'");
  const names = Array.from({ length: 20 }, (_, index) => `studio.${index + 1}`);
  await makeParts(marta, names);
  const page = await openPage(t, { url: site.url, token: marta.token, screen: 'phone' });
  await watchLayoutShift(page);
  const pack = await holdAnswer(page, '**/api/profiles/pack-info');
  await page.goto('/profiles');
  await page.getByText('Showing 1 to 10 of 20 results').waitFor();
  const rows = page.getByRole('list', { name: 'Profiles' });
  const before = await rows.boundingBox();
  pack.release();
  await page.getByRole('main').getByText('20 profiles', { exact: true }).waitFor();
  assert.deepEqual(await rows.boundingBox(), before);
  const pace = await holdAnswer(page, '**/api/settings');
  await page.goto('/settings');
  await page.getByText('Account created').waitFor();
  pace.release();
  await page.getByText('Each profile waits').waitFor();
  await assertStill(page, '/settings on a phone');
  // The buttons beside a list stand together at its right edge, on a second line too.
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto('/profiles');
  await page.getByText('Showing 1 to 10 of 20 results').waitFor();
  const [table, close, add] = await Promise.all(
    [
      page.getByRole('table', { name: 'Profiles' }),
      page.getByRole('button', { name: 'Close all' }),
      page.getByRole('main').getByRole('button', { name: 'Add Profile' }),
    ].map((element) => edgesOf(element)),
  );
  assert.ok(table && close && add);
  assert.ok(Math.abs(table.right - add.right) <= 1, `${add.right} of ${table.right}`);
  assert.deepEqual([Math.round(add.left - close.right), add.top], [8, close.top]);
});

test('a message that is read as somebody is shown once that name is known, or failed to load', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  await marta.call('POST /api/templates', {
    body: { name: 'Kiln opening', content: '{username}, '.repeat(9) },
  });
  const { list } = await marta.call('POST /api/lists', { body: { name: 'Neighbours' } });
  await marta.call('POST /api/recipients/bulk', { body: { list_id: list.id, recipients: ['k'] } });
  const page = await openPage(t, { url: site.url, token: marta.token, screen: 'phone' });
  await watchLayoutShift(page);
  const name = await holdAnswer(page, '**/api/lists/*/recipients*');
  await page.goto('/templates');
  await page.getByRole('list', { name: 'Loading Templates' }).waitFor();
  name.release();
  await page.getByText('k, k, k,').waitFor();
  await assertStill(page, '/templates on a phone');

  await page.route('**/api/lists?*', (route) => route.fulfill({ status: 500, json: { error: 'Not now.' } }));
  await page.reload();
  await page.getByText('{username}, {username},').waitFor();
});

test('what can be pressed while a list loads is not elsewhere once the list is there', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  await startScriptedMachine(t, { url: site.url, visitor: marta });
  const page = await openPage(t, { url: site.url, token: marta.token });
  const main = page.getByRole('main');
  const lookAt = async (path: string, go: (path: string) => Promise<unknown>, first: string) => {
    const url = `**/api${path}?*`;
    const answer = await holdAnswer(page, url);
    await go(path);
    await main.locator('[aria-busy=true]').first().waitFor({ state: 'attached' });
    const before = await pressable(page);
    answer.release();
    await main.getByRole('heading', { name: first }).waitFor();
    await page.unroute(url);
    const after = await pressable(page);
    const same = (one: Pressable) => after.filter(({ name }) => name === one.name);
    const moved = before.filter(
      (one) => same(one).length > 0 && same(one).every(({ place }) => place !== one.place),
    );
    assert.deepEqual(moved, [], path);
  };
  await lookAt('/lists', (path) => page.goto(path), 'No lists yet');
  await main.getByRole('button', { name: 'Create List' }).waitFor();
  await lookAt('/templates', (path) => visit(page, path), 'No templates yet');
  await lookAt('/profiles', (path) => visit(page, path), 'No profiles yet');
  await lookAt('/campaigns', (path) => visit(page, path), 'No campaigns yet');
  await page.setViewportSize(SCREENS.phone);
  await lookAt('/lists', (path) => page.goto(path), 'No lists yet');

  // Where the lists cannot be fetched, one can still be made.
  await page.route('**/api/lists?*', (route) => route.fulfill({ status: 400, json: { error: 'Not now.' } }));
  await page.reload();
  await main.getByText('Not now.').waitFor();
  await main.getByRole('button', { name: 'Create List' }).waitFor();
});

test('the rows of a list come once the tabs of its views stand above them', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const { list } = await marta.call('POST /api/lists', { body: { name: 'Neighbours' } });
  await marta.call('POST /api/recipients/bulk', { body: { list_id: list.id, recipients: ['lena.hartog'] } });
  const conditions = [{ kind: 'status' as const, status: 'pending' as const }];
  await marta.call('POST /api/views', { body: { name: 'To write to', conditions } });
  const page = await openPage(t, { url: site.url, token: marta.token });
  const views = await holdAnswer(page, '**/api/views');
  const row = page.getByText('@lena.hartog', { exact: true });
  await page.goto(`/lists/${list.id}`);
  await row.waitFor({ state: 'attached' });
  assert.equal(await row.isVisible(), false);
  views.release();
  await row.waitFor();
  await page.getByRole('tab', { name: 'To write to' }).waitFor();
});

test('the link of an empty choice has its place reserved', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token, screen: 'phone' });
  const templates = await holdAnswer(page, '**/api/templates?*');
  await page.goto('/campaigns/new');
  await page.getByRole('link', { name: 'Make a list' }).waitFor();
  const lists = page.getByLabel('Recipient list');
  const before = await lists.boundingBox();
  templates.release();
  const link = page.getByRole('link', { name: 'Write a template' });
  await link.waitFor();
  assert.deepEqual(await lists.boundingBox(), before);
  const [place, choice] = await Promise.all([link, page.getByLabel('Message template')].map(edgesOf));
  assert.ok(place && choice && place.right <= choice.right && place.top < choice.top);
  await page.getByRole('link', { name: 'Add a profile' }).waitFor();
  // An empty frame takes no tab stop.
  assert.equal(
    await page.getByRole('region', { name: 'Profiles to choose from' }).getAttribute('tabindex'),
    null,
  );
});

/** Holds an answer until it is released, so that its surroundings come first. */
async function holdAnswer(page: Page, url: string): Promise<{ release: () => void }> {
  const held = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await held.promise;
    await route.continue();
  });
  return { release: held.resolve };
}

type Pressable = { name: string; place: string };

/** What can be pressed on the screen, with its place. */
function pressable(page: Page): Promise<Pressable[]> {
  return page.locator('main :is(button, a[href])').evaluateAll((elements) =>
    elements
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .map((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        const name = one.getAttribute('aria-label') ?? one.textContent ?? '';
        return { name, place: [left, top, width, height].map(Math.round).join(' ') };
      }),
  );
}

/** The kinds of event whose listeners, anywhere in the page, block scrolling by finger or wheel. */
async function listenersThatHoldScrolling(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const body = (await session.send('Runtime.evaluate', { expression: 'document.body' })).result;
  const everywhere = { objectId: body.objectId ?? '', depth: -1 };
  const { listeners } = await session.send('DOMDebugger.getEventListeners', everywhere);
  await session.detach();
  assert.ok(listeners.length > 0);
  return listeners
    .filter((one) => !one.passive)
    .flatMap(({ type }) => type.match(/^(touchstart|touchmove|wheel)$/) ?? []);
}

function edgesOf(element: Locator): Promise<{ left: number; right: number; top: number }> {
  return element.evaluate((one) => {
    const { left, right, top } = one.getBoundingClientRect();
    return { left, right, top };
  });
}

test('the font of the text is requested with the page, and loaded once', async (t) => {
  const site = await startSite(t);
  const page = await openPage(t, { url: site.url });
  await page.goto('/login');
  await page.getByRole('heading', { name: 'Welcome Back!' }).waitFor();
  const early = page.locator('link[rel=preload][as=font]');
  const href = await early.getAttribute('href');
  assert.equal(await page.evaluate(() => document.fonts.check("16px 'Geist Variable'")), true);
  const asked = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  assert.deepEqual(
    asked.filter((path) => path === href),
    [href],
  );
});
