import type { AgentDirectory } from '../agent-directory.ts';
import type { Clock } from '../clock.ts';
import type { keyedMutex } from '../keyed-mutex.ts';
import { type DrivenBrowser, startBrowser } from './browser.ts';

export interface KeeperOptions {
  /** Asked at every start, so that a Firefox that was installed or updated meanwhile is found. Throws if none. */
  executable: () => Promise<string>;
  headless: boolean;
  directory: AgentDirectory;
  clock: Clock;
  env: NodeJS.ProcessEnv;
  /** Something was opened or closed: the paths that are open have changed. */
  onChange?: () => void;
  /** A sentence for the person at this machine. */
  onNotice?: (text: string) => void;
}

interface Warm {
  browser: DrivenBrowser;
  busy: boolean;
  idleSince: number;
  stopIdling: AbortController;
}

const IDLE_CLOSE_MS = 5 * 60_000;
const MAX_WARM = 4;

/**
 * The driven browsers, kept for a while after a job: a start takes 4 s. `take`, `giveBack` and `close` are
 * for whoever holds the profile's mutex.
 */
export class WarmBrowsers {
  readonly #options: KeeperOptions;
  readonly #exclusively: ReturnType<typeof keyedMutex>;
  readonly #warm = new Map<string, Warm>();

  constructor(options: KeeperOptions, exclusively: ReturnType<typeof keyedMutex>) {
    this.#options = options;
    this.#exclusively = exclusively;
  }

  paths(): string[] {
    return [...this.#warm.keys()];
  }

  has(path: string): boolean {
    return this.#warm.has(path);
  }

  /** The profile's browser, started if it is not there. Throws what startBrowser throws. */
  async take(path: string): Promise<DrivenBrowser> {
    const found = this.#warm.get(path);
    if (!found || found.browser.hasExited()) return this.#start(path);
    found.stopIdling.abort();
    found.busy = true;
    return found.browser;
  }

  /** Leaves the browser warm for five minutes, or ends it at once when there are too many. */
  async giveBack(path: string): Promise<void> {
    const warm = this.#warm.get(path);
    if (!warm) return;
    warm.busy = false;
    warm.idleSince = this.#options.clock.monotonic();
    if (this.#warm.size > MAX_WARM) return warm.browser.close();
    warm.stopIdling = new AbortController();
    void this.#closeWhenIdle(path, warm, warm.stopIdling.signal);
  }

  /** Ends the profile's browser; gives whether there was one. */
  async close(path: string): Promise<boolean> {
    const warm = this.#warm.get(path);
    if (!warm) return false;
    await warm.browser.close();
    await warm.browser.exited;
    return true;
  }

  async #start(path: string): Promise<DrivenBrowser> {
    await this.#makeRoom();
    const { executable, onChange, ...options } = this.#options;
    const browser = await startBrowser({ ...options, executable: await executable(), profilePath: path });
    const warm: Warm = { browser, busy: true, idleSince: 0, stopIdling: new AbortController() };
    this.#warm.set(path, warm);
    onChange?.();
    void browser.exited.then(() => {
      warm.stopIdling.abort();
      if (this.#warm.get(path) === warm) this.#warm.delete(path);
      onChange?.();
    });
    return browser;
  }

  // Each costs about half a gigabyte: the ones idle for longest go.
  async #makeRoom(): Promise<void> {
    const tooMany = this.#warm.size + 1 - MAX_WARM;
    const idle = [...this.#warm].filter(([, { busy, browser }]) => !busy && !browser.hasExited());
    idle.sort(([, one], [, other]) => one.idleSince - other.idleSince);
    await Promise.all(
      idle.slice(0, Math.max(0, tooMany)).map(([path, warm]) =>
        this.#exclusively(path, async () => {
          if (!warm.busy) await warm.browser.close();
        }),
      ),
    );
  }

  async #closeWhenIdle(path: string, { browser }: Warm, signal: AbortSignal): Promise<void> {
    try {
      await this.#options.clock.sleep(IDLE_CLOSE_MS, signal);
    } catch {
      return;
    }
    await this.#exclusively(path, async () => {
      if (!signal.aborted) await browser.close();
    });
  }
}
