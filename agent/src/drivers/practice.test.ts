import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { type PracticeDriverScene, startPracticeDriverScene } from '../testing/practice-driver-scene.ts';
import { until } from '../testing/until.ts';
import { createPracticeDriver } from './practice.ts';

const MESSAGE = 'Grüße, Zoë! 👩‍👩‍👧 🕊️\n\n"quoted" <b>&amp; — 日本語\n  indented\ttab ';

let scene: PracticeDriverScene;
let site: PracticeDriverScene['site'];

before(async () => {
  scene = await startPracticeDriverScene();
  site = scene.site;
});

after(() => scene.close());

test('a message is in the inbox exactly once and exactly as written', async () => {
  const outcome = await scene.write('exact', 'anna', { message: MESSAGE });
  assert.deepEqual(outcome, { outcome: 'sent' });
  assert.deepEqual(await scene.arrivedFrom('exact'), [['anna', MESSAGE]]);
});

test('Windows line ends arrive as line feeds', async () => {
  const outcome = await scene.write('windows', 'anna', { message: 'one\r\ntwo' });
  assert.deepEqual(outcome, { outcome: 'sent' });
  assert.deepEqual(await scene.arrivedFrom('windows'), [['anna', 'one\ntwo']]);
});

test('nothing has arrived when the permit is asked for, and nothing arrives when it is refused', async () => {
  let arrivedBefore: unknown;
  const outcome = await scene.write('withheld', 'anna', {
    beforeClick: async () => {
      arrivedBefore = await site.recordOf('withheld');
      return false;
    },
  });
  assert.deepEqual(arrivedBefore, []);
  assert.deepEqual(outcome, { outcome: 'failed', reason: 'Held back just before the click.' });
  assert.deepEqual(await scene.arrivedFrom('withheld'), []);
});

test('the thread says how many copies of a message it holds', async () => {
  const copies = () => scene.open('copies', 'anna', MESSAGE);
  assert.deepEqual(await copies(), { state: 'open', copies: 0, replies: [] });
  await scene.write('copies', 'anna', { message: MESSAGE });
  assert.deepEqual(await copies(), { state: 'open', copies: 1, replies: [] });
  await scene.write('copies', 'anna', { message: MESSAGE });
  assert.deepEqual(await copies(), { state: 'open', copies: 2, replies: [] });
  await site.turn('POST /incoming', { account: 'copies', person: 'anna', text: MESSAGE });
  const opened = await copies();
  assert.deepEqual(opened.state === 'open' && opened.copies, 2);
});

test('the thread says what the person wrote since the last own message, the newest 20 of it', async () => {
  const say = (text: string) => site.turn('POST /incoming', { account: 'talking', person: 'anna', text });
  const replies = async () => {
    const opened = await scene.open('talking', 'anna', 'Hello');
    assert.ok(opened.state === 'open');
    return opened.replies?.map(({ person, text, siteId }) => `${person} ${text} ${siteId}`);
  };
  await say('before');
  await scene.write('talking', 'anna');
  assert.deepEqual(await replies(), []);
  await say('Yes please');
  await say(MESSAGE);
  assert.deepEqual(await replies(), ['anna Yes please theirs-1', `anna ${MESSAGE} theirs-2`]);
  for (let more = 3; more <= 21; more++) await say(`more ${more}`);
  const newest = await replies();
  assert.deepEqual([newest?.length, newest?.[0]], [20, `anna ${MESSAGE} theirs-2`]);
  await scene.write('talking', 'anna');
  assert.deepEqual(await replies(), []);
});

test('reading gives what people wrote since then, oldest first, the same each time, and nothing becomes read', async () => {
  const account = 'reading';
  const say = (person: string, text: string) => site.turn('POST /incoming', { account, person, text });
  const read = (since: Date, most = 500) =>
    scene.inTab(async (page) => {
      await scene.signInAs(page, account);
      return createPracticeDriver({ url: site.url }).readReplies(page, {
        since,
        most,
        signIn: scene.neverAsked,
      });
    });
  const begun = new Date();
  assert.deepEqual((await read(begun)).replies, []);
  await say('anna', 'first');
  await say('bob', 'x'.repeat(2100));
  await say('anna', 'third');
  // The newest message of this thread is the account's own.
  await site.post(account, 'bob', 'Hello');

  const all = await read(new Date(begun.getTime() - 1000));
  const [first, second, third] = all.replies;
  assert.deepEqual(
    all.replies.map(({ person, text, siteId }) => [person, text, siteId]),
    [
      ['anna', 'first', 'theirs-0'],
      ['bob', 'x'.repeat(2000), 'theirs-0'],
      ['anna', 'third', 'theirs-1'],
    ],
  );
  assert.ok(first && second && third && !all.isCut && all.readTo >= third.at && all.readTo <= new Date());
  assert.deepEqual((await read(new Date(begun.getTime() - 1000))).replies, all.replies);
  assert.deepEqual((await read(first.at)).replies, [second, third]);
  assert.deepEqual(await read(new Date(begun.getTime() - 1000), 2), {
    replies: [first, second],
    readTo: second.at,
    isCut: true,
  });
  assert.equal(await scene.countUnread(account), 2);
});

test('an unknown person is not found', async () => {
  await site.turn('PUT /unknown/nobody');
  assert.deepEqual(await scene.open('seeker', 'nobody', 'hello'), { state: 'not_found' });
});

