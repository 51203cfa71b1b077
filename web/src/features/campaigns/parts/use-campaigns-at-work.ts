import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useServerEvent } from '../../../api/realtime.ts';
import { campaignsAtWorkQuery } from '../api.ts';
import { useWaitChanges } from './use-wait-changes.ts';

/** The running, paused and pending campaigns, kept current; undefined until they are known. */
export function useCampaignsAtWork(): Campaign[] | undefined {
  const queries = useQueryClient();
  const { data } = useQuery(campaignsAtWorkQuery);
  const refetch = () => queries.invalidateQueries({ queryKey: campaignsAtWorkQuery.queryKey });
  useServerEvent('campaign_update', refetch);
  useWaitChanges(refetch);
  return data;
}
