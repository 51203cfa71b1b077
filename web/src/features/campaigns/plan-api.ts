import type { PlanGroup } from '@pigeonpost/contract/calls/plans';
import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { campaignKeys, profileKeys } from '../../query-keys.ts';
import { settingsQuery } from '../settings/api.ts';
import { retryWhileCounting } from './api.ts';
import type { TrialChanges } from './plan-trial.ts';

/** Ten others who would get a campaign, with their messages. */
export function samplesQuery(id: number, draw: number) {
  return queryOptions({
    queryKey: [...campaignKeys.plans, id, 'samples', draw],
    queryFn: async ({ signal }) =>
      (await call('GET /api/campaigns/{id}/sample', { params: { id }, query: { draw }, signal })).samples,
    placeholderData: keepPreviousData,
    retry: retryWhileCounting,
  });
}

type PlannedPlace = { group: PlanGroup; field: string | null; search: string };

/** The people of a group of a campaign's plan, a page at a time. */
export function plannedQuery({ id, list_id }: { id: number; list_id: number }, place: PlannedPlace) {
  const { group, field, search } = place;
  return infiniteQueryOptions({
    queryKey: [...campaignKeys.plans, id, 'people', place],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/lists/{id}/planned', {
        params: { id: list_id },
        query: {
          campaign_id: id,
          group,
          search,
          ...(field !== null && { field }),
          ...(pageParam && { after: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    retry: retryWhileCounting,
  });
}

/** Saves what a plan tried: the settings, then the campaign. Returns what new hours mean for other campaigns. */
export function useSaveTrial(id: number) {
  return useMutation({
    mutationFn: async ({ account, campaign }: TrialChanges) => {
      const warnings = account ? (await call('PUT /api/settings', { body: account })).warnings : [];
      if (campaign) await call('PUT /api/campaigns/{id}', { params: { id }, body: campaign });
      return warnings;
    },
    meta: {
      done: 'Saved.',
      failure: 'Failed to save the plan',
      refetch: [settingsQuery.queryKey, campaignKeys.all, profileKeys.all],
    },
  });
}
