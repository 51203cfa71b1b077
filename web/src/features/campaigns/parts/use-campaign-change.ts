import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { useCampaignActions } from '../campaign-actions.ts';

/** Starts or pauses a campaign from another noun's screen; each says how it went, and is true when it was done. */
export function useCampaignChange(campaign: Campaign) {
  const { start, pause } = useCampaignActions(campaign);
  return { start, pause };
}
