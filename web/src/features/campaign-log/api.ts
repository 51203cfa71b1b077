import type { Campaign, CampaignLog } from '@pigeonpost/contract/calls/campaigns';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { mergeLines } from './merge-lines.ts';

/** What the panel shows: the running and paused campaigns, and the last lines of their logs. */
export type LogData = { campaigns: Campaign[]; lines: CampaignLog[] };

/** Campaigns asked for at once, of each status (spec 2, section 9). */
const MOST_CAMPAIGNS = 100;
/** Campaigns whose earlier lines are fetched; the others speak when something happens. */
const MOST_HISTORIES = 5;

/** Lines that events brought stay: an answer on its way does not know of them. */
export const logQuery = queryOptions({
  queryKey: ['campaigns', 'log'],
  queryFn: async ({ signal }): Promise<LogData> => {
    const campaigns = (
      await Promise.all([fetchByStatus('running', signal), fetchByStatus('paused', signal)])
    ).flat();
    const histories = await Promise.all(
      campaigns.slice(0, MOST_HISTORIES).map(({ id }) => fetchLines(id, signal)),
    );
    return { campaigns, lines: mergeLines(shownLines(), histories.flat()) };
  },
});

function shownLines(): CampaignLog[] {
  return queryClient.getQueryData(logQuery.queryKey)?.lines ?? [];
}

async function fetchByStatus(status: 'running' | 'paused', signal: AbortSignal): Promise<Campaign[]> {
  const answer = await call('GET /api/campaigns', { query: { status, limit: MOST_CAMPAIGNS }, signal });
  return answer.campaigns;
}

async function fetchLines(id: number, signal: AbortSignal): Promise<CampaignLog[]> {
  try {
    return (await call('GET /api/campaigns/{id}', { params: { id }, signal })).campaign.logs;
  } catch (error) {
    // One that was deleted meanwhile has no lines; the panel goes on without it.
    if (signal.aborted) throw error;
    return [];
  }
}
