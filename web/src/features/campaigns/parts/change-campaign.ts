import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { optimistic } from '../../../api/optimistic-update.ts';
import { formatNoun } from '../../../format/format-number.ts';
import { campaignKeys } from '../../../query-keys.ts';
import { askToNotify } from '../../../ui/feedback/browser-notification.ts';
import { dropCampaign, patchCampaign } from '../campaign-cache.ts';
import { CHANGE_FAILED, pauseCampaign, STARTED, startCampaign } from './start-campaign.ts';

/** An owner's actions on a campaign. */
type CampaignChange = 'start' | 'pause' | 'stop' | Deletion;
/** `stops`: the campaign was running when the question was asked. */
export type Deletion = { keepsSent: boolean; stops: boolean };

/** The key of one campaign's changes: while one is under way, its result is already shown. */
export function campaignChangeKey(id: number) {
  return [...campaignKeys.all, 'change', id];
}

/** Starts, pauses, stops or deletes a campaign. Returns how many profiles were closed. */
export function useChangeCampaign({ id }: Pick<Campaign, 'id'>) {
  return useMutation({
    // One after the other: a stop that is pressed while the start is under way must not overtake it.
    scope: { id: `campaign ${id}` },
    mutationFn: (change: CampaignChange) => makeChange(id, change),
    meta: {
      done: (closed: number, change: CampaignChange) => {
        const done = isDeletion(change) ? deletedText(change) : DONE[change];
        return closed > 0 ? `${done} ${formatNoun(closed, 'profile')} closed.` : done;
      },
      failure: (change: CampaignChange) => (isDeletion(change) ? 'Failed to delete campaign' : CHANGE_FAILED),
    },
    ...optimistic<CampaignChange>({
      mutationKey: campaignChangeKey(id),
      queries: campaignKeys.all,
      show: (change) => {
        if (isDeletion(change)) dropCampaign(id);
        else patchCampaign(id, PATCHES[change]);
      },
      refetch: [campaignKeys.all],
    }),
  });
}

const DONE: Record<Exclude<CampaignChange, Deletion>, string> = {
  start: STARTED,
  pause: 'Campaign paused.',
  stop: 'Campaign stopped.',
};

const deletedText = ({ stops }: Deletion) => (stops ? 'Campaign stopped and deleted.' : 'Campaign deleted.');

const PATCHES: Record<Exclude<CampaignChange, Deletion>, Partial<Campaign>> = {
  start: { status: 'running', stage: null, start_at: null, paused_reason: null, standstill: null },
  pause: {
    status: 'paused',
    next_send_at: null,
    waiting_reason: null,
    waiting_until: null,
    standstill: { kind: 'by_you', words: 'by you' },
  },
  stop: {
    status: 'completed',
    next_send_at: null,
    waiting_reason: null,
    waiting_until: null,
    standstill: null,
  },
};

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
  } else await call('DELETE /api/campaigns/{id}', { params, body: { keep_sent: change.keepsSent } });
  return 0;
}

function isDeletion(change: CampaignChange): change is Deletion {
  return typeof change === 'object';
}
