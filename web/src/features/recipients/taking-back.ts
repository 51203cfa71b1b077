import type { Recipient } from '@pigeonpost/contract/calls/recipients';
import { useQueryClient } from '@tanstack/react-query';
import { errorText } from '../../ui/feedback/error-text.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { campaignsAtWorkQuery } from '../campaigns/api.ts';

/** Whether a change of recipients can be taken back, and how that is said (docs/behaviour.md#undo). */
export function useTakingBack() {
  const queries = useQueryClient();
  /** Not where a started campaign loses somebody for good, nor where do-not-contact keeps a name out. */
  const canTakeBack = (recipients: Recipient[]) => {
    const started = queries
      .getQueryData(campaignsAtWorkQuery.queryKey)
      ?.filter(({ status }) => status !== 'pending');
    return recipients.every(
      ({ list_id, status, do_not_contact }) =>
        !do_not_contact &&
        (status !== 'pending' || !started?.some((campaign) => campaign.list_id === list_id)),
    );
  };
  const takeBack = async (undo: () => Promise<unknown>) => {
    try {
      await undo();
      toast.success('Taken back.');
    } catch (error) {
      toast.error(errorText(error, 'It could not be taken back'));
    }
  };
  return { canTakeBack, takeBack };
}
