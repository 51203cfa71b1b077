import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { openPage, visit } from './testing/browser.ts';
import { pressItem } from './testing/menu.ts';
import { makeParts, startCampaign } from './testing/parts.ts';
import { startScriptedAgent } from './testing/scripted-agent.ts';
import { startSite } from './testing/site.ts';

const PRACTICE = { PRACTICE_URL: 'http://127.0.0.1:9' };

/** Waits until the focused control has this name. */
async function focusIsOn(page: Page, name: string): Promise<void> {
  const nameOf = () => {
    const active = document.activeElement;
    return active?.getAttribute('aria-label') ?? active?.textContent?.trim() ?? '';
  };
  try {
    await page.waitForFunction(
      (wanted) => {
        const active = document.activeElement;
        return (active?.getAttribute('aria-label') ?? active?.textContent?.trim()) === wanted;
      },
      name,
      { timeout: 15_000 },
    );
  } catch {
    assert.equal(await page.evaluate(nameOf), name);
  }
}

/** From now on the page draws as late as a busy machine: what waits for a frame comes after answers of the server. */
async function drawLate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const soon = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (draw) => soon(() => setTimeout(() => draw(performance.now()), 300));
  });
}

test('an action that replaces its own button leaves the focus on the replacement', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const parts = await makeParts(marta);
  await marta.call('POST /api/campaigns', { body: { ...parts, name: 'Kiln open' } });
  await marta.call('POST /api/campaigns', { body: { ...parts, name: 'Later' } });
  const agent = await startScriptedAgent(site, marta);
  const page = await openPage(t, { url: site.url, token: marta.token });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter');

  /** The change is made, and its toast is dismissed. */
  const said = async (words: string) => {
    await page.getByText(words).waitFor();
    await page.getByText(words).waitFor({ state: 'detached' });
  };

  // A row that moves up, because running campaigns come first, takes the focus along.
  await page.goto('/campaigns');
  await page.getByRole('button', { name: 'Start Kiln open' }).focus();
  await page.keyboard.down('Enter');
  await focusIsOn(page, 'Pause Kiln open');
  // A held key is one press.
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.locator('tbody tr:first-child').getByRole('link', { name: 'Kiln open', exact: true }).waitFor();
  await focusIsOn(page, 'Pause Kiln open');
  await said('Campaign started.');
  await page.keyboard.press('Enter');
  await focusIsOn(page, 'Start Kiln open');
  await said('Campaign paused.');
  await page.getByRole('tab', { name: 'Paused 1' }).click();
  await page.getByText('Showing 1 to 1 of 1 results').waitFor();

  await page.getByRole('link', { name: 'Kiln open', exact: true }).press('Enter');
  await focusIsOn(page, 'Kiln open');
  await press('Start');
  await focusIsOn(page, 'Pause');
  await said('Campaign started.');
  await page.keyboard.press('Enter');
  await focusIsOn(page, 'Start');
  await said('Campaign paused.');
  await page.keyboard.press('Enter');
  await focusIsOn(page, 'Pause');

  await press('Collapse the log');
  await page.keyboard.press('Enter');
  await focusIsOn(page, 'Collapse the log');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Open the campaign log' }).waitFor();
  await page.keyboard.press('Enter');
  await press('Close the log');
  await focusIsOn(page, 'Show the campaign log');
  await page.keyboard.press('Enter');
  await focusIsOn(page, 'Collapse the log');

  await agent.deliver('blocked');
  await press('Resume kiln.club');
  await page.getByRole('dialog').getByRole('button', { name: 'Resume', exact: true }).press('Enter');
  await page.getByText('1 of 1 profile can send').waitFor();
  await page.waitForFunction(() => document.activeElement?.closest('[data-focus-home], main') !== null);

  await visit(page, '/profiles');
  await press('Open kiln.club');
  await focusIsOn(page, 'Pending...');
  await agent.carryOut('open');
  await focusIsOn(page, 'Open kiln.club');

  await marta.call('POST /api/templates', { body: { name: 'Second', content: 'Hi {username}' } });
  await visit(page, '/templates');
  await press('Select Second');
  await page.getByRole('button', { name: 'Select Kiln opening' }).waitFor();
  await focusIsOn(page, 'Edit Second');
});

