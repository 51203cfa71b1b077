import type { CampaignAtWork, CampaignLog } from '@pigeonpost/contract/calls/campaigns';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { campaignKeys } from '../../query-keys.ts';
import { mergeLines } from './merge-lines.ts';

/** What the panel shows: the running and paused campaigns, and the last lines of their logs. */
export type LogData = { campaigns: CampaignAtWork[]; lines: CampaignLog[] };

/**
 * All that the frame around the screens shows of campaigns comes from this one question. Lines that events brought stay:
 * an answer on its way does not know of them.
 */
export const logQuery = queryOptions({
  queryKey: campaignKeys.log,
  queryFn: async ({ signal, client }): Promise<LogData> => {
    const { campaigns, logs } = await call('GET /api/campaigns/logs', { signal });
    const shown = client.getQueryData<LogData>(campaignKeys.log)?.lines ?? [];
    return { campaigns, lines: mergeLines(shown, logs) };
  },
});

/** How many campaigns run. */
export const runningCountQuery = queryOptions({
  ...logQuery,
  select: ({ campaigns }) => campaigns.filter(({ status }) => status === 'running').length,
});
