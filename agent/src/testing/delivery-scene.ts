import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@pigeonpost/contract/client';
import type { Page } from 'puppeteer-core';
import type { SiteDriver } from '../drivers/driver.ts';
import type { ProfileManager } from '../firefox/profile-manager.ts';
import { deliver } from '../sending/delivery.ts';
import { openAgentDirectory } from '../storage/agent-directory.ts';
import { openJournal } from '../storage/journal.ts';
import { manualClock } from './manual-clock.ts';
import { SCRIPTED_OWNER, SCRIPTED_SERVER, startScriptedServer } from './scripted-server.ts';

const PROFILE = { id: 3, profile_name: 'Sender', profile_path: '/p', insta_username: null };

/** A promise that never settles. */
export const hang = () => new Promise<never>(() => {});

/** One delivery with a lease of 120 s and this driver, on a manual clock. */
export async function deliveryScene(driver: Partial<SiteDriver>, page: Partial<Page> | 'no page' = {}) {
  const server = await startScriptedServer();
  const clock = manualClock();
  const folder = await mkdtemp(join(tmpdir(), 'pigeonpost-delivery-'));
  const directory = openAgentDirectory(folder);
  const journal = await openJournal(directory, clock);
  const stop = new AbortController();
  let openTabs = 0;
  let breakBrowser = (_error: Error) => {};
  let hear = (_line: string) => {};
  const manager = {
    async drive(_path: string, job: (page: Page) => Promise<unknown>) {
      openTabs++;
      const { promise: broken, reject } = Promise.withResolvers<never>();
      breakBrowser = reject;
      const done = page === 'no page' ? hang() : job(page as Page);
      return Promise.race([broken, done]).finally(() => openTabs--);
    },
  } as ProfileManager;
  const delivery = server.give({ profile: PROFILE });
  const sample: SiteDriver = {
    name: 'sample',
    sendsWithoutBox: true,
    openThread: async () => ({ state: 'open', copies: 0 }),
    send: async () => ({ outcome: 'sent' }),
    countUnread: async () => 0,
    ...driver,
  };
  return {
    server,
    clock,
    journal,
    delivery,
    stop,
    openTabs: () => openTabs,
    breakBrowser: (error: Error) => breakBrowser(error),
    onLog(listener: (line: string) => void) {
      hear = listener;
    },
    /** Begins at a moment this many seconds after the work call. */
    deliver: (secondsAgo = 0) =>
      deliver(
        {
          call: createClient({ baseUrl: server.url, token: () => 'agent-token' }),
          clock,
          log: (line) => hear(line),
          journal,
          manager,
          driver: sample,
          owner: SCRIPTED_OWNER,
          stop: stop.signal,
          end: new AbortController().signal,
        },
        delivery,
        { server: SCRIPTED_SERVER, askedAt: clock.monotonic() - secondsAgo * 1000 },
      ),
    async [Symbol.asyncDispose]() {
      await journal.close();
      directory.close();
      await server[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}
