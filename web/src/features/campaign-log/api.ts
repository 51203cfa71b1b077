import type { Campaign, CampaignLog } from '@pigeonpost/contract/calls/campaigns';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { unfinishedQuery } from '../campaigns/api.ts';
import { mergeLines } from './merge-lines.ts';

/** What the panel shows: the running and paused campaigns, and the last lines of their logs. */
export type LogData = { campaigns: Campaign[]; lines: CampaignLog[] };

const SAME_MOMENT_MS = 1000;

const LOG_KEY = ['campaigns', 'log'];

/** Lines that events brought stay: an answer on its way does not know of them. */
export const logQuery = queryOptions({
  queryKey: LOG_KEY,
  queryFn: async ({ signal, client }): Promise<LogData> => {
    const [{ campaigns }, { logs }] = await Promise.all([
      // The shell asks for the same at the same moment.
      client.fetchQuery({ ...unfinishedQuery, staleTime: SAME_MOMENT_MS }),
      call('GET /api/campaigns/logs', { signal }),
    ]);
    const shown = client.getQueryData<LogData>(LOG_KEY)?.lines ?? [];
    return {
      campaigns: campaigns.filter(({ status }) => status !== 'pending'),
      lines: mergeLines(shown, logs),
    };
  },
});
