import type { ListedCampaign } from '@pigeonpost/contract/calls/campaigns';
import { ApiError } from '@pigeonpost/contract/client';
import { MAX_PAGE_SIZE } from '@pigeonpost/contract/limits';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { campaignKeys } from '../query-keys.ts';

/** How often a busy campaign is fetched again. */
export const BUSY_POLL_MS = 3000;

/** No event tells that a refusal which passes by itself has passed. */
export const isBusy = ({ start_refusal }: ListedCampaign) => start_refusal?.kind === 'busy';

/** One campaign with its last log lines. Fails with 404 if it does not exist. */
export function campaignQuery(id: number) {
  return queryOptions({
    queryKey: campaignKeys.one(id),
    queryFn: async ({ signal }) =>
      (await call('GET /api/campaigns/{id}', { params: { id }, signal })).campaign,
    refetchInterval: ({ state: { data } }) => (data && isBusy(data) ? BUSY_POLL_MS : false),
  });
}

/** The campaigns that still need their template, list and profiles: running first, then paused, then pending. */
export const campaignsAtWorkQuery = queryOptions({
  queryKey: [...campaignKeys.all, 'unfinished'],
  queryFn: async ({ signal }) => {
    const ask = (page: number) =>
      call('GET /api/campaigns', { query: { status: 'unfinished', limit: MAX_PAGE_SIZE, page }, signal });
    const { campaigns, pagination } = await ask(1);
    for (let page = 2; page <= pagination.totalPages; page++) campaigns.push(...(await ask(page)).campaigns);
    return campaigns;
  },
});

const RETRIES = 5;

/** A user's plans are counted one at a time: another one may be under way. */
export function retryWhileCounting(count: number, error: Error): boolean {
  return error instanceof ApiError && error.status === 429 && count < RETRIES;
}
