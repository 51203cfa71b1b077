import { waitsForProfiles } from '@pigeonpost/contract/campaigns';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useServerEvent } from '../../../api/realtime.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import type { StartAgain } from '../../profiles/parts/rest-actions.ts';
import { campaignsAtWorkQuery, useStartNow } from '../api.ts';
import { profilesUsed } from './profiles-used.ts';

/** Finds the campaign that was paused because none of its profiles could send, where a profile is one of them. */
export function useStartAgain(): (profile_id: number) => StartAgain | undefined {
  const queries = useQueryClient();
  const { data } = useQuery(campaignsAtWorkQuery);
  const { mutateAsync } = useStartNow();
  useServerEvent('campaign_update', () =>
    queries.invalidateQueries({ queryKey: campaignsAtWorkQuery.queryKey }),
  );
  return useCallback(
    (profile_id) => {
      const waiting = data?.find((one) => waitsForProfiles(one) && profilesUsed(one).includes(profile_id));
      if (!waiting) return undefined;
      const start = async () => {
        try {
          await mutateAsync(waiting.id);
          toast.success('Campaign started.');
        } catch (error) {
          toast.failure(error, 'Failed to update campaign status');
        }
      };
      return { name: waiting.name, start };
    },
    [data, mutateAsync],
  );
}
