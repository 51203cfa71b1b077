import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { pendingOf } from '@pigeonpost/contract/campaigns';
import { ApiError } from '@pigeonpost/contract/client';
import { showAtOnce } from '../../api/change-at-once.ts';
import { call } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { confirm } from '../../ui/confirm.ts';
import { errorText } from '../../ui/error-text.ts';
import { formatCount, formatNoun } from '../../ui/format-number.ts';
import { toast } from '../../ui/toast.ts';
import { dropCampaign, patchCampaign, refreshCampaigns } from './campaign-cache.ts';

const changing = new Set<number>();

/** Whether an action on this campaign is under way: what is shown already is what it leads to. */
export function isChanging(id: number): boolean {
  return changing.has(id);
}

/** Starts a pending campaign, or goes on with a paused one. */
export function startCampaign({ id }: Campaign): Promise<boolean> {
  return change(id, {
    show: () => patchCampaign(id, { status: 'running', paused_reason: null }),
    make: () => call('POST /api/campaigns/{id}/start', { params: { id } }),
    done: 'Campaign started.',
    failure: 'Failed to update campaign status',
  });
}

/** Pauses: the stop call shuts the door to sending, the status follows (spec 1, section 4). */
export function pauseCampaign({ id }: Campaign): Promise<boolean> {
  return change(id, {
    show: () => patchCampaign(id, { status: 'paused', next_send_at: null }),
    make: () => stopThen(id, 'paused'),
    done: 'Campaign paused.',
    failure: 'Failed to update campaign status',
  });
}

/** Ends a campaign early, after asking. */
export async function stopCampaign(campaign: Campaign): Promise<boolean> {
  const { id, name, total_list } = campaign;
  const pending = pendingOf(campaign);
  const agreed = await confirm({
    title: `Stop ${name}?`,
    body: `${formatCount(total_list - pending)} of ${formatNoun(total_list, 'recipient')} are done. The other ${formatCount(pending)} get no message and stay pending in the list. A stopped campaign cannot be started again.`,
    confirmLabel: 'Stop campaign',
  });
  if (!agreed) return false;
  return change(id, {
    show: () => patchCampaign(id, { status: 'completed', next_send_at: null }),
    make: () => stopThen(id, 'completed'),
    done: 'Campaign stopped.',
    failure: 'Failed to update campaign status',
  });
}

/** Deletes a campaign, after asking. `leave` leads away from its page, before it is gone. */
export async function deleteCampaign(campaign: Campaign, leave?: () => Promise<void>): Promise<boolean> {
  const { id, name, status } = campaign;
  const agreed = await confirm({
    title: `Delete ${name}?`,
    body: deletionWords(campaign),
    confirmLabel: 'Delete campaign',
  });
  if (!agreed) return false;
  return change(id, {
    show: async () => {
      await leave?.();
      dropCampaign(id);
    },
    make: () => call('DELETE /api/campaigns/{id}', { params: { id } }),
    done: status === 'running' ? 'Campaign stopped and deleted.' : 'Campaign deleted.',
    failure: 'Failed to delete campaign',
  });
}

/** Lets a blocked profile send again, in every campaign. */
export async function resumeProfile(profile: { profile_id: number; profile_name: string }): Promise<void> {
  try {
    await call('PUT /api/profiles/{id}/resume', { params: { id: profile.profile_id } });
    toast.success(`${profile.profile_name} sends again.`);
  } catch (error) {
    sayFailure(error, 'Failed to update profile status');
  }
  await Promise.all([refreshCampaigns(), queryClient.invalidateQueries({ queryKey: ['profiles'] })]);
}

function deletionWords({ status, total_list, total_sent, list_name }: Campaign): string {
  const back = `Its ${formatNoun(total_list, 'recipient')} in ${list_name} go back to pending`;
  const read = total_sent > 0 ? `, also the ${formatCount(total_sent)} who got the message` : '';
  return `${status === 'running' ? 'It stops at once. ' : ''}${back}${read}. The log goes; the daily numbers stay.`;
}

async function stopThen(id: number, status: 'paused' | 'completed'): Promise<void> {
  await call('POST /api/campaigns/{id}/stop', { params: { id } });
  await call('PUT /api/campaigns/{id}/status', { params: { id }, body: { status } });
}

type Change = {
  show: () => void | Promise<void>;
  make: () => Promise<unknown>;
  done: string;
  failure: string;
};

/** Shows the change at once and makes it; when that fails, takes it back and says why. True when it was made. */
async function change(id: number, { show, make, done, failure }: Change): Promise<boolean> {
  if (changing.has(id)) return false;
  changing.add(id);
  const refetch = () => {
    changing.delete(id);
    return refreshCampaigns();
  };
  try {
    await showAtOnce({ queryKey: ['campaigns'], show, make, refetch });
    toast.success(done);
    return true;
  } catch (error) {
    sayFailure(error, failure);
    return false;
  }
}

/** The server's sentence, or the specified one; a conflict names its profiles and stays for 6 s. */
export function sayFailure(error: unknown, failure: string): void {
  const isConflict = error instanceof ApiError && error.body.conflicting_profiles !== undefined;
  toast[isConflict ? 'conflict' : 'error'](errorText(error, failure));
}
