import assert from 'node:assert/strict';
import type { Page } from 'puppeteer-core';
import { type Clock, systemClock } from '../clock.ts';
import { createDescribedDriver } from '../drivers/described/described.ts';
import { parseDescription } from '../drivers/described/load-description.ts';
import type { Credentials, OpenedThread, ReadReplies, SendOutcome, SiteDriver } from '../drivers/driver.ts';
import { sendOnce } from '../drivers/send-once.ts';
import { type DrivenBrowser, startBrowser } from '../firefox/browser.ts';
import { describeHardSite, describePractice } from './described-sites.ts';
import { startHardSite } from './hard-site/hard-site.ts';
import { startPracticeSite } from './practice-site.ts';
import { startSinglePage } from './single-page.ts';
import { temporaryFirefox } from './temporary-firefox.ts';

interface Writing {
  /** The account that signs in if the site asks. */
  as?: string;
  message?: string;
  beforeClick?: (page: Page) => Promise<boolean>;
  /** Looks at the tab once the driver has answered. */
  afterwards?: () => Promise<void>;
}

/** For a test in which a wait of the driver ends: it lasts a tenth. */
export const hurriedClock: Clock = {
  ...systemClock,
  monotonic: () => systemClock.monotonic() * 10,
  sleep: (milliseconds, signal) => systemClock.sleep(milliseconds / 10, signal),
};

/** A Firefox, and three sites that are described. */
export async function startDescribedScene() {
  await using undo = new AsyncDisposableStack();
  const practice = await startPracticeSite();
  undo.defer(() => practice.close());
  const hard = await startHardSite();
  undo.defer(() => hard.close());
  const single = await startSinglePage();
  undo.defer(() => single.close());
  const home = undo.use(await temporaryFirefox());
  const firefox = await startBrowser({
    executable: home.executable,
    profilePath: await home.profileFolder('described'),
    headless: true,
    directory: home.directory,
    clock: systemClock,
    env: home.env,
  });
  undo.defer(() => firefox.close());
  const left = undo.move();
  return {
    practice,
    hard,
    single,
    practiceDriver: (change = {}) => describe({ ...describePractice(practice.url), ...change }, systemClock),
    hardDriver: (change = {}, clock = systemClock) =>
      describe({ ...describeHardSite(hard.url), ...change }, clock),
    /** Of a thread with anna: a list, a text area and a button, unless a test changes that. */
    singleDriver: (change = {}, clock = systemClock) =>
      describe({ ...describeSinglePage(single.url), ...change }, clock),
    ...inTabs(firefox),
    /** Does something in a tab of its own. */
    inTab: <Result>(job: (page: Page) => Promise<Result>) => firefox.work(job),
    close: () => left.disposeAsync(),
  };
}

function describe(written: object, clock: Clock): SiteDriver {
  return createDescribedDriver(parseDescription(written), clock);
}

function describeSinglePage(url: string): object {
  return {
    name: 'single',
    home: url,
    thread: `${url}/{person}`,
    person: { shown: 'main', attribute: 'data-person' },
    ready: '#list',
    notFound: [{ shown: '#nobody' }],
    tryLater: ['try again later'],
    composer: { field: '#text', takes: 'value' },
    send: { button: '#send' },
    messages: { list: '#list', own: '.own', pending: '.pending', refused: '.refused' },
    confirmSeconds: 2,
  };
}

function inTabs(firefox: DrivenBrowser) {
  let session = '';
  /** Signs out, unless the last tab was of the same account. */
  const forget = async (page: Page, { name }: SiteDriver, as = '') => {
    if (session === `${name} ${as}`) return;
    session = `${name} ${as}`;
    const context = page.browserContext();
    await context.deleteCookie(...(await context.cookies()));
  };
  const signIn = (as: string | undefined) => async (): Promise<Credentials | undefined> =>
    as === undefined ? undefined : { insta_username: as, insta_password: 'secret' };
  return {
    /** Opens the thread in a tab of its own. */
    open(driver: SiteDriver, person: string, { as, message = 'Hello' }: Writing = {}): Promise<OpenedThread> {
      return firefox.work(async (page) => {
        await forget(page, driver, as);
        return driver.openThread(page, { person, message, isAfterClick: false, signIn: signIn(as) });
      });
    },
    /** Opens the thread likewise, and sends in it. */
    write(
      driver: SiteDriver,
      person: string,
      { as, message = 'Hello', beforeClick = async () => true, afterwards }: Writing = {},
    ): Promise<SendOutcome> {
      return firefox.work(async (page) => {
        await forget(page, driver, as);
        const request = { person, message, isAfterClick: false, signIn: signIn(as) };
        assert.equal((await driver.openThread(page, request)).state, 'open');
        const onError = assert.ifError;
        const click = () => beforeClick(page);
        const sent = await sendOnce({ driver, page, person, message, beforeClick: click, onError });
        await afterwards?.();
        return sent;
      });
    },
    readReplies(driver: SiteDriver, as: string, since: Date): Promise<ReadReplies | undefined> {
      return firefox.work(async (page) => {
        await forget(page, driver, as);
        return driver.readReplies?.(page, { since, most: 2, signIn: signIn(as) });
      });
    },
    countUnread(driver: SiteDriver, as: string): Promise<number | undefined> {
      return firefox.work(async (page) => {
        await forget(page, driver, as);
        return driver.countUnread?.(page, { signIn: signIn(as) });
      });
    },
  };
}
