import type { CampaignAtWork, CampaignLog } from '@pigeonpost/contract/calls/campaigns';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { campaignKeys } from '../../query-keys.ts';
import { mergeLines } from './merge-lines.ts';

/** The panel's content: the running and paused campaigns, and the last lines of their logs. */
export type LogData = { campaigns: CampaignAtWork[]; lines: CampaignLog[] };

/**
 * The one query for the campaigns in the frame around the screens. Lines from events stay, because a running fetch does
 * not have them.
 */
export const logQuery = queryOptions({
  queryKey: campaignKeys.log,
  queryFn: async ({ signal, client }): Promise<LogData> => {
    const { campaigns, logs } = await call('GET /api/campaigns/logs', { signal });
    const shown = client.getQueryData<LogData>(campaignKeys.log)?.lines ?? [];
    return { campaigns, lines: mergeLines(shown, logs) };
  },
});

/** The number of running campaigns. */
export const runningCountQuery = queryOptions({
  ...logQuery,
  select: ({ campaigns }) => campaigns.filter(({ status }) => status === 'running').length,
});
