import { useSyncExternalStore } from 'react';

const SECOND_MS = 1000;

const listeners = new Set<() => void>();
let second = Math.floor(Date.now() / SECOND_MS);
let timer: ReturnType<typeof setInterval> | undefined;

/** The current time in milliseconds. The only place of the web that reads the system's clock. */
export function now(): number {
  return Date.now();
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
