import {
  CAMPAIGN_FILTERS,
  CAMPAIGN_SORTS,
  type CampaignFilter,
  type CampaignSort,
  DEFAULT_CAMPAIGN_SORT,
} from '@pigeonpost/contract/campaigns';
import { type DateRange, validateDates } from '../../../date-range.ts';
import { type ListSearch, validateListSearch } from '../../../list-search.ts';

/** The state of the list of campaigns in its address. */
type CampaignsSearch = ListSearch & DateRange & { status?: CampaignFilter; sort_by?: CampaignSort };

/** The `validateSearch` of the campaigns' page: drops unknown values. */
export function validateCampaignsSearch(raw: Record<string, unknown>): CampaignsSearch {
  const status = CAMPAIGN_FILTERS.find((one) => one === raw.status);
  const sort_by = CAMPAIGN_SORTS.find((one) => one === raw.sort_by && one !== defaultSort(status));
  return {
    ...validateListSearch(raw),
    ...validateDates(raw),
    ...(status ? { status } : {}),
    ...(sort_by ? { sort_by } : {}),
  };
}

/** Whether a filter shows only ended campaigns. */
export function isOfEnded(status: CampaignFilter | undefined): boolean {
  return status === 'ended' || status === 'completed' || status === 'failed' || status === 'archived';
}

/** The default order of a filter: ended campaigns by their end. */
export function defaultSort(status: CampaignFilter | undefined): CampaignSort {
  return isOfEnded(status) ? 'ended_desc' : DEFAULT_CAMPAIGN_SORT;
}
