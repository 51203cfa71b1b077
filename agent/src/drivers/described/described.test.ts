import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { systemClock } from '../../clock.ts';
import { type DrivenBrowser, startBrowser } from '../../firefox/browser.ts';
import { describeHardSite, describePractice } from '../../testing/described-sites.ts';
import { startHardSite } from '../../testing/hard-site/hard-site.ts';
import { type PracticeSite, startPracticeSite } from '../../testing/practice-site.ts';
import { temporaryFirefox } from '../../testing/temporary-firefox.ts';
import type { Credentials, SendOutcome, SiteDriver } from '../driver.ts';
import { sendOnce } from '../send-once.ts';
import { createDescribedDriver } from './described.ts';
import { parseDescription } from './load-description.ts';

const MESSAGE = 'Grüße, Zoë! 👩‍👩‍👧 🕊️\n\n"quoted" <b>&amp; — 日本語\n  indented';

let practice: PracticeSite;
let hard: Awaited<ReturnType<typeof startHardSite>>;
let firefox: DrivenBrowser;
const left = new AsyncDisposableStack();

before(async () => {
  practice = await startPracticeSite();
  left.defer(() => practice.close());
  hard = await startHardSite();
  left.defer(() => hard.close());
  const home = left.use(await temporaryFirefox());
  firefox = await startBrowser({
    executable: home.executable,
    profilePath: await home.profileFolder('described'),
    headless: true,
    directory: home.directory,
    clock: systemClock,
    env: home.env,
  });
  left.defer(() => firefox.close());
});

after(() => left.disposeAsync());

test('on the practice inbox a message arrives once and as written, and its copies are counted', async () => {
  const driver = practiceDriver();
  const as = signInAs('exact');
  assert.deepEqual(await write(driver, 'anna', { as, message: MESSAGE }), { outcome: 'sent' });
  assert.deepEqual(await arrivedFrom('exact'), [MESSAGE]);
  assert.deepEqual(await open(driver, 'anna', MESSAGE, as), { state: 'open', copies: 1 });
  assert.deepEqual(await open(driver, 'anna', 'Another', as), { state: 'open', copies: 0 });
});

test('an editor, a list of what is on the screen and a dialog over every third visit do not matter', async () => {
  const driver = hardDriver();
  const as = signInAs('exact');
  for (const copies of [0, 1, 2]) {
    assert.deepEqual(await open(driver, 'anna', MESSAGE, as), { state: 'open', copies });
    assert.deepEqual(await write(driver, 'anna', { as, message: MESSAGE }), { outcome: 'sent' });
  }
  assert.deepEqual(
    hard.delivered.map(({ text }) => text),
    [MESSAGE, MESSAGE, MESSAGE],
  );
});

function practiceDriver(): SiteDriver {
  return createDescribedDriver(parseDescription(describePractice(practice.url)));
}

function hardDriver(): SiteDriver {
  return createDescribedDriver(parseDescription(describeHardSite(hard.url)));
}

interface Writing {
  as: () => Promise<Credentials | undefined>;
  message?: string;
  beforeClick?: (page: Page) => Promise<boolean>;
}

/** Opens a thread and sends in it. */
function write(driver: SiteDriver, person: string, writing: Writing): Promise<SendOutcome> {
  const { as: signIn, message = 'Hello', beforeClick = async () => true } = writing;
  return firefox.work(async (page) => {
    const opened = await driver.openThread(page, { person, message, isAfterClick: false, signIn });
    assert.equal(opened.state, 'open');
    return sendOnce({
      driver,
      page,
      person,
      message,
      beforeClick: () => beforeClick(page),
      onError: assert.ifError,
    });
  });
}

/** The texts that arrived in the practice inbox from an account. */
async function arrivedFrom(account: string): Promise<string[]> {
  return (await practice.recordOf(account)).map(({ text }) => text);
}

function open(driver: SiteDriver, person: string, message: string, signIn: Writing['as']) {
  return firefox.work((page) => driver.openThread(page, { person, message, isAfterClick: false, signIn }));
}

function signInAs(name: string): () => Promise<Credentials | undefined> {
  return async () => ({ insta_username: name, insta_password: 'secret' });
}
