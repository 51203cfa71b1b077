import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createClient } from '@pigeonpost/contract/client';
import type { Locator, Page } from 'playwright-core';
import { axeViolations, openPage } from './testing/browser.ts';
import { startScriptedAgent } from './testing/scripted-agent.ts';
import { folder, startScriptedMachine } from './testing/scripted-machine.ts';
import { type Site, startSite } from './testing/site.ts';

const PRACTICE = { PRACTICE_URL: 'http://127.0.0.1:9' };
const MOST_CLICKS = 17;

test('from registering to the first sent message takes 17 clicks', async (t) => {
  const site = await startSite(t, PRACTICE);
  const page = await openPage(t, { url: site.url });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  await page.goto('/register');
  await page.getByLabel('Username').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('marta');
  await click(page.getByLabel('Password', { exact: true }));
  await page.keyboard.type('kiln-9000');
  await click(page.getByLabel('Password again'));
  await page.keyboard.type('kiln-9000');
  await click(page.getByRole('button', { name: 'Create Account' }));
  await page.getByRole('heading', { name: 'Welcome Back!' }).waitFor();
  assert.equal(await page.getByLabel('Username').inputValue(), 'marta');
  await page.locator('input[name=password]:focus').waitFor();
  await page.keyboard.type('kiln-9000');
  await click(page.getByRole('button', { name: 'Log in' }));

  await page.getByRole('heading', { name: 'No campaigns yet' }).waitFor();
  const create = page.getByRole('button', { name: 'Create your first campaign' });
  await assertInView(page, create);
  await click(page.getByRole('button', { name: 'Copy the command' }));
  await click(page.getByRole('button', { name: 'Copy token' }));
  const call = await asTheUser(t, page, site);
  const agent = await startScriptedAgent(site, { call }, ['/p/kiln.club']);
  await page.getByText('studio-mac').first().waitFor();

  await agent.carryOut('list');
  await page.getByRole('button', { name: 'Make a new one' }).waitFor();
  await click(page.getByRole('button', { name: 'Add Profile' }));
  const dialog = page.getByRole('dialog');
  await hasProfilePath(page, '/p/kiln.club');
  await click(dialog.getByRole('button', { name: 'Add Profile' }));
  await page.getByText('1 active').waitFor();

  await click(page.getByRole('button', { name: 'Create Template' }));
  await dialog.getByLabel('Name').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Kiln opening');
  await click(dialog.getByLabel('Message'));
  await page.keyboard.type('Hi {username}, the kiln opens.');
  await click(dialog.getByRole('button', { name: 'Create Template' }));
  await page.getByText('1 so far').first().waitFor();

  await click(page.getByRole('button', { name: 'Create List' }));
  await dialog.getByLabel('Name').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Neighbours');
  await click(dialog.getByRole('button', { name: 'Create List' }));
  await dialog.getByLabel('Usernames').and(page.locator(':focus')).waitFor();
  await page.keyboard.insertText('lena.hartog\nslow.kitchen');
  await click(dialog.getByRole('button', { name: 'Import 2 recipients' }));
  await click(dialog.getByRole('button', { name: 'Done' }));
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('2 recipients', { exact: true }).waitFor();
  assert.equal(await page.getByRole('img', { name: 'Done' }).count(), 4);
  await page.getByText('Four are done.').waitFor();

  await click(page.getByRole('link', { name: 'Create your first campaign' }));
  await page.getByLabel('Campaign name').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Kiln open');
  await page.getByText('1 of 1 free profiles selected').waitFor();
  await click(page.getByRole('button', { name: 'Create and start' }));
  await page.getByRole('heading', { name: 'Kiln open', level: 1 }).waitFor();
  await agent.deliver('sent');
  await page.getByRole('img', { name: '1 sent, 0 failed, 1 pending of 2' }).first().waitFor();
  assert.ok(clicks <= MOST_CLICKS, `${clicks} clicks`);
});

