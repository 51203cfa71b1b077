import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { START_UNDONE, UNDO_OVER } from '@pigeonpost/contract/campaigns';
import { ApiError } from '@pigeonpost/contract/client';
import { useMutation } from '@tanstack/react-query';
import { settingsQuery } from '../account/settings.ts';
import { call } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { formatNoun } from '../format/format-number.ts';
import { campaignKeys } from '../query-keys.ts';
import { awaitBar, followStart, leaveStart } from './started.ts';

export const CHANGE_FAILED = 'Failed to update campaign status';
export const PAUSED = 'Campaign paused.';

/** What is told of a change, with the profiles that it closed. */
export function withClosed(done: string, closed: number): string {
  return done && closed > 0 ? `${done} ${formatNoun(closed, 'profile')} closed.` : done;
}

// The unanswered status calls after a pause, and the unanswered starts, by campaign.
const statusCalls = new Map<number, Promise<unknown>>();
const startCalls = new Map<number, Promise<unknown>>();

/**
 * Starts a campaign, for some seconds so that it can be undone (docs/behaviour.md#undo-a-start). It is sent after the
 * status call of an earlier pause, which would otherwise pause it again by arriving later.
 */
export async function startCampaign(id: number): Promise<Campaign> {
  await statusCalls.get(id);
  const undo_seconds = await findUndoSeconds();
  const started = call('POST /api/campaigns/{id}/start', { params: { id }, body: { undo_seconds } });
  const ended = started
    .catch(() => {})
    .finally(() => {
      if (startCalls.get(id) === ended) startCalls.delete(id);
    });
  startCalls.set(id, ended);
  return (await started).campaign;
}

/** Not by the query, whose fetch ends without an answer when a screen that uses it is left. */
async function findUndoSeconds(): Promise<number> {
  const known = queryClient.getQueryData(settingsQuery.queryKey) ?? (await call('GET /api/settings'));
  return known.limits.undo_seconds;
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

async function undoStart(id: number): Promise<void> {
  leaveStart(id);
  await startCalls.get(id);
  await call('POST /api/campaigns/{id}/undo-start', { params: { id } });
}

/** Undoes a start, whose own call may be under way. */
export function useUndoStart() {
  return useMutation({
    mutationFn: undoStart,
    meta: { done: `${START_UNDONE}.`, failure: 'Failed to undo the start' },
    onSettled: (_answer, _error, _id, _result, { client }) => {
      void client.invalidateQueries({ queryKey: campaignKeys.all });
    },
  });
}

/**
 * A pause in the seconds after a start, which undoes it. They may be over before the page knows: then it pauses, because
 * that was pressed.
 */
export function usePauseStart() {
  return useMutation({
    mutationFn: async (id: number) => {
      try {
        await undoStart(id);
        return `${START_UNDONE}.`;
      } catch (error) {
        if (!(error instanceof ApiError && error.code === UNDO_OVER)) throw error;
        return withClosed(PAUSED, await pauseCampaign(id));
      }
    },
    meta: { done: (text: string) => text, failure: CHANGE_FAILED },
    onSettled: (_answer, _error, _id, _result, { client }) => {
      void client.invalidateQueries({ queryKey: campaignKeys.all });
    },
  });
}

type StartNow = {
  /** The campaign's page comes next, which has a bar for the undo. */
  hasBar?: boolean;
  /** The text of the toast at the end. */
  done?: string;
};

/** Starts a campaign that is not shown as a row here, such as a new one. */
export function useStartNow({ hasBar = false, done }: StartNow = {}) {
  const { mutate: undo } = useUndoStart();
  return useMutation({
    mutationFn: startCampaign,
    meta: { failure: CHANGE_FAILED },
    onSuccess: (campaign) => {
      if (hasBar) awaitBar(campaign.id);
      followStart(campaign, { done, undo: hasBar ? undefined : () => undo(campaign.id) });
    },
    onSettled: (_answer, _error, _id, _result, { client }) => {
      void client.invalidateQueries({ queryKey: campaignKeys.all });
    },
  });
}
