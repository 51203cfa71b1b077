import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import type { ProfilePerformance } from '@pigeonpost/contract/calls/profiles';
import { pendingOf } from '@pigeonpost/contract/campaigns';
import { useSubscriptionActive } from '../../api/session.ts';
import { formatCount, formatNoun } from '../../format/format-number.ts';
import { confirm, type Question } from '../../ui/feedback/confirm.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { askToDelete } from './ask-to-delete.ts';
import { type CampaignChange, useChangeCampaign } from './change-campaign.ts';
import { followCampaign } from './follow-campaign.ts';

const NOBODY_LEFT = 'Nobody in this list is left to write to';

/** What can be done with a campaign; each says how it went, and is true when it was done. */
export function useCampaignActions(campaign: Campaign) {
  const { id, status } = campaign;
  const { mutateAsync, isPending } = useChangeCampaign(id);

  const change = async (what: CampaignChange, done: string, failure = 'Failed to update campaign status') => {
    if (isPending) return false;
    try {
      const closed = await mutateAsync(what);
      toast.success(closed > 0 ? `${done} ${formatNoun(closed, 'profile')} closed.` : done);
      return true;
    } catch (error) {
      toast.failure(error, failure);
      return false;
    }
  };

  const start = () => change('start', 'Campaign started.');
  const pause = () => change('pause', 'Campaign paused.');

  const stop = async () => {
    const agreed = await confirm(followCampaign(campaign, stopQuestion));
    return agreed ? change('stop', 'Campaign stopped.') : false;
  };

  /** `leave` leads away from the campaign's page, before it is gone. */
  const remove = async (leave?: () => Promise<void>) => {
    const deletion = await askToDelete(campaign);
    if (!deletion) return false;
    await leave?.();
    const done = status === 'running' ? 'Campaign stopped and deleted.' : 'Campaign deleted.';
    return change(deletion, done, 'Failed to delete campaign');
  };

  return { start, pause, stop, remove };
}

function stopQuestion(campaign: Campaign): Question {
  const { name, total_list } = campaign;
  const pending = pendingOf(campaign);
  return {
    title: `Stop ${name}?`,
    body: `${formatCount(total_list - pending)} of ${formatNoun(total_list, 'recipient')} are done. The other ${formatCount(pending)} get no message and stay pending in the list. A stopped campaign cannot be started again.`,
    confirmLabel: 'Stop campaign',
  };
}

/**
 * Why Start is off, where it is: the server would refuse it for the same reason. What its profiles do elsewhere is known
 * on its own page only.
 */
export function useStartOffReason(
  { id, status, total_list, profiles_able, standstill }: Campaign,
  profiles: ProfilePerformance[] = [],
): string | undefined {
  if (!useSubscriptionActive()) return 'Renew to start campaigns';
  if (status === 'pending' && total_list === 0) return NOBODY_LEFT;
  if (profiles_able === 0) return noneAble(profiles, standstill);
  const taken = profiles.find(
    ({ deleted_at, running_campaign }) => !deleted_at && running_campaign && running_campaign.id !== id,
  );
  return taken && `Off while ${taken.profile_name} sends in ${taken.running_campaign?.name}`;
}

function noneAble(profiles: ProfilePerformance[], standstill: Campaign['standstill']): string {
  const left = profiles.filter(({ deleted_at }) => !deleted_at);
  if (left.some((row) => row.blocked_at || row.signed_out_at)) return 'Off until a profile is resumed';
  if (left.length > 0) return 'Off until a profile is switched on';
  return standstill?.kind === 'profiles' ? `Off: ${standstill.words}` : 'Off: none of its profiles can send';
}