test('the first campaign can be made by keyboard alone', async (t) => {
  const site = await startSite(t, PRACTICE);
  const page = await openPage(t, { url: site.url });
  await page.goto('/register');
  await page.getByLabel('Username').and(page.locator(':focus')).waitFor();
  const { keyboard } = page;
  await keyboard.type('marta');
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await keyboard.type('kiln-9000');
  await tabTo(page, page.getByLabel('Password again'));
  await keyboard.type('kiln-9000');
  await keyboard.press('Enter');
  await page.locator('input[name=password]:focus').waitFor();
  await keyboard.type('kiln-9000');
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'No campaigns yet' }).waitFor();
  const call = await asTheUser(t, page, site);
  const agent = await startScriptedAgent(site, { call }, ['/p/kiln.club']);
  await page.getByText('studio-mac').first().waitFor();

  const press = async (target: Locator) => {
    await tabTo(page, target);
    await keyboard.press('Enter');
  };
  const dialog = page.getByRole('dialog');
  /** The step is done and its button gone: the focus is still on a control. */
  const closesTo = async (opener: Locator) => {
    await dialog.waitFor({ state: 'detached' });
    await opener.waitFor({ state: 'detached' });
    await page.locator('main :focus, main:focus, h1:focus').waitFor();
  };
  await agent.carryOut('list');
  await page.getByRole('button', { name: 'Make a new one' }).waitFor();
  const addProfile = page.getByRole('button', { name: 'Add Profile' });
  await press(addProfile);
  await hasProfilePath(page, '/p/kiln.club');
  await dialog.getByLabel('Profile path').and(page.locator(':focus')).waitFor();
  await keyboard.press('Enter');
  await closesTo(addProfile);

  const createTemplate = page.getByRole('button', { name: 'Create Template' });
  await press(createTemplate);
  await dialog.getByLabel('Name').and(page.locator(':focus')).waitFor();
  await keyboard.type('Kiln opening');
  await tabTo(page, dialog.getByLabel('Message'));
  await keyboard.type('The kiln opens.');
  await press(dialog.getByRole('button', { name: 'Create Template' }));
  await closesTo(createTemplate);

  const createList = page.getByRole('button', { name: 'Create List' });
  await press(createList);
  await dialog.getByLabel('Name').and(page.locator(':focus')).waitFor();
  await keyboard.type('Neighbours');
  await keyboard.press('Enter');
  await dialog.getByLabel('Usernames').and(page.locator(':focus')).waitFor();
  await keyboard.insertText('lena.hartog');
  await dialog.getByRole('button', { name: 'Import 1 recipient' }).waitFor();
  await press(dialog.getByRole('button', { name: 'Import 1 recipient' }));
  await dialog.getByRole('button', { name: 'Done' }).and(page.locator(':focus')).waitFor();
  await keyboard.press('Enter');
  await closesTo(createList);

  await press(page.getByRole('link', { name: 'Create your first campaign' }));
  await page.getByLabel('Campaign name').and(page.locator(':focus')).waitFor();
  await keyboard.type('Kiln open');
  await press(page.getByRole('button', { name: 'Create and start' }));
  await page.getByRole('heading', { name: 'Kiln open', level: 1 }).waitFor();
  await agent.deliver('sent');
  await page.getByRole('img', { name: '1 sent, 0 failed, 0 pending of 1' }).first().waitFor();
});

