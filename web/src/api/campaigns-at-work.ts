import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './client.ts';
import { useServerEvent } from './realtime.ts';

const UNFINISHED = ['running', 'paused', 'pending'] as const;
const MOST_OF_EACH = 100;

/** The campaigns that still need their template, list and profiles: running first, then paused, then pending. */
const campaignsAtWorkQuery = queryOptions({
  queryKey: ['campaigns', 'at-work'],
  queryFn: async ({ signal }) => {
    const answers = await Promise.all(
      UNFINISHED.map((status) =>
        call('GET /api/campaigns', { query: { status, limit: MOST_OF_EACH }, signal }),
      ),
    );
    return answers.flatMap(({ campaigns }) => campaigns);
  },
});

/** Finds the campaign that a template or list is used by now; follows the campaigns as they change. */
export function useCampaignAtWork(): (use: Partial<Campaign>) => Campaign | undefined {
  const queries = useQueryClient();
  const { data } = useQuery(campaignsAtWorkQuery);
  useServerEvent('campaign_update', () =>
    queries.invalidateQueries({ queryKey: campaignsAtWorkQuery.queryKey }),
  );
  return (use) =>
    data?.find((campaign) =>
      Object.entries(use).every(([key, value]) => campaign[key as keyof Campaign] === value),
    );
}
