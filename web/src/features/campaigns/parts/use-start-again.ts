import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { waitsForProfiles } from '@pigeonpost/contract/campaigns';
import { useCallback } from 'react';
import type { StartAgain } from '../../profiles/parts/rest-actions.ts';
import { useStartNow } from '../api.ts';
import { profilesUsed } from './profiles-used.ts';

/** Finds among campaigns the one that was paused because none of its profiles could send, where a profile is one of them. */
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
