import type { Page } from 'puppeteer-core';
import type { Clock } from './clock.ts';
import type { ProfileKeeper } from './firefox/profile-keeper.ts';

export interface DriveLimits {
  keeper: ProfileKeeper;
  clock: Clock;
  profilePath: string;
  /** Milliseconds, the start of Firefox and the wait for its other jobs included. */
  limit: number;
  /** What a job that takes longer throws. */
  tooLong: string;
  signal: AbortSignal;
}

/**
 * Drives a profile as its keeper does, but waits no longer than the limit and until the signal aborts: then it
 * throws at once, the tab is closed, and a driver that hangs is left to itself.
 */
export async function driveWithin<T>(
  { keeper, clock, profilePath, limit, tooLong, signal }: DriveLimits,
  job: (page: Page, cut: AbortSignal) => Promise<T>,
): Promise<T> {
  const done = new AbortController();
  const late = new AbortController();
  void clock.sleep(limit, done.signal).then(
    () => late.abort(new Error(tooLong)),
    () => {},
  );
  const cut = AbortSignal.any([signal, late.signal]);
  try {
    return await untilCut(cut, () =>
      keeper.drive(profilePath, (page) => untilCut(cut, () => job(page, cut))),
    );
  } finally {
    done.abort();
  }
}

async function untilCut<T>(cut: AbortSignal, job: () => Promise<T>): Promise<T> {
  cut.throwIfAborted();
  const { promise: wasCut, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(cut.reason);
  cut.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([job(), wasCut]);
  } finally {
    cut.removeEventListener('abort', giveUp);
  }
}
