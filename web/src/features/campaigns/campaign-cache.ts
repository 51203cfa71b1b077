import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import type { CampaignStatus } from '@pigeonpost/contract/campaigns';
import type { Answer } from '@pigeonpost/contract/client';
import { markLate } from '../../api/late-answers.ts';
import { queryClient } from '../../api/query-client.ts';
import { hasEnded } from '../../campaign-state/campaign-state.ts';
import { campaignKeys } from '../../query-keys.ts';

type Page = Answer<'GET /api/campaigns'>;

const ALL_PAGES = { queryKey: campaignKeys.pages };

/** Changes a campaign in every cached answer, without a fetch. */
export function patchCampaign(id: number, patch: Partial<Campaign>): void {
  change(id, () => patch);
}

/** Applies the status of an event. An ended campaign stays ended, because a later event is out of date. */
export function patchStatus(id: number, status: CampaignStatus): void {
  change(id, (campaign) =>
    hasEnded(campaign) || campaign.status === status
      ? {}
      : { status, stage: null, start_at: null, standstill: null },
  );
}

type Patch = (campaign: Campaign) => Partial<Campaign>;

function change(id: number, patch: Patch): void {
  markLate(queryClient, campaignKeys.pages);
  markLate(queryClient, campaignKeys.one(id));
  queryClient.setQueriesData<Page>(ALL_PAGES, (page) => page && patchPage(page, id, patch));
  queryClient.setQueryData<Campaign>(
    campaignKeys.one(id),
    (campaign) => campaign && { ...campaign, ...patch(campaign) },
  );
}

/** Removes a campaign from every page of the list. */
export function dropCampaign(id: number): void {
  queryClient.setQueriesData<Page>(ALL_PAGES, (page) => {
    const campaigns = page?.campaigns.filter((campaign) => campaign.id !== id);
    return page && campaigns ? { ...page, campaigns } : page;
  });
}

function patchPage(page: Page, id: number, patch: Patch): Page {
  // Rows are memoised by identity, so only the changed one may be replaced.
  if (!page.campaigns.some((campaign) => campaign.id === id)) return page;
  const campaigns = page.campaigns.map((campaign) =>
    campaign.id === id ? { ...campaign, ...patch(campaign) } : campaign,
  );
  return { ...page, campaigns };
}
