import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useServerEvent } from './realtime.ts';

const PROGRESS_EVERY_MS = 2000;

type Options = {
  everyMs: number;
  /** Asked when the time has come: true leaves the refetch out. */
  isOff?: () => boolean;
};

/**
 * Refetches what is shown under `keys`: `soon` at most once in the time, however often it is called, and always after its
 * last call; `atOnce` without waiting. For what an event cannot patch.
 */
export function useRefetchSoon(keys: QueryKey[], { everyMs, isOff }: Options) {
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // What still waits for its time when the screen is left is fetched when it is shown again, however soon.
  const leave = useEffectEvent(() => {
    if (timer.current === undefined) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    for (const queryKey of keys) void queries.invalidateQueries({ queryKey, refetchType: 'none' });
  });
  useEffect(() => () => leave(), []);
  const atOnce = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (!isOff?.()) for (const queryKey of keys) void queries.invalidateQueries({ queryKey });
  };
  const wait = () => {
    timer.current = setTimeout(() => {
      // A running fetch may be older than the event, but must not be thrown away on a slow line.
      if (keys.some((queryKey) => queries.isFetching({ queryKey }) > 0)) wait();
      else atOnce();
    }, everyMs);
  };
  const soon = () => {
    if (timer.current === undefined) wait();
  };
  return { soon, atOnce };
}

/** Refetches while campaigns send, every two seconds at most, and at once when a campaign changes its status. */
export function useRefetchOnProgress(key: QueryKey): void {
  const { soon, atOnce } = useRefetchSoon([key], { everyMs: PROGRESS_EVERY_MS });
  useServerEvent('campaign_progress_update', soon);
  useServerEvent('campaign_update', atOnce);
}
