import { useServerEvent } from '../../api/realtime.ts';
import { isChanging } from './actions.ts';
import { dropCampaign, patchCampaign, refreshCampaigns } from './campaign-cache.ts';

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
