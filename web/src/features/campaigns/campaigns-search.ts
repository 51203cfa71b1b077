import {
  CAMPAIGN_FILTERS,
  CAMPAIGN_SORTS,
  type CampaignFilter,
  type CampaignSort,
  DEFAULT_CAMPAIGN_SORT,
} from '@pigeonpost/contract/campaigns';
import { type ListSearch, validateListSearch } from '../../list-search.ts';

/** What the list of campaigns keeps in its address. */
type CampaignsSearch = ListSearch & { status?: CampaignFilter; sort_by?: CampaignSort };

/** The `validateSearch` of the campaigns' page: drops what it does not know. */
export function validateCampaignsSearch(raw: Record<string, unknown>): CampaignsSearch {
  const status = CAMPAIGN_FILTERS.find((one) => one === raw.status);
  const sort_by = CAMPAIGN_SORTS.find((one) => one === raw.sort_by && one !== DEFAULT_CAMPAIGN_SORT);
  return { ...validateListSearch(raw), ...(status ? { status } : {}), ...(sort_by ? { sort_by } : {}) };
}
