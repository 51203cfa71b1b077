import type { Recipient } from '@pigeonpost/contract/calls/recipients';
import { useQueryClient } from '@tanstack/react-query';
import { campaignsAtWorkQuery } from '../../campaign-state/campaign-queries.ts';
import { confirm } from '../../ui/feedback/confirm.ts';
import { toast } from '../../ui/feedback/toast.ts';

/** Whether a change of recipients can be undone, and its texts (docs/behaviour.md#undo). */
export function useUndo() {
  const queries = useQueryClient();
  /** Whether a started campaign has still to write to one of them: once not pending, they leave it for good. */
  const leaveCampaign = (recipients: Recipient[]) => {
    const started = queries
      .getQueryData(campaignsAtWorkQuery.queryKey)
      ?.filter(({ status }) => status !== 'pending');
    return recipients.some(
      ({ list_id, status }) =>
        status === 'pending' && started?.some((campaign) => campaign.list_id === list_id),
    );
  };
  /** Do-not-contact would keep a deleted name out of its list. */
  const canRestore = (recipient: Recipient) => !recipient.do_not_contact && !leaveCampaign([recipient]);
  /** `missing` says what an undo could not restore, if anything. */
  const takeBack = async <Done>(
    undo: () => Promise<Done>,
    missing: (done: Done) => string | undefined = () => undefined,
  ) => {
    try {
      const words = missing(await undo());
      if (words) toast.warning(words);
      else toast.success('Taken back.');
    } catch (error) {
      toast.failure(error, 'It could not be taken back');
    }
  };
  return { leaveCampaign, canRestore, takeBack };
}

/** Asks before setting a status that removes recipients from a started campaign. */
export async function askToSetStatus(who: string): Promise<boolean> {
  const agreed = await confirm({
    title: `Set the status of ${who}?`,
    body: 'Those whom a started campaign has not written to yet leave that campaign for good.',
    confirmLabel: 'Set status',
  });
  return agreed !== false;
}
