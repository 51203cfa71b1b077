import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { systemClock } from '../clock.ts';
import { type DrivenBrowser, startBrowser } from '../firefox/browser.ts';
import { findFirefox, requireFirefox } from '../firefox/installation.ts';
import { openAgentDirectory } from '../storage/agent-directory.ts';
import { type PracticeSite, startPracticeSite } from '../testing/practice-site.ts';
import { quietProfile } from '../testing/quiet-profile.ts';
import { until } from '../testing/until.ts';
import type { Credentials, SendOutcome } from './driver.ts';
import { createPracticeDriver } from './practice.ts';
import { sendOnce } from './send-once.ts';

const MESSAGE = 'Grüße, Zoë! 👩‍👩‍👧 🕊️\n\n"quoted" <b>&amp; — 日本語\n  indented\ttab ';

let site: PracticeSite;
let firefox: DrivenBrowser;
let cleanUp: () => Promise<void>;

before(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'practice-driver-'));
  const profilePath = join(folder, 'profile');
  await mkdir(profilePath);
  await quietProfile(profilePath);
  const directory = openAgentDirectory(join(folder, 'agent'));
  const { executable } = requireFirefox(await findFirefox({ env: process.env }));
  site = await startPracticeSite();
  firefox = await startBrowser({
    executable,
    profilePath,
    headless: true,
    directory,
    clock: systemClock,
    env: process.env,
  });
  cleanUp = async () => {
    await firefox.close();
    await site.close();
    directory.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
});

after(() => cleanUp());

test('a message is in the inbox exactly once and exactly as written', async () => {
  const outcome = await write('exact', 'anna', { message: MESSAGE });
  assert.deepEqual(outcome, { outcome: 'sent' });
  assert.deepEqual(await arrivedFrom('exact'), [['anna', MESSAGE]]);
});

test('Windows line ends arrive as line feeds', async () => {
  const outcome = await write('windows', 'anna', { message: 'one\r\ntwo' });
  assert.deepEqual(outcome, { outcome: 'sent' });
  assert.deepEqual(await arrivedFrom('windows'), [['anna', 'one\ntwo']]);
});

test('nothing has arrived when the permit is asked for, and nothing arrives when it is refused', async () => {
  let arrivedBefore: unknown;
  const outcome = await write('withheld', 'anna', {
    beforeClick: async () => {
      arrivedBefore = await site.recordOf('withheld');
      return false;
    },
  });
  assert.deepEqual(arrivedBefore, []);
  assert.deepEqual(outcome, { outcome: 'failed', reason: 'Held back just before the click.' });
  assert.deepEqual(await arrivedFrom('withheld'), []);
});

test('the thread says how many copies of a message it holds', async () => {
  const copies = () => open('copies', 'anna', MESSAGE);
  assert.deepEqual(await copies(), { state: 'open', copies: 0 });
  await write('copies', 'anna', { message: MESSAGE });
  assert.deepEqual(await copies(), { state: 'open', copies: 1 });
  await write('copies', 'anna', { message: MESSAGE });
  assert.deepEqual(await copies(), { state: 'open', copies: 2 });
  await site.turn('POST /incoming', { account: 'copies', person: 'anna', text: MESSAGE });
  assert.deepEqual(await copies(), { state: 'open', copies: 2 });
});

test('an unknown person is not found', async () => {
  await site.turn('PUT /unknown/nobody');
  assert.deepEqual(await open('seeker', 'nobody', 'hello'), { state: 'not_found' });
});

test('an account that is limited when it opens a thread is blocked', async () => {
  await site.turn('PUT /blocked/limited.early', { at: 'open' });
  const opened = await open('limited.early', 'anna', 'hello');
  assert.deepEqual(opened, { state: 'blocked', reason: 'The site says: Try again later.' });
});

test('an account that is limited when it sends is blocked, and nothing was sent', async () => {
  await site.turn('PUT /blocked/limited.late', { at: 'send' });
  const outcome = await write('limited.late', 'anna');
  assert.deepEqual(outcome, { outcome: 'failed', reason: 'The site says: Try again later.', blocked: true });
  assert.deepEqual(await arrivedFrom('limited.late'), []);
});

test('a person who is unknown on sending is not found, and nothing was sent', async () => {
  await site.turn('PUT /unknown_when_sending/bouncing');
  assert.deepEqual(await write('late', 'bouncing'), { outcome: 'not_found' });
  assert.deepEqual(await arrivedFrom('late'), []);
});

test('an account that is signed out while it sends is signed out, and nothing was sent', async () => {
  const outcome = await write('interrupted', 'anna', {
    beforeClick: async () => {
      await site.turn('PUT /signed_out/interrupted');
      return true;
    },
  });
  const reason = 'Not sent: Sign in first.';
  assert.deepEqual(outcome, { outcome: 'failed', reason, signed_out: true });
  assert.deepEqual(await arrivedFrom('interrupted'), []);
});

test('no confirmation in time is unknown, and the thread then shows that the message arrived', async () => {
  await site.turn('PUT /latency', { after_record_ms: 60_000 });
  const outcome = await write('slow', 'anna', { confirmWithinMs: 300 });
  await site.turn('PUT /latency', { after_record_ms: 0 });
  assert.deepEqual(outcome, {
    outcome: 'unknown',
    reason: 'The practice inbox did not confirm the message in time.',
  });
  assert.deepEqual(await arrivedFrom('slow'), [['anna', 'Hello']]);
  assert.deepEqual(await open('slow', 'anna', 'Hello'), { state: 'open', copies: 1 });
});

