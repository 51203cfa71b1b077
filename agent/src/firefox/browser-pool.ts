import type { Clock } from '../clock.ts';
import type { keyedMutex } from '../keyed-mutex.ts';
import type { AgentDirectory } from '../storage/agent-directory.ts';
import { type DrivenBrowser, startBrowser } from './browser.ts';
import type { StartLimit } from './start-limit.ts';

export interface ProfileManagerOptions {
  /**
   * Called at every start, so that a Firefox that was installed or updated meanwhile is found. Throws if there is none.
   */
  executable: () => Promise<string>;
  headless: boolean;
  /** The address that opens in a window for a person; the profile's own start page if undefined. */
  home?: () => string | undefined;
  /** Throws a sentence when this folder is not a profile that the agent may use. */
  requireProfile: (path: string) => Promise<void>;
  directory: AgentDirectory;
  clock: Clock;
  env: NodeJS.ProcessEnv;
  /** Shared by all starts of the agent. */
  startLimit: StartLimit;
  /** A profile was opened or closed: the open paths have changed. */
  onChange?: () => void;
  /** A sentence for the person at this machine. */
  onNotice?: (text: string) => void;
}

interface PooledBrowser {
  browser: DrivenBrowser;
  busy: boolean;
  idleSince: number;
  /** How long it is kept without a job, in milliseconds. */
  idleLimit: number;
  stopIdling: AbortController;
}

const IDLE_CLOSE_MS = 5 * 60_000;
/** Longer than a profile rests after a machine's fault: a start that came too late for its message serves the next one. */
const IDLE_CLOSE_AFTER_SLOW_START_MS = 15 * 60_000;
const SLOW_START_MS = 60_000;
const POOL_SIZE = 4;

/**
 * The driven browsers, kept for a while after a job, because a start takes 4 s. Call `acquire`, `release` and `close`
 * only while holding the profile's mutex.
 */
export class BrowserPool {
  readonly #options: ProfileManagerOptions;
  readonly #exclusively: ReturnType<typeof keyedMutex>;
  readonly #pooled = new Map<string, PooledBrowser>();

  constructor(options: ProfileManagerOptions, exclusively: ReturnType<typeof keyedMutex>) {
    this.#options = options;
    this.#exclusively = exclusively;
  }

  paths(): string[] {
    return [...this.#pooled.keys()];
  }

  has(path: string): boolean {
    return this.#pooled.has(path);
  }

  /** The profile's browser, started if needed. Throws what startBrowser throws. */
  async acquire(path: string): Promise<DrivenBrowser> {
    const found = this.#pooled.get(path);
    if (!found || found.browser.hasExited()) return this.#start(path);
    found.stopIdling.abort();
    found.busy = true;
    return found.browser;
  }

  /** Keeps the browser for five minutes (15 if it was slow to start), or ends it at once when there are too many. */
  async release(path: string): Promise<void> {
    const pooled = this.#pooled.get(path);
    if (!pooled) return;
    pooled.busy = false;
    pooled.idleSince = this.#options.clock.monotonic();
    if (this.#pooled.size > POOL_SIZE) return pooled.browser.close();
    pooled.stopIdling = new AbortController();
    void this.#closeWhenIdle(path, pooled, pooled.stopIdling.signal);
  }

  /** Ends the profile's browser; returns whether there was one. */
  async close(path: string): Promise<boolean> {
    const pooled = this.#pooled.get(path);
    if (!pooled) return false;
    await pooled.browser.close();
    await pooled.browser.exited;
    return true;
  }

  async #start(path: string): Promise<DrivenBrowser> {
    await this.#makeRoom();
    const { executable, onChange, ...options } = this.#options;
    const { clock } = options;
    const asked = clock.monotonic();
    const browser = await startBrowser({ ...options, executable: await executable(), profilePath: path });
    const isSlow = clock.monotonic() - asked > SLOW_START_MS;
    const idleLimit = isSlow ? IDLE_CLOSE_AFTER_SLOW_START_MS : IDLE_CLOSE_MS;
    const stopIdling = new AbortController();
    const pooled: PooledBrowser = { browser, busy: true, idleSince: 0, idleLimit, stopIdling };
    this.#pooled.set(path, pooled);
    onChange?.();
    void browser.exited.then(() => {
      pooled.stopIdling.abort();
      if (this.#pooled.get(path) === pooled) this.#pooled.delete(path);
      onChange?.();
    });
    return browser;
  }

  // Each takes about half a gigabyte: the ones idle for longest are ended.
  async #makeRoom(): Promise<void> {
    const tooMany = this.#pooled.size + 1 - POOL_SIZE;
    const idle = [...this.#pooled].filter(([, { busy, browser }]) => !busy && !browser.hasExited());
    idle.sort(([, one], [, other]) => one.idleSince - other.idleSince);
    await Promise.all(
      idle.slice(0, Math.max(0, tooMany)).map(([path, pooled]) =>
        this.#exclusively(path, async () => {
          if (!pooled.busy) await pooled.browser.close();
        }),
      ),
    );
  }

  async #closeWhenIdle(
    path: string,
    { browser, idleLimit }: PooledBrowser,
    signal: AbortSignal,
  ): Promise<void> {
    await this.#options.clock.sleep(idleLimit, signal);
    if (signal.aborted) return;
    await this.#exclusively(path, async () => {
      if (!signal.aborted) await browser.close();
    });
  }
}