test('an account that is limited when it opens a thread is blocked', async () => {
  await site.turn('PUT /blocked/limited.early', { at: 'open' });
  const opened = await scene.open('limited.early', 'anna', 'hello');
  assert.deepEqual(opened, { state: 'blocked', reason: 'The site says: Try again later.' });
});

test('an account that is limited when it sends is blocked, and nothing was sent', async () => {
  await site.turn('PUT /blocked/limited.late', { at: 'send' });
  const outcome = await scene.write('limited.late', 'anna');
  assert.deepEqual(outcome, { outcome: 'failed', reason: 'The site says: Try again later.', blocked: true });
  assert.deepEqual(await scene.arrivedFrom('limited.late'), []);
});

test('a person who is unknown on sending is not found, and nothing was sent', async () => {
  await site.turn('PUT /unknown_when_sending/bouncing');
  assert.deepEqual(await scene.write('late', 'bouncing'), { outcome: 'not_found' });
  assert.deepEqual(await scene.arrivedFrom('late'), []);
});

test('an account that is signed out while it sends is signed out, and nothing was sent', async () => {
  const outcome = await scene.write('interrupted', 'anna', {
    beforeClick: async () => {
      await site.turn('PUT /signed_out/interrupted');
      return true;
    },
  });
  const reason = 'Not sent: Sign in first.';
  assert.deepEqual(outcome, { outcome: 'failed', reason, signed_out: true });
  assert.deepEqual(await scene.arrivedFrom('interrupted'), []);
});

test('no confirmation in time is unknown, and the thread then shows that the message arrived', async () => {
  await site.turn('PUT /latency', { after_record_ms: 60_000 });
  const outcome = await scene.write('slow', 'anna', { confirmWithinMs: 300 });
  await site.turn('PUT /latency', { after_record_ms: 0 });
  assert.deepEqual(outcome, {
    outcome: 'unknown',
    reason: 'The practice inbox did not confirm the message in time.',
  });
  assert.deepEqual(await scene.arrivedFrom('slow'), [['anna', 'Hello']]);
  assert.deepEqual(await scene.open('slow', 'anna', 'Hello'), { state: 'open', copies: 1, replies: [] });
});

test('a site that dies before its answer leaves the outcome unknown', async () => {
  await site.turn('PUT /latency', { after_record_ms: 60_000 });
  const sending = scene.write('cut.off', 'anna');
  await until('the message', async () => (await site.recordOf('cut.off')).length === 1);
  await site.kill();
  assert.equal((await sending).outcome, 'unknown');
  await site.restart();
  await site.turn('PUT /latency', { after_record_ms: 0 });
  assert.deepEqual(await scene.open('cut.off', 'anna', 'Hello'), { state: 'open', copies: 1, replies: [] });
});

test('a site that is away gives an error with a sentence', async () => {
  await site.kill();
  await assert.rejects(scene.open('away', 'anna', 'hello'), /The practice inbox at http\S+ did not answer\./);
  await site.restart();
});

test('unread threads are counted once the late badge is there', async () => {
  await site.turn('PUT /unread/popular', { count: 3 });
  assert.equal(await scene.countUnread('popular'), 3);
  assert.equal(await scene.countUnread('lonely'), 0);
});

test('a signed-out profile signs in with its stored password, and stays signed in', async () => {
  const driver = createPracticeDriver({ url: site.url });
  const stored = { insta_username: 'returning', insta_password: 'unused here' };
  await scene.inTab(async (page) => {
    await scene.signOut(page);
    const opened = await driver.openThread(page, {
      person: 'anna',
      message: 'Hello',
      isAfterClick: false,
      signIn: async () => stored,
    });
    assert.deepEqual(opened, { state: 'open', copies: 0, replies: [] });
    const outgoing = { person: 'anna', message: 'Hello', beforeClick: async () => true };
    assert.deepEqual(await driver.send(page, outgoing), { outcome: 'sent' });
  });
  const again = await scene.inTab((page) => driver.countUnread(page, { signIn: scene.neverAsked }));
  assert.equal(again, 0);
  assert.deepEqual(await scene.arrivedFrom('returning'), [['anna', 'Hello']]);
});

test('a signed-out profile without a stored password says so', async () => {
  const driver = createPracticeDriver({ url: site.url });
  const request = { person: 'anna', message: 'Hello', isAfterClick: false, signIn: async () => undefined };
  const opened = await scene.inTab(async (page) => {
    await scene.signOut(page);
    return driver.openThread(page, request);
  });
  assert.ok(opened.state === 'signed_out');
  assert.match(opened.reason, /signed out of the practice inbox\. Open the profile and sign in/);
  const read = { ...request, since: new Date(0), most: 500 };
  for (const ask of [
    (page: Page) => driver.countUnread(page, request),
    (page: Page) => driver.readReplies(page, read),
  ])
    await assert.rejects(scene.inTab<unknown>(ask), /signed out of the practice inbox/);
});

test("a profile whose stored sign-in the site refuses is signed out, with the site's text", async () => {
  const driver = createPracticeDriver({ url: site.url });
  await site.turn('PUT /signed_out/challenged');
  const stored = { insta_username: 'challenged', insta_password: '' };
  const opened = await scene.inTab(async (page) => {
    await scene.signOut(page);
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