test('a site that dies before its answer leaves the outcome unknown', async () => {
  await site.turn('PUT /latency', { after_record_ms: 60_000 });
  const sending = write('cut.off', 'anna');
  await until('the message', async () => (await site.recordOf('cut.off')).length === 1);
  await site.kill();
  assert.equal((await sending).outcome, 'unknown');
  await site.restart();
  await site.turn('PUT /latency', { after_record_ms: 0 });
  assert.deepEqual(await open('cut.off', 'anna', 'Hello'), { state: 'open', copies: 1 });
});

test('a site that is away gives an error with a sentence', async () => {
  await site.kill();
  await assert.rejects(open('away', 'anna', 'hello'), /The practice inbox at http\S+ did not answer\./);
  await site.restart();
});

test('unread threads are counted once the late badge is there', async () => {
  await site.turn('PUT /unread/popular', { count: 3 });
  assert.equal(await countUnread('popular'), 3);
  assert.equal(await countUnread('lonely'), 0);
});

test('a signed-out profile signs in with its stored password, and stays signed in', async () => {
  const driver = createPracticeDriver({ url: site.url });
  const stored = { insta_username: 'returning', insta_password: 'unused here' };
  await inTab(async (page) => {
    await signOut(page);
    const opened = await driver.openThread(page, {
      person: 'anna',
      message: 'Hello',
      isAfterClick: false,
      signIn: async () => stored,
    });
    assert.deepEqual(opened, { state: 'open', copies: 0 });
    const outgoing = { person: 'anna', message: 'Hello', beforeClick: async () => true };
    assert.deepEqual(await driver.send(page, outgoing), { outcome: 'sent' });
  });
  const again = await inTab((page) => driver.countUnread(page, { signIn: neverAsked }));
  assert.equal(again, 0);
  assert.deepEqual(await arrivedFrom('returning'), [['anna', 'Hello']]);
});

test('a signed-out profile without a stored password says so', async () => {
  const driver = createPracticeDriver({ url: site.url });
  const request = { person: 'anna', message: 'Hello', isAfterClick: false, signIn: async () => undefined };
  const opened = await inTab(async (page) => {
    await signOut(page);
    return driver.openThread(page, request);
  });
  assert.ok(opened.state === 'signed_out');
  assert.match(opened.reason, /signed out of the practice inbox\. Open the profile and sign in/);
  await assert.rejects(
    inTab((page) => driver.countUnread(page, request)),
    /signed out of the practice inbox/,
  );
});

test("a profile whose stored sign-in the site refuses is signed out, with the site's text", async () => {
  const driver = createPracticeDriver({ url: site.url });
  await site.turn('PUT /signed_out/challenged');
  const stored = { insta_username: 'challenged', insta_password: '' };
  const opened = await inTab(async (page) => {
    await signOut(page);
    return driver.openThread(page, {
      person: 'anna',
      message: 'Hello',
      isAfterClick: false,
      signIn: async () => stored,
    });
  });
  assert.ok(opened.state === 'signed_out');
  assert.match(opened.reason, /did not let challenged sign in\. This account has to be confirmed by hand/);
});

interface Writing {
  message?: string;
  confirmWithinMs?: number;
  beforeClick?: () => Promise<boolean>;
}

/** Opens a thread as an account and sends. */
function write(
  account: string,
  person: string,
  { message = 'Hello', confirmWithinMs = 20_000, beforeClick = async () => true }: Writing = {},
): Promise<SendOutcome> {
  const driver = createPracticeDriver({ url: site.url, confirmWithinMs });
  return inTab(async (page) => {
    await signInAs(page, account);
    const opened = await driver.openThread(page, {
      person,
      message,
      isAfterClick: false,
      signIn: neverAsked,
    });
    assert.equal(opened.state, 'open');
    return sendOnce({ driver, page, person, message, beforeClick, onError: assert.ifError });
  });
}

/** The texts that arrived from an account, each with its recipient. */
async function arrivedFrom(account: string): Promise<string[][]> {
  return (await site.recordOf(account)).map(({ person, text }) => [person, text]);
}

function open(account: string, person: string, message: string) {
  return inTab(async (page) => {
    await signInAs(page, account);
    return createPracticeDriver({ url: site.url }).openThread(page, {
      person,
      message,
      isAfterClick: false,
      signIn: neverAsked,
    });
  });
}

function countUnread(account: string): Promise<number> {
  return inTab(async (page) => {
    await signInAs(page, account);
    return createPracticeDriver({ url: site.url }).countUnread(page, { signIn: neverAsked });
  });
}

function inTab<T>(job: (page: Page) => Promise<T>): Promise<T> {
  return firefox.work(job);
}

async function signInAs(page: Page, account: string): Promise<void> {
  const { hostname: domain } = new URL(site.url);
  await page.browserContext().setCookie({ name: 'practice_account', value: account, domain, path: '/' });
}

async function signOut(page: Page): Promise<void> {
  const context = page.browserContext();
  await context.deleteCookie(...(await context.cookies()));
}

async function neverAsked(): Promise<Credentials> {
  throw new Error('The site asked for a sign-in.');
}
