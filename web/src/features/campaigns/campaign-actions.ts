import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { NOBODY_PENDING, pendingOf } from '@pigeonpost/contract/campaigns';
import { useSubscriptionActive } from '../../api/session.ts';
import { formatCount, formatNoun } from '../../format/format-number.ts';
import { confirm } from '../../ui/feedback/confirm.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { askToDelete } from './ask-to-delete.ts';
import { type CampaignChange, useChangeCampaign } from './change-campaign.ts';

/** What can be done with a campaign; each says how it went, and is true when it was done. */
export function useCampaignActions(campaign: Campaign) {
  const { id, name, status, total_list } = campaign;
  const { mutateAsync, isPending } = useChangeCampaign(id);

  const change = async (what: CampaignChange, done: string, failure = 'Failed to update campaign status') => {
    if (isPending) return false;
    try {
      await mutateAsync(what);
      toast.success(done);
      return true;
    } catch (error) {
      toast.failure(error, failure);
      return false;
    }
  };

  const start = () => change('start', 'Campaign started.');
  const pause = () => change('pause', 'Campaign paused.');

  const stop = async () => {
    const pending = pendingOf(campaign);
    const agreed = await confirm({
      title: `Stop ${name}?`,
      body: `${formatCount(total_list - pending)} of ${formatNoun(total_list, 'recipient')} are done. The other ${formatCount(pending)} get no message and stay pending in the list. A stopped campaign cannot be started again.`,
      confirmLabel: 'Stop campaign',
    });
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

/** Why Start is off, where it is: the server would refuse it for the same reason. */
export function useStartOffReason({ status, total_list }: Campaign): string | undefined {
  if (!useSubscriptionActive()) return 'Renew to start campaigns';
  return status === 'pending' && total_list === 0 ? NOBODY_PENDING : undefined;
}
