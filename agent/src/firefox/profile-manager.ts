import { resolve } from 'node:path';
import type { Page } from 'puppeteer-core';
import { keyedMutex } from '../keyed-mutex.ts';
import { BrowserPool, type ProfileManagerOptions } from './browser-pool.ts';
import { endOrphans } from './browser-records.ts';
import { MachineFault } from './machine-fault.ts';
import { adoptOpenWindows, type OpenWindow, openWindow } from './open-window.ts';
import { findProfileHolder, ProfileInUse } from './profile-lock.ts';
import type { StartLimit } from './start-limit.ts';

type ProfileState = 'closed' | 'human_open' | 'driven';

/** Takes over from an earlier agent: ends its driven browsers, watches its windows. */
export async function openProfileManager(options: ProfileManagerOptions): Promise<ProfileManager> {
  const { directory, clock } = options;
  await endOrphans(directory, clock);
  return new ProfileManager(options, await adoptOpenWindows(directory, clock));
}

/** Keeps each profile closed, open for a person, or driven; never in two of these states at once. */
export class ProfileManager {
  readonly #options: ProfileManagerOptions;
  readonly #exclusively = keyedMutex();
  readonly #browsers: BrowserPool;
  readonly #windows = new Map<string, OpenWindow>();

  constructor(options: ProfileManagerOptions, windows: OpenWindow[]) {
    this.#options = options;
    this.#browsers = new BrowserPool(options, this.#exclusively);
    for (const window of windows) this.#track(window);
  }

  /**
   * Runs a job in a tab of the profile's driven browser, starting one if none is warm. Jobs of one profile run one
   * after another. Throws ProfileInUse, MachineFault if the job got no page, why Firefox ended, or the job's own error;
   * after the last two that browser is ended.
   */
  drive<T>(profilePath: string, job: (page: Page) => Promise<T>): Promise<T> {
    const path = resolve(profilePath);
    let hasPage = false;
    const startJob = (page: Page) => {
      hasPage = true;
      return job(page);
    };
    return this.#exclusively(path, async () => {
      try {
        return await this.#driveAlone(path, startJob);
      } catch (error) {
        if (hasPage || error instanceof ProfileInUse) throw error;
        throw new MachineFault((error as Error).message, { cause: error });
      }
    });
  }

  async #driveAlone<T>(path: string, job: (page: Page) => Promise<T>): Promise<T> {
    await this.#options.requireProfile(path);
    this.#refuseWindow(path);
    const browser = await this.#browsers.acquire(path);
    let result: T;
    try {
      result = await browser.work(job);
    } catch (error) {
      // It may hang, or its program may have been replaced by an update: the next job gets a new one.
      await this.#browsers.close(path);
      throw error;
    }
    await this.#browsers.release(path);
    return result;
  }

  /** Opens a window for a person; does nothing if the agent has it open already. Throws ProfileInUse. */
  open(profilePath: string): Promise<void> {
    const path = resolve(profilePath);
    const { executable, home, ...options } = this.#options;
    return this.#exclusively(path, async () => {
      if (this.#windows.has(path)) return;
      await this.#options.requireProfile(path);
      await this.#browsers.close(path);
      this.#track(
        await openWindow({
          ...options,
          executable: await executable(),
          profilePath: path,
          address: home?.(),
        }),
      );
    });
  }

  /** Closes the profile's browser or window, after its job. Returns whether there was one. */
  close(profilePath: string): Promise<boolean> {
    const path = resolve(profilePath);
    return this.#exclusively(path, async () => {
      const window = this.#windows.get(path);
      if (!window) return this.#browsers.close(path);
      await window.close();
      await window.exited;
      return true;
    });
  }

  /** Closes every browser and window of the agent and returns how many; throws, after trying all, if one stays open. */
  async closeAll(): Promise<number> {
    const closed = await Promise.allSettled(this.openPaths().map((path) => this.close(path)));
    const failed = closed.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
    return closed.filter((one) => one.status === 'fulfilled' && one.value).length;
  }

  /** Runs a job, such as deleting or testing the profile, while no Firefox has it open. Throws ProfileInUse. */
  whileClosed<T>(profilePath: string, job: () => Promise<T>): Promise<T> {
    const path = resolve(profilePath);
    return this.#exclusively(path, async () => {
      await this.#options.requireProfile(path);
      this.#refuseWindow(path);
      await this.#browsers.close(path);
      const holder = await findProfileHolder(path);
      if (holder) throw new ProfileInUse(holder.pid);
      return job();
    });
  }

  /** How long Firefox may take to start here; a test of a profile counts with it. */
  get startLimit(): StartLimit {
    return this.#options.startLimit;
  }

  /** The profiles that are open in a window for a person. */
  windowPaths(): string[] {
    return [...this.#windows.keys()];
  }

  /** The profiles with a hidden browser that the agent drives. */
  drivenPaths(): string[] {
    return this.#browsers.paths();
  }

  /** The profiles that the agent has open, driven or for a person. */
  openPaths(): string[] {
    return [...this.drivenPaths(), ...this.windowPaths()];
  }

  state(profilePath: string): ProfileState {
    const path = resolve(profilePath);
    if (this.#windows.has(path)) return 'human_open';
    return this.#browsers.has(path) ? 'driven' : 'closed';
  }

  #refuseWindow(path: string): void {
    const window = this.#windows.get(path);
    if (window) throw new ProfileInUse(window.pid);
  }

  #track(window: OpenWindow): void {
    const path = resolve(window.profilePath);
    this.#windows.set(path, window);
    this.#options.onChange?.();
    void window.exited.then(() => {
      this.#windows.delete(path);
      this.#options.onChange?.();
    });
  }
}
