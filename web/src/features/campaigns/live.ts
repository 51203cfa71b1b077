import { useEffect, useRef } from 'react';
import { useServerEvent } from '../../api/realtime.ts';
import { isChanging } from './actions.ts';
import { dropCampaign, patchCampaign, refreshCampaign, refreshCampaigns } from './campaign-cache.ts';

/** Keeps the campaigns on screen current: status and counters at once, the rest by asking again. */
export function useLiveCampaigns(): void {
  useServerEvent('campaign_update', ({ campaign_id, status }) => {
    // The events of one's own action tell its steps; the screen is at its end already.
    if (isChanging(campaign_id)) return;
    if (status === 'deleted') dropCampaign(campaign_id);
    else patchCampaign(campaign_id, { status });
    refreshCampaigns();
  });
  useServerEvent('campaign_progress_update', ({ campaignId, ...counters }) =>
    patchCampaign(campaignId, counters),
  );
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
  // What a running campaign waits for depends on who is connected.
  useServerEvent('agent_update', refreshSoon);
}

const REFRESH_EVERY_MS = 1000;

/** Asks again at most once a second, and always after the last event. */
function useRefreshSoon(id: number): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      refreshCampaign(id);
    }, REFRESH_EVERY_MS);
  };
}
