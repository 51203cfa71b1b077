import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { queryClient } from '../../api/query-client.ts';
import { following, type Question } from '../../ui/feedback/confirm.ts';
import { campaignQuery } from './api.ts';

/** A question about a campaign whose words follow it while it stands: it goes on sending meanwhile. */
export function followCampaign(campaign: Campaign, questionOf: (campaign: Campaign) => Question): Question {
  return { ...questionOf(campaign), follows: following(campaignQuery(campaign.id), questionOf) };
}

/** The campaign as it is known by now. */
export function latestOf(campaign: Campaign): Campaign {
  return queryClient.getQueryData(campaignQuery(campaign.id).queryKey) ?? campaign;
}
