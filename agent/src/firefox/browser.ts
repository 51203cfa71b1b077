import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { type Clock, settlesWithin } from '../clock.ts';
import type { AgentDirectory } from '../storage/agent-directory.ts';
import { recordBrowser } from './browser-records.ts';
import { type FirefoxProcess, spawnDriven } from './driven-process.ts';
import { sendSignal } from './launch.ts';
import { setDrivenPreferences } from './preferences.ts';
import { requireProfileFolder } from './profile-folder.ts';
import { findProfileHolder, ProfileInUse } from './profile-lock.ts';
import { StartLimit } from './start-limit.ts';

interface BrowserOptions {
  executable: string;
  profilePath: string;
  headless: boolean;
  directory: AgentDirectory;
  clock: Clock;
  env: NodeJS.ProcessEnv;
  /** Of this machine, shared by all starts; by default one of its own. */
  startLimit?: StartLimit;
  /** Called with a sentence when lines had to be added to the profile's own user.js. */
  onNotice?: (text: string) => void;
}

/** A running Firefox with one profile, driven over WebDriver BiDi. */
export interface DrivenBrowser {
  pid: number;
  profilePath: string;
  /** As Firefox reports it, such as 'firefox/153.7.0'. */
  version: string;
  /** Resolves when Firefox has ended, for whatever reason. */
  exited: Promise<void>;
  hasExited(): boolean;
  /** Runs a job in its own tab. Rejects at once if Firefox ends meanwhile, or if it opens no tab in 30 s. */
  work<T>(job: (page: Page) => Promise<T>): Promise<T>;
  /** Ends Firefox: by a command, by SIGTERM after 10 s, by SIGKILL of its group 5 s later. */
  close(): Promise<void>;
}

const POLITE_LIMIT_MS = 10_000;
const TERM_LIMIT_MS = 5_000;
const OUTPUT_LIMIT_MS = 1_000;
const EXIT_NOTICE_MS = 250;
const OPEN_TAB_LIMIT_MS = 30_000;
const CLOSE_TAB_LIMIT_MS = 5_000;

/** Starts Firefox with a profile and connects to it. Throws ProfileInUse if a person has it open. */
export async function startBrowser(options: BrowserOptions): Promise<DrivenBrowser> {
  const { profilePath, directory, clock, startLimit = new StartLimit(), onNotice } = options;
  await requireProfileFolder(profilePath);
  const holder = await findProfileHolder(profilePath);
  if (holder) throw new ProfileInUse(holder.pid);
  if (setDrivenPreferences(profilePath)) {
    onNotice?.(
      `Lines were added to user.js in ${profilePath}: they keep Firefox from sending anything twice, and automation settings out of that profile.`,
    );
  }
  const firefox = await spawnDriven(options);
  try {
    const record = { kind: 'driven', pid: firefox.pid, profile: profilePath } as const;
    void firefox.exited.then(await recordBrowser(directory, record));
    const browser = await connect(firefox, clock, startLimit);
    return drivenBrowser({ browser, version: await browser.version(), firefox, options });
  } catch (error) {
    await end(firefox, clock);
    throw firefox.reportedAlreadyRunning()
      ? new ProfileInUse((await findProfileHolder(profilePath))?.pid)
      : error;
  }
}

async function connect(firefox: FirefoxProcess, clock: Clock, startLimit: StartLimit): Promise<Browser> {
  const connected = firefox.endpoint.then((endpoint) =>
    puppeteer.connect({
      browserWSEndpoint: `${endpoint}/session`,
      protocol: 'webDriverBiDi',
      defaultViewport: null,
    }),
  );
  const ended = firefox.exited.then(async () => {
    await settlesWithin(clock, OUTPUT_LIMIT_MS, firefox.outputEnded);
    throw new Error(firefox.exitReason());
  });
  const settled = Promise.race([connected, ended]);
  if (!(await settlesWithin(clock, startLimit.milliseconds, settled))) {
    throw new Error(startLimit.giveUp('Firefox did not answer'));
  }
  return settled;
}

function drivenBrowser({
  browser,
  version,
  firefox,
  options: { profilePath, clock },
}: {
  browser: Browser;
  version: string;
  firefox: FirefoxProcess;
  options: BrowserOptions;
}): DrivenBrowser {
  const { pid, exited, hasExited } = firefox;
  return {
    pid,
    profilePath,
    version,
    exited,
    hasExited,
    async work(job) {
      // Puppeteer does not reliably notice that the process died, so its exit decides.
      const died = exited.then(() => Promise.reject(new Error(firefox.exitReason())));
      try {
        return await Promise.race([died, inOwnTab({ browser, clock, job })]);
      } catch (error) {
        // A wait may fail a moment before the exit is known; the exit is the better reason.
        await settlesWithin(clock, EXIT_NOTICE_MS, exited);
        throw hasExited() ? new Error(firefox.exitReason(), { cause: error }) : error;
      }
    },
    async close() {
      if (hasExited()) return;
      browser.close().catch(() => {});
      if (!(await settlesWithin(clock, POLITE_LIMIT_MS, exited))) await end(firefox, clock);
    },
  };
}

// Never uses an existing tab: those are first-run pages and restored sessions.
async function inOwnTab<T>({
  browser,
  clock,
  job,
}: {
  browser: Browser;
  clock: Clock;
  job: (page: Page) => Promise<T>;
}): Promise<T> {
  const opening = browser.newPage();
  if (!(await settlesWithin(clock, OPEN_TAB_LIMIT_MS, opening))) {
    throw new Error(`Firefox did not open a tab within ${OPEN_TAB_LIMIT_MS / 1000} seconds.`);
  }
  const page = await opening;
  try {
    return await job(page);
  } finally {
    await settlesWithin(clock, CLOSE_TAB_LIMIT_MS, page.close());
  }
}

async function end({ pid, exited, hasExited }: FirefoxProcess, clock: Clock): Promise<void> {
  if (hasExited()) return;
  sendSignal(pid, 'SIGTERM');
  if (await settlesWithin(clock, TERM_LIMIT_MS, exited)) return;
  sendSignal(pid, 'SIGKILL', { group: true });
  await exited;
}
