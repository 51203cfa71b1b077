import type { LeaveOutInput } from '@pigeonpost/contract/calls/leave-out';
import type { HourRange } from '@pigeonpost/contract/sending-hours';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { campaignKeys, listKeys, profileKeys } from '../../../query-keys.ts';

/** The input of a new campaign. */
type CampaignDraft = {
  name: string;
  message_template_id: number;
  list_id: number;
  profiles_used: number[];
  leave_out?: LeaveOutInput;
  start_at?: string;
  hours?: HourRange[];
  not_after?: string;
  cap_day?: number;
  canary?: number | null;
  /** An ended campaign: the recipients that it failed to reach become pending again. */
  retry_of?: number;
  /** An ended follow-up: this one goes to the rest of its people, each from the profile that wrote first. */
  rest_of?: number;
};

/** The limits that a campaign does not have. */
const NO_LIMITS = { hours: null, not_after: null, cap_day: null, leave_out: null };

/** Creates a campaign, from a draft if its id is given. */
export function useCreateCampaign(draft_id?: number) {
  return useMutation({
    mutationFn: (body: CampaignDraft) =>
      draft_id === undefined
        ? call('POST /api/campaigns', { body })
        : call('PUT /api/campaigns/{id}', {
            params: { id: draft_id },
            body: { ...NO_LIMITS, ...body, draft: false },
          }),
    onSettled: (_answer, error, draft, _result, { client }) => {
      // A conflict means that profiles were taken meanwhile.
      void client.invalidateQueries({ queryKey: error ? profileKeys.all : campaignKeys.all });
      if (draft.retry_of !== undefined) void client.invalidateQueries({ queryKey: listKeys.all });
    },
  });
}

/** What is chosen so far of a campaign that is not ready. */
type Unfinished = Omit<
  CampaignDraft,
  'message_template_id' | 'list_id' | 'start_at' | 'retry_of' | 'rest_of'
> & {
  start_at: string | null;
  message_template_id: number | null;
  list_id: number | null;
};

/** Saves a new campaign as a draft, or changes the draft with that id. */
export function useSaveDraft(id?: number) {
  return useMutation({
    mutationFn: (unfinished: Unfinished) => {
      const body = { ...NO_LIMITS, ...unfinished };
      return id === undefined
        ? call('POST /api/campaigns', { body: { ...body, draft: true } })
        : call('PUT /api/campaigns/{id}', { params: { id }, body });
    },
    meta: { done: 'Draft saved.', failure: 'Failed to save the draft', refetch: [campaignKeys.all] },
  });
}
