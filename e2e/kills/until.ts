import { setTimeout as wait } from 'node:timers/promises';

const POLL_EVERY_MS = 20;

interface Limits {
  milliseconds: number;
  signal: AbortSignal;
}

/** Polls until there is a value; undefined when the time is up. Throws when aborted. */
export async function until<T>(
  look: () => T | undefined | Promise<T | undefined>,
  { milliseconds, signal }: Limits,
): Promise<T | undefined> {
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    const seen = await look();
    if (seen !== undefined) return seen;
    await wait(POLL_EVERY_MS, undefined, { signal });
  }
  return undefined;
}

/** Throws if the work takes longer; the work itself continues unobserved. */
export async function within<T>(
  work: Promise<T>,
  { milliseconds, what }: { milliseconds: number; what: string },
): Promise<T> {
  const done = new AbortController();
  const late = wait(milliseconds, undefined, { signal: done.signal }).then(() => {
    throw new Error(`The ${what} was not there again within ${milliseconds / 1000} seconds.`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    done.abort();
    late.catch(() => {});
  }
}

/** Throws as soon as it is aborted; the work itself continues unobserved. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const done = new AbortController();
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { signal: done.signal });
  if (signal.aborted) abort();
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    done.abort();
    work.catch(() => {});
  }
}
