import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { waitsForProfiles } from '@pigeonpost/contract/campaigns/standstills';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useServerEvent } from '../api/realtime.ts';
import { campaignsAtWorkQuery } from './campaign-queries.ts';
import { profilesUsed } from './profiles-used.ts';
import { useWaitChanges } from './standstill.ts';
import { useStartNow } from './start-campaign.ts';

/** The running, paused and pending campaigns, kept current; undefined until they are fetched. */
export function useCampaignsAtWork(): Campaign[] | undefined {
  const queries = useQueryClient();
  const { data } = useQuery(campaignsAtWorkQuery);
  const refetch = () => queries.invalidateQueries({ queryKey: campaignsAtWorkQuery.queryKey });
  useServerEvent('campaign_update', refetch);
  useWaitChanges(refetch);
  return data;
}

/** A campaign that was paused because none of its profiles could send. */
export type StartAgain = { name: string; start: () => Promise<unknown> };

/** Finds the campaign of a profile that was paused because none of its profiles could send. */
export function useStartAgain(
  campaigns: Campaign[] | undefined,
): (profile_id: number) => StartAgain | undefined {
  const { mutateAsync } = useStartNow();
  return useCallback(
    (profile_id) => {
      const waiting = campaigns?.find(
        (one) => waitsForProfiles(one) && profilesUsed(one).includes(profile_id),
      );
      if (!waiting) return undefined;
      const start = () => mutateAsync(waiting.id).catch(() => {});
      return { name: waiting.name, start };
    },
    [campaigns, mutateAsync],
  );
}