test('a deleted row gives the focus to its replacement', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const { list_id } = await makeParts(marta);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/lists/${list_id}`);
  const first = page.getByRole('checkbox', { name: /^Select @/ }).first();
  const gone = await first.getAttribute('aria-label');
  await first.press('Space');
  await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
  await page.getByRole('button', { name: /^Delete 1 recipient/ }).press('Enter');
  await page.getByText('Showing 1 to 2 of 2 results').waitFor();
  await page.getByRole('checkbox', { name: gone ?? '' }).waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.closest('[data-focus-home]') !== null);

  const more = page.getByRole('button', { name: /^More for @/ });
  const deleted = await more.first().getAttribute('aria-label');
  const next = await more.nth(1).getAttribute('aria-label');
  await more.first().press('Enter');
  await pressItem(page.getByRole('menuitem', { name: 'Delete Recipient' }));
  await page.getByRole('button', { name: deleted ?? '' }).waitFor({ state: 'detached' });
  await focusIsOn(page, next ?? '');
});

test('a refused change gives the focus back to the pressed control', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const parts = await makeParts(marta);
  await marta.call('POST /api/lists', { body: { name: 'Strangers' } });
  await startCampaign(marta, { ...parts, name: 'Kiln open' });
  const page = await openPage(t, { url: site.url, token: marta.token });
  const answer = { status: 500, json: { error: 'Internal server error' } };
  const failLate = async (path: RegExp) => {
    const held = Promise.withResolvers<void>();
    await page.route(path, (route) =>
      route.request().method() === 'GET' ? route.continue() : held.promise.then(() => route.fulfill(answer)),
    );
    return held.resolve;
  };

  // A restored row.
  await page.goto('/lists');
  const failDeletion = await failLate(/\/api\/lists\/\d+$/);
  const row = page.getByRole('button', { name: 'More for Strangers' });
  await row.press('Enter');
  await pressItem(page.getByRole('menuitem', { name: /^Delete/ }));
  await drawLate(page);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete/ })
    .press('Enter');
  await row.waitFor({ state: 'detached' });
  failDeletion();
  await focusIsOn(page, 'More for Strangers');

  // A restored button, unless the user has gone on meanwhile.
  await visit(page, '/campaigns');
  const failPause = await failLate(/\/api\/campaigns\/\d+\/stop$/);
  const pause = page.getByRole('button', { name: /^Pause / });
  const name = (await pause.getAttribute('aria-label')) ?? '';
  await pause.press('Enter');
  await focusIsOn(page, name.replace('Pause', 'Start'));
  await page.keyboard.press('Tab');
  const next = await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  failPause();
  await pause.waitFor();
  await focusIsOn(page, next);
});

test('each new screen has the focus on its heading', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const id = await startCampaign(marta, { ...(await makeParts(marta)), name: 'Kiln open' });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'View details of Kiln open' }).waitFor();
  for (const screen of ['Profiles', 'Templates', 'Lists', 'Settings', 'Campaigns', 'Dashboard']) {
    await page
      .getByRole('complementary')
      .getByRole('link', { name: new RegExp(`^${screen}`) })
      .press('Enter');
    // The pressed link has the same text.
    await page.getByRole('heading', { name: screen, level: 1 }).and(page.locator(':focus')).waitFor();
  }
  await page.getByRole('link', { name: 'View details of Kiln open' }).press('Enter');
  await focusIsOn(page, 'Kiln open');
  await page.getByRole('link', { name: '3: show the 3 who are pending' }).press('Enter');
  await focusIsOn(page, 'People of Kiln open');
  await page.goBack();
  await page.waitForURL(`**/campaigns/${id}`);
  await focusIsOn(page, 'Kiln open');
});

test('another page of a list is read from its beginning, and a search does not scroll', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const parts = await makeParts(marta);
  const { list_id } = parts;
  // Without a campaign the dashboard is the steps to the first one.
  await marta.call('POST /api/campaigns', { body: { ...parts, name: 'Kiln open' } });
  const recipients = Array.from({ length: 60 }, (_, index) => `reader_${index}`);
  await marta.call('POST /api/recipients/bulk', { body: { list_id, recipients } });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.setViewportSize({ width: 1440, height: 600 });
  const topOf = (element: Locator) => element.evaluate((one) => one.getBoundingClientRect().top);
  const isInSight = (top: number) => top >= 56 && top < 600;

  await page.goto(`/lists/${list_id}`);
  await page.getByRole('button', { name: 'Page 2' }).press('Enter');
  await page.getByText('Showing 51 to 63 of 63 results').waitFor();
  await focusIsOn(page, 'Recipients');
  const heads = await topOf(page.getByRole('row').first());
  assert.ok(isInSight(heads), `the heads stand at ${heads}`);

  await visit(page, '/dashboard');
  const search = page.getByRole('searchbox', { name: 'Search profiles...' });
  await page.getByRole('heading', { name: 'kiln.club' }).waitFor();
  assert.ok(!isInSight(await topOf(search)), 'the search is below the first screenful');
  await search.focus();
  await page.keyboard.type('kiln');
  await page.waitForURL('**/dashboard?search=kiln');
  await page.getByRole('heading', { name: 'kiln.club' }).waitFor();
  const field = await topOf(search);
  assert.ok(isInSight(field), `the field stands at ${field}`);
});
