import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { systemClock } from '../clock.ts';
import type { Credentials, OpenedThread, SendOutcome } from '../drivers/driver.ts';
import { createPracticeDriver } from '../drivers/practice.ts';
import { sendOnce } from '../drivers/send-once.ts';
import { startBrowser } from '../firefox/browser.ts';
import { findFirefox, requireFirefox } from '../firefox/installation.ts';
import { openAgentDirectory } from '../storage/agent-directory.ts';
import { startPracticeSite } from './practice-site.ts';
import { quietProfile } from './quiet-profile.ts';

interface Writing {
  message?: string;
  confirmWithinMs?: number;
  beforeClick?: () => Promise<boolean>;
}

export type PracticeDriverScene = Awaited<ReturnType<typeof startPracticeDriverScene>>;

/** A Firefox and a practice inbox, in which each call is of an account of its own. */
export async function startPracticeDriverScene() {
  const folder = await mkdtemp(join(tmpdir(), 'practice-driver-'));
  const profilePath = join(folder, 'profile');
  await mkdir(profilePath);
  await quietProfile(profilePath);
  const directory = openAgentDirectory(join(folder, 'agent'));
  const { executable } = requireFirefox(await findFirefox({ env: process.env }));
  const site = await startPracticeSite();
  const firefox = await startBrowser({
    executable,
    profilePath,
    headless: true,
    directory,
    clock: systemClock,
    env: process.env,
  });

  function inTab<T>(job: (page: Page) => Promise<T>): Promise<T> {
    return firefox.work(job);
  }

  async function signInAs(page: Page, account: string): Promise<void> {
    const { hostname: domain } = new URL(site.url);
    await page.browserContext().setCookie({ name: 'practice_account', value: account, domain, path: '/' });
  }

  return {
    site,
    inTab,
    signInAs,
    async signOut(page: Page): Promise<void> {
      const context = page.browserContext();
      await context.deleteCookie(...(await context.cookies()));
    },
    neverAsked,
    open(account: string, person: string, message: string): Promise<OpenedThread> {
      return inTab(async (page) => {
        await signInAs(page, account);
        const request = { person, message, isAfterClick: false, signIn: neverAsked };
        return createPracticeDriver({ url: site.url }).openThread(page, request);
      });
    },
    /** Opens a thread as an account and sends. */
    write(
      account: string,
      person: string,
      { message = 'Hello', confirmWithinMs = 20_000, beforeClick = async () => true }: Writing = {},
    ): Promise<SendOutcome> {
      const driver = createPracticeDriver({ url: site.url, confirmWithinMs });
      return inTab(async (page) => {
        await signInAs(page, account);
        const request = { person, message, isAfterClick: false, signIn: neverAsked };
        assert.equal((await driver.openThread(page, request)).state, 'open');
        return sendOnce({ driver, page, person, message, beforeClick, onError: assert.ifError });
      });
    },
    countUnread(account: string): Promise<number> {
      return inTab(async (page) => {
        await signInAs(page, account);
        return createPracticeDriver({ url: site.url }).countUnread(page, { signIn: neverAsked });
      });
    },
    /** The texts that arrived from an account, each with its recipient. */
    async arrivedFrom(account: string): Promise<string[][]> {
      return (await site.recordOf(account)).map(({ person, text }) => [person, text]);
    },
    async close(): Promise<void> {
      await firefox.close();
      await site.close();
      directory.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function neverAsked(): Promise<Credentials> {
  throw new Error('The site asked for a sign-in.');
}
