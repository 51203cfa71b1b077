import type { DoubtGroup, PlanGroup } from '@pigeonpost/contract/calls/plans';
import type { Answer } from '@pigeonpost/contract/client';
import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { settingsQuery } from '../../../account/settings.ts';
import { call } from '../../../api/client.ts';
import { retryWhileCounting } from '../../../campaign-state/campaign-queries.ts';
import { formatCount, formatNoun } from '../../../format/format-number.ts';
import { campaignKeys, peopleKeys, profileKeys } from '../../../query-keys.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { campaignPlanQuery } from '../api.ts';
import { usePutBack } from '../people/put-back.ts';
import type { TrialChanges } from './plan-trial.ts';

const COUNTING_MS = 1_000;
const RECOUNT_MS = 30_000;
const RECOUNTED_MAX = 100_000;

/** The plan of a campaign on a screen that stays open: lists, hours and caps may change in another window. */
export function watchedPlanQuery(id: number) {
  return queryOptions({
    ...campaignPlanQuery(id),
    // A long list takes seconds to count.
    refetchInterval: ({ state: { data } }) => (data && data.in_list <= RECOUNTED_MAX ? RECOUNT_MS : false),
  });
}

/** Ten others who would get a campaign, with their messages. */
export function sampleQuery(id: number, draw: number) {
  return queryOptions({
    queryKey: [...campaignKeys.plans, id, 'sample', draw],
    queryFn: async ({ signal }) =>
      (await call('GET /api/campaigns/{id}/sample', { params: { id }, query: { draw }, signal })).sample,
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

type TakenOut = { taken_out: number; being_sent: number; has_ended: boolean; recipient_ids: number[] };

/** More would need minutes to be put back. */
const UNDO_MAX = 5000;

/** Takes everybody of a group out of a campaign, a batch at a time, with Undo (docs/behaviour.md#taking-out). */
export function useTakeOutGroup(id: number) {
  const { mutate: putBack } = usePutBack(id);
  return useMutation({
    mutationFn: async (group: DoubtGroup) => {
      const sum: TakenOut = { taken_out: 0, being_sent: 0, has_ended: false, recipient_ids: [] };
      for (let after_id: number | null = 0; after_id !== null && !sum.has_ended; ) {
        const batch: Answer<'POST /api/campaigns/{id}/recipients/take-out'> = await takeOutBatch(id, {
          group,
          after_id,
        });
        sum.taken_out += batch.taken_out;
        sum.being_sent += batch.being_sent;
        sum.has_ended = batch.has_ended;
        if (sum.recipient_ids.length <= UNDO_MAX) sum.recipient_ids.push(...(batch.recipient_ids ?? []));
        after_id = batch.last_id ?? null;
      }
      return sum;
    },
    onSuccess: (sum) => {
      const { taken_out, has_ended, recipient_ids } = sum;
      const isUndone = taken_out > 0 && !has_ended && recipient_ids.length <= UNDO_MAX;
      if (isUndone) toast.undo(takenOutWords(sum), () => putBack(recipient_ids));
      else toast.success(takenOutWords(sum));
    },
    meta: {
      failure: 'Failed to take them out',
      refetch: [campaignKeys.all, peopleKeys.all],
    },
  });
}

/** A plan of the user may be being counted: that batch is tried again, and those before it stay done. */
async function takeOutBatch(id: number, body: { group: DoubtGroup; after_id: number }) {
  for (let tries = 0; ; tries++)
    try {
      return await call('POST /api/campaigns/{id}/recipients/take-out', { params: { id }, body });
    } catch (error) {
      if (!(error instanceof Error) || !retryWhileCounting(tries, error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, COUNTING_MS));
    }
}

function takenOutWords({ taken_out, being_sent, has_ended }: TakenOut): string {
  const words = `${formatNoun(taken_out, 'person', 'people')} taken out.`;
  if (has_ended) return `${words} Nobody is left, so the campaign has ended.`;
  return being_sent > 0
    ? `${words} A message is being sent to ${formatCount(being_sent)} of them now.`
    : words;
}

/** Saves what a plan tried. Returns what new hours mean for other campaigns. */
export function useSaveTrial(id: number) {
  return useMutation({
    mutationFn: async (body: TrialChanges) =>
      (await call('PUT /api/campaigns/{id}/plan', { params: { id }, body })).warnings,
    meta: {
      done: 'Saved.',
      failure: 'Failed to save the plan',
      refetch: [settingsQuery.queryKey, campaignKeys.all, profileKeys.all],
    },
  });
}
