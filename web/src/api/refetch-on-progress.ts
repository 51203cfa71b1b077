import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useServerEvent } from './realtime.ts';

const AT_MOST_EVERY_MS = 2000;

/**
 * Fetches what is shown under `key` again while campaigns send: at most every two seconds, however many events
 * arrive, and at once when a campaign changes its status. For what an event cannot patch, as it tells no list.
 */
export function useRefetchOnProgress(key: QueryKey): void {
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const refetch = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    queries.invalidateQueries({ queryKey: key });
  };
  const refetchLater = () => {
    timer.current = setTimeout(() => {
      // An answer that is on its way may be older than the event, and on a slow line is not to be thrown away.
      if (queries.isFetching({ queryKey: key }) > 0) refetchLater();
      else refetch();
    }, AT_MOST_EVERY_MS);
  };
  useServerEvent('campaign_progress_update', () => {
    if (timer.current === undefined) refetchLater();
  });
  useServerEvent('campaign_update', refetch);
  useEffect(() => () => clearTimeout(timer.current), []);
}