test('on a machine without a profile one is made for the first campaign, and its step ends when it is signed in', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const machine = await startScriptedMachine(t, { url: site.url, visitor: marta });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/dashboard');
  await machine.answerList([folder('default-release')]);
  await page.getByText('studio-mac has no Firefox profile for an account yet').waitFor();
  const make = page.getByRole('button', { name: 'Make it and open Firefox' });
  await make.press('Enter');
  await page.getByText('Profile name is required').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('fjordandclay');
  await page.getByLabel('Account').fill('fjordandclay');
  assert.deepEqual(await axeViolations(page), []);
  await make.press('Enter');
  const create = await machine.take('create');
  assert.deepEqual(create.payload, { profile_name: 'fjordandclay' });
  await create.complete({ profile: folder('fjordandclay') });
  const opening = await machine.take('open');
  await page.getByText('fjordandclay: sign in').waitFor();
  const signedIn = page.getByRole('button', { name: 'I have signed in' });
  await signedIn.and(page.locator('[aria-disabled="true"]')).waitFor();
  const { profiles } = await marta.call('GET /api/profiles');
  assert.equal(profiles[0]?.profile_path, '/p/x1.fjordandclay');
  assert.ok(profiles[0]?.signed_out_at, 'it sends nothing before somebody has signed in');
  await opening.complete();
  await signedIn.and(page.locator(':not([aria-disabled])')).waitFor();
  await signedIn.press('Enter');
  await page.getByText('1 active').waitFor();
  await page.getByText('Two are done.').waitFor();
  await page.getByRole('button', { name: 'Create Template' }).waitFor();
});

test("the profile's step ends by itself once its window is closed and the agent sees that it is signed in", async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const machine = await startScriptedMachine(t, { url: site.url, visitor: marta });
  const mine = folder('fjordandclay');
  await machine.report([mine], []);
  const body = { profile_name: 'fjordandclay', profile_path: mine.path, is_new: true };
  const { profile } = await marta.call('POST /api/profiles', { body });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/dashboard');
  const box = page.getByRole('status').filter({ hasText: 'fjordandclay: sign in' });
  const signedIn = page.getByRole('button', { name: 'I have signed in' });
  const windowIs = async (open: 'open' | 'closed') => {
    await machine.report([mine], open === 'open' ? [mine.path] : []);
    const isOff = open === 'open' ? '[aria-disabled="true"]' : ':not([aria-disabled])';
    await signedIn.and(page.locator(isOff)).waitFor();
  };
  const found = (part: { unread_count: number; error: string | null }) => ({
    profiles_checked: 1,
    total_unread: part.unread_count,
    results: [{ profile_name: 'fjordandclay', profile_path: mine.path, ...part }],
  });
  await box.getByText('Open it in Firefox on studio-mac and sign in there.').waitFor();
  await windowIs('open');
  await windowIs('closed');
  await box.getByText('The agent on studio-mac looks whether you are signed in…').waitFor();
  const first = await machine.take('unread');
  assert.deepEqual(first.payload.profiles, [
    { profile_id: profile.id, profile_name: 'fjordandclay', profile_path: mine.path },
  ]);
  await first.complete(found({ unread_count: 0, error: 'The site asks for a sign-in.' }));
  await box.getByText('The agent did not see that you are signed in: The site asks for a sign-in.').waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await windowIs('open');
  await box.getByText('Then close that window.').waitFor();
  await windowIs('closed');
  await (await machine.take('unread')).complete(found({ unread_count: 2, error: null }));
  await page.getByText('1 active').waitFor();
  await page.getByText('Two are done.').waitFor();
  const { profiles } = await marta.call('GET /api/profiles');
  assert.equal(profiles[0]?.signed_out_at, null);
});

/** Presses Tab until the target has the focus; a screen has fewer stops than this. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  const aimed = target.and(page.locator(':focus'));
  for (let presses = 0; presses < 40; presses += 1) {
    if ((await aimed.count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab does not lead to ${target}`);
}

/** Calls with the token that the page signed in with, like a script of the user. */
async function asTheUser(t: TestContext, page: Page, site: Site) {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  assert.ok(token, t.name);
  return createClient({ baseUrl: site.url, token: () => token });
}

/** Waits until the dialog has taken the only free folder of the machine. */
async function hasProfilePath(page: Page, path: string): Promise<void> {
  await page
    .getByLabel('Profile path')
    .and(page.locator(`[value="${path}"]`))
    .waitFor();
}

async function assertInView(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  assert.ok(box && box.y + box.height <= height, `${JSON.stringify(box)} of ${height}`);
}
