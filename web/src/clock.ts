import { useSyncExternalStore } from 'react';

const SECOND_MS = 1000;

const listeners = new Set<() => void>();
let second = Math.floor(Date.now() / SECOND_MS);
let timer: ReturnType<typeof setInterval> | undefined;

/** The current time in milliseconds. The only place of the web that reads the system's clock. */
export function now(): number {
  return Date.now();
}

// Answers tell whole seconds, and take a moment: a smaller difference says nothing.
const TOLERATED_MS = 2000;
let aheadMs = 0;

/** Compares this browser's clock with the server's, whose whole second an answer tells. */
export function noteServerTime(ms: number): void {
  const difference = ms + SECOND_MS - now();
  aheadMs = Math.abs(difference) > TOLERATED_MS ? difference : 0;
}

/** The server's time in milliseconds: that of this browser, unless its clock is wrong. */
export function serverNow(): number {
  return now() + aheadMs;
}

/** The same, rendered again every second. Unlike useNow it is no whole second, and not older than its rendering. */
export function useServerNow(): number {
  useNow();
  return serverNow();
}

/**
 * The current time in milliseconds, updated every `step` seconds; every component shares one timer. Use it in the
 * smallest component that shows time: each step renders it again.
 */
export function useNow(step = 1): number {
  const ticks = useSyncExternalStore(subscribe, () => Math.floor(second / step));
  return ticks * step * SECOND_MS;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, SECOND_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  second = Math.floor(Date.now() / SECOND_MS);
  for (const listener of listeners) listener();
}
