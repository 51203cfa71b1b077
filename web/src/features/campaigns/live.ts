import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useServerEvent } from '../../api/realtime.ts';
import {
  dropCampaign,
  patchCampaign,
  patchStatus,
  refreshCampaign,
  refreshCampaigns,
  refreshLists,
} from './campaign-cache.ts';
import { campaignChangeKey } from './parts/change-campaign.ts';
import { useWaitChanges } from './parts/use-wait-changes.ts';

/** Keeps the campaigns on screen current: status and counters at once, the rest by asking again. */
export function useLiveCampaigns(): void {
  const queries = useQueryClient();
  useServerEvent('campaign_update', ({ campaign_id, status }) => {
    // The events of one's own action report its steps; the screen already shows its end.
    if (queries.isMutating({ mutationKey: campaignChangeKey(campaign_id) }) > 0) return;
    if (status === 'deleted') dropCampaign(campaign_id);
    else patchStatus(campaign_id, status);
    refreshCampaigns();
  });
  useServerEvent('campaign_progress_update', ({ campaignId, ...counters }) =>
    patchCampaign(campaignId, counters),
  );
  useWaitChanges(refreshLists);
}

/** The same for one campaign's page: what its events do not carry (next message, profiles) is asked for again. */
export function useLiveCampaign(id: number): void {
  useLiveCampaigns();
  const refreshSoon = useRefreshSoon(id);
  useServerEvent('campaign_progress_update', ({ campaignId }) => {
    if (campaignId === id) refreshSoon();
  });
  useServerEvent('campaign_log', ({ campaign_id }) => {
    if (campaign_id === id) refreshSoon();
  });
  useWaitChanges(refreshSoon);
}

const REFRESH_EVERY_MS = 1000;

/** Asks again at most once a second, and always after the last event. */
function useRefreshSoon(id: number): () => void {
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      // An answer between the steps of one's own action would take back what is shown; its end asks by itself.
      if (queries.isMutating({ mutationKey: campaignChangeKey(id) }) === 0) refreshCampaign(id);
    }, REFRESH_EVERY_MS);
  };
}
