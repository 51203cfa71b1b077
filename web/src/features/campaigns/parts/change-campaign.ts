import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { useMutation } from '@tanstack/react-query';
import { settingsQuery } from '../../../account/settings.ts';
import { call } from '../../../api/client.ts';
import { optimistic } from '../../../api/optimistic-update.ts';
import { queryClient } from '../../../api/query-client.ts';
import {
  CHANGE_FAILED,
  PAUSED,
  pauseCampaign,
  startCampaign,
  useUndoStart,
  withClosed,
} from '../../../campaign-state/start-campaign.ts';
import { awaitBar, followStart, leaveStart } from '../../../campaign-state/started.ts';
import { serverNow } from '../../../clock.ts';
import { campaignKeys } from '../../../query-keys.ts';
import { askToNotify } from '../../../ui/feedback/browser-notification.ts';
import { dropCampaign, patchCampaign } from '../campaign-cache.ts';

/** An owner's actions on a campaign. */
type CampaignChange = 'start' | 'pause' | 'stop' | Deletion;
/** `stops`: the campaign was running when the question was asked. */
export type Deletion = { keepsSent: boolean; stops: boolean };

/** What is known of a changed campaign; a row without a countdown may leave it out. */
type Changed = Pick<Campaign, 'id'> & Partial<Pick<Campaign, 'countdown_until'>>;

/** The key of one campaign's changes: while one is under way, its result is already shown. */
export function campaignChangeKey(id: number) {
  return [...campaignKeys.all, 'change', id];
}

/**
 * Starts, pauses, stops or deletes a campaign. Returns how many profiles were closed. A start can be undone in a toast,
 * unless the campaign's page is shown, which has a bar for it.
 */
export function useChangeCampaign({ id, countdown_until = null }: Changed, { hasBar = false } = {}) {
  const { mutate: undo } = useUndoStart();
  return useMutation({
    // One after the other: a stop that is pressed while the start is under way must not overtake it.
    scope: { id: `campaign ${id}` },
    mutationFn: async (change: CampaignChange) => {
      if (change !== 'start') return makeChange({ id, countdown_until }, change);
      askToNotify();
      if (hasBar) awaitBar(id);
      followStart(await startCampaign(id), { undo: hasBar ? undefined : () => undo(id) });
      return 0;
    },
    meta: {
      done: (closed: number, change: CampaignChange) =>
        withClosed(isDeletion(change) ? deletedText(change) : DONE[change], closed),
      failure: (change: CampaignChange) => (isDeletion(change) ? 'Failed to delete campaign' : CHANGE_FAILED),
    },
    ...optimistic<CampaignChange>({
      mutationKey: campaignChangeKey(id),
      queries: campaignKeys.all,
      show: (change) => {
        if (isDeletion(change)) dropCampaign(id);
        else patchCampaign(id, change === 'start' ? startPatch() : PATCHES[change]);
      },
      refetch: [campaignKeys.all],
    }),
  });
}

const DONE: Record<Exclude<CampaignChange, Deletion>, string> = {
  // It is told at the end of its countdown.
  start: '',
  pause: PAUSED,
  stop: 'Campaign stopped.',
};

const deletedText = ({ stops }: Deletion) => (stops ? 'Campaign stopped and deleted.' : 'Campaign deleted.');

/** The bar is there at once. */
function startPatch(): Partial<Campaign> {
  const seconds = queryClient.getQueryData(settingsQuery.queryKey)?.limits.undo_seconds;
  const counting = seconds !== undefined && {
    stage: 'starting' as const,
    countdown_until: new Date(serverNow() + seconds * 1000).toISOString(),
  };
  return {
    status: 'running',
    stage: null,
    start_at: null,
    paused_reason: null,
    standstill: null,
    ...counting,
  };
}

const NOT_COUNTING = { stage: null, countdown_until: null };

const PATCHES: Record<'pause' | 'stop', Partial<Campaign>> = {
  pause: {
    ...NOT_COUNTING,
    status: 'paused',
    next_send_at: null,
    waiting_reason: null,
    waiting_until: null,
    standstill: { kind: 'by_you', words: 'by you' },
  },
  stop: {
    ...NOT_COUNTING,
    status: 'completed',
    next_send_at: null,
    waiting_reason: null,
    waiting_until: null,
    standstill: null,
  },
};

async function makeChange(
  { id, countdown_until = null }: Changed,
  change: Exclude<CampaignChange, 'start'>,
): Promise<number> {
  const params = { id };
  const wasStarting =
    leaveStart(id) || (countdown_until !== null && Date.parse(countdown_until) > serverNow());
  if (change === 'pause') return pauseCampaign(id);
  if (change === 'stop') {
    // The stop call ends sending at once, the status call completes it (docs/behaviour.md#campaigns). In the seconds after
    // a start nothing is sent, and the stop call alone would undo the start.
    const { profilesClosed } = wasStarting
      ? { profilesClosed: 0 }
      : await call('POST /api/campaigns/{id}/stop', { params });
    await call('PUT /api/campaigns/{id}/status', { params, body: { status: 'completed' } });
    return profilesClosed;
  }
  await call('DELETE /api/campaigns/{id}', { params, body: { keep_sent: change.keepsSent } });
  return 0;
}

function isDeletion(change: CampaignChange): change is Deletion {
  return typeof change === 'object';
}
