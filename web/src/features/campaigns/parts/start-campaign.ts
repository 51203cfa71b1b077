import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { campaignKeys } from '../../../query-keys.ts';

export const STARTED = 'Campaign started.';
export const CHANGE_FAILED = 'Failed to update campaign status';

// The unanswered status calls after a pause, by campaign.
const statusCalls = new Map<number, Promise<unknown>>();

/**
 * Starts a campaign, after the status call of an earlier pause, which would otherwise pause it again by arriving later.
 */
export async function startCampaign(id: number): Promise<void> {
  await statusCalls.get(id);
  await call('POST /api/campaigns/{id}/start', { params: { id } });
}

/**
 * The stop call pauses the campaign. The status call after it repeats that: nothing waits for it, and its failure does not
 * fail the pause (docs/behaviour.md#campaigns).
 */
export async function pauseCampaign(id: number): Promise<number> {
  const params = { id };
  const { profilesClosed } = await call('POST /api/campaigns/{id}/stop', { params });
  const told = call('PUT /api/campaigns/{id}/status', { params, body: { status: 'paused' } })
    .catch(() => {})
    .finally(() => {
      if (statusCalls.get(id) === told) statusCalls.delete(id);
    });
  statusCalls.set(id, told);
  return profilesClosed;
}

/** Starts a campaign that is not shown as a row here, such as a new one. */
export function useStartNow(done = STARTED) {
  return useMutation({
    mutationFn: startCampaign,
    meta: { done, failure: CHANGE_FAILED },
    onSettled: (_answer, _error, _id, _result, { client }) => {
      void client.invalidateQueries({ queryKey: campaignKeys.all });
    },
  });
}
