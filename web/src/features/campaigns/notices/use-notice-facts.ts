import type { CampaignDetails } from '@pigeonpost/contract/calls/campaigns';
import type { ProfilePerformance } from '@pigeonpost/contract/calls/profiles';
import { useQuery } from '@tanstack/react-query';
import { useSubscriptionActive } from '../../../api/session.ts';
import { now } from '../../../clock.ts';
import { agentsQuery } from '../../agents/api.ts';
import { useMistypedBlank } from '../../templates/parts/use-mistyped-blank.ts';
import { findNotices, type NoticeFacts } from './find-notices.ts';

/** What decides on the notices of a campaign's page, besides the time. */
export function useNoticeFacts(
  campaign: CampaignDetails,
  profiles: ProfilePerformance[] | undefined,
): Omit<NoticeFacts, 'nowMs'> {
  return {
    campaign,
    profiles: profiles ?? [],
    agents: useQuery(agentsQuery).data?.agents,
    isActive: useSubscriptionActive(),
    mistyped: useMistypedBlank(campaign.template_content),
  };
}

/** Whether there are any: time alone brings none, and removes none. */
export function useHasNotices(...facts: Parameters<typeof useNoticeFacts>): boolean {
  return findNotices({ ...useNoticeFacts(...facts), nowMs: now() }).length > 0;
}
