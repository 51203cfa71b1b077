import { useQueryClient } from '@tanstack/react-query';
import { useServerEvent } from '../../api/realtime.ts';
import { logQuery } from './api.ts';
import { mergeLines } from './merge-lines.ts';

/** Appends every line as it happens, and asks again which campaigns run or rest when one changes. */
export function useLiveLog(): void {
  const queries = useQueryClient();
  useServerEvent('campaign_log', (line) =>
    queries.setQueryData(logQuery.queryKey, (log) => log && { ...log, lines: mergeLines(log.lines, [line]) }),
  );
  useServerEvent('campaign_update', ({ campaign_id, status }) => {
    queries.setQueryData(logQuery.queryKey, (log) => {
      if (!log || status !== 'deleted') return log;
      return { ...log, lines: log.lines.filter((line) => line.campaign_id !== campaign_id) };
    });
    queries.invalidateQueries({ queryKey: logQuery.queryKey });
  });
}
