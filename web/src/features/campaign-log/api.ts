import type { Campaign, CampaignLog } from '@pigeonpost/contract/calls/campaigns';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { mergeLines } from './merge-lines.ts';

/** What the panel shows: the running and paused campaigns, and the last lines of their logs. */
export type LogData = { campaigns: Campaign[]; lines: CampaignLog[] };

/** Campaigns fetched at once, of each status. */
const MOST_CAMPAIGNS = 100;

const LOG_KEY = ['campaigns', 'log'];

/** Lines that events brought stay: an answer on its way does not know of them. */
export const logQuery = queryOptions({
  queryKey: LOG_KEY,
  queryFn: async ({ signal, client }): Promise<LogData> => {
    const [running, paused, { logs }] = await Promise.all([
      fetchByStatus('running', signal),
      fetchByStatus('paused', signal),
      call('GET /api/campaigns/logs', { signal }),
    ]);
    const shown = client.getQueryData<LogData>(LOG_KEY)?.lines ?? [];
    return { campaigns: [...running, ...paused], lines: mergeLines(shown, logs) };
  },
});

async function fetchByStatus(status: 'running' | 'paused', signal: AbortSignal): Promise<Campaign[]> {
  const answer = await call('GET /api/campaigns', { query: { status, limit: MOST_CAMPAIGNS }, signal });
  return answer.campaigns;
}
