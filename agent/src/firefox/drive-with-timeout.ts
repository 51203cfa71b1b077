import type { Page } from 'puppeteer-core';
import type { Clock } from '../clock.ts';
import { MachineFault } from './machine-fault.ts';
import type { ProfileManager } from './profile-manager.ts';

/** A time limit, and the error when it is exceeded. */
interface Timeout {
  milliseconds: number;
  message: string;
}

interface DriveOptions {
  manager: ProfileManager;
  clock: Clock;
  profilePath: string;
  /** Includes the start of Firefox and the wait for the profile's other jobs. */
  timeout: Timeout;
  signal: AbortSignal;
}

const NO_PAGE = 'Firefox showed no page with this profile in time.';

/** A job's access to its own time limit. */
export interface Drive {
  page: Page;
  /** Aborted when the time is up, or the caller's signal aborts. */
  signal: AbortSignal;
  /** Starts the timeout again: the job has this long from now on. */
  restartTimeout(timeout: Timeout): void;
}

/**
 * Drives a profile through its manager, at most until the timeout or until the signal aborts. Then it throws at once
 * and closes the tab; a driver that hangs is abandoned. If the job had no page by then, that is a machine's fault.
 */
export async function driveWithTimeout<T>(
  { manager, clock, profilePath, timeout, signal }: DriveOptions,
  job: (drive: Drive) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  let timing = new AbortController();
  let hasPage = false;
  const restartTimeout = ({ milliseconds, message }: Timeout) => {
    timing.abort();
    const mine = new AbortController();
    timing = mine;
    void clock.sleep(milliseconds, mine.signal).then(() => {
      if (!mine.signal.aborted) late.abort(hasPage ? new Error(message) : new MachineFault(NO_PAGE));
    });
  };
  const both = AbortSignal.any([signal, late.signal]);
  restartTimeout(timeout);
  try {
    const done = await unlessAborted(both, () =>
      manager.drive(profilePath, async (page) => {
        // Firefox came too late for this job. An error would end it; it stays for the next one.
        if (late.signal.aborted && !signal.aborted) return undefined;
        hasPage = true;
        return { result: await unlessAborted(both, () => job({ page, signal: both, restartTimeout })) };
      }),
    );
    if (!done) throw late.signal.reason;
    return done.result;
  } finally {
    timing.abort();
  }
}

async function unlessAborted<T>(signal: AbortSignal, job: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(signal.reason);
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([job(), aborted]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
