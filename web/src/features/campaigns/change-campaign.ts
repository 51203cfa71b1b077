import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { optimistic } from '../../api/optimistic-update.ts';
import { askToNotify } from '../../ui/feedback/browser-notification.ts';
import { dropCampaign, patchCampaign } from './campaign-cache.ts';
import { pauseCampaign, startCampaign } from './start-and-pause.ts';

/** What an owner does with a campaign. */
export type CampaignChange = 'start' | 'pause' | 'stop' | Deletion;
export type Deletion = 'delete' | 'delete_and_keep_sent';

const PATCHES: Record<Exclude<CampaignChange, Deletion>, Partial<Campaign>> = {
  start: { status: 'running', paused_reason: null, standstill: null },
  pause: {
    status: 'paused',
    next_send_at: null,
    waiting_reason: null,
    standstill: { kind: 'by_you', words: 'by you' },
  },
  stop: { status: 'completed', next_send_at: null, waiting_reason: null, standstill: null },
};

/** The key of the changes of one campaign: while one is under way, its result is already shown. */
export function campaignChangeKey(id: number) {
  return ['campaigns', 'change', id];
}

/** Starts, pauses, stops or deletes a campaign. */
export function useChangeCampaign(id: number) {
  return useMutation({
    // One after the other: a stop that is pressed while the start is on its way does not overtake it.
    scope: { id: `campaign ${id}` },
    mutationFn: (change: CampaignChange) => makeChange(id, change),
    ...optimistic<CampaignChange>({
      mutationKey: campaignChangeKey(id),
      queries: ['campaigns'],
      show: (change) => {
        if (isDeletion(change)) dropCampaign(id);
        else patchCampaign(id, PATCHES[change]);
      },
      refetch: [['campaigns']],
    }),
  });
}

/** Gives how many profiles were closed, where it closes any. */
async function makeChange(id: number, change: CampaignChange): Promise<number> {
  const params = { id };
  if (change === 'pause') return pauseCampaign(id);
  if (change === 'stop') {
    // The stop call ends sending at once, the status call completes it (docs/behaviour.md#campaigns).
    const { profilesClosed } = await call('POST /api/campaigns/{id}/stop', { params });
    await call('PUT /api/campaigns/{id}/status', { params, body: { status: 'completed' } });
    return profilesClosed;
  }
  if (change === 'start') {
    askToNotify();
    await startCampaign(id);
  } else await call('DELETE /api/campaigns/{id}', { params, body: { keep_sent: change !== 'delete' } });
  return 0;
}

function isDeletion(change: CampaignChange): change is Deletion {
  return change === 'delete' || change === 'delete_and_keep_sent';
}
