import type { Recipient } from '@pigeonpost/contract/calls/recipients';
import type { RecipientStatus } from '@pigeonpost/contract/recipients';
import { confirm } from '../../ui/feedback/confirm.ts';
import { errorText } from '../../ui/feedback/error-text.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { useAddDoNotContact } from '../do-not-contact/api.ts';
import { useDeleteRecipients, useSetRecipientStatus } from './api.ts';

/** What can be done with one recipient; each says how it went. */
export function useRecipientActions({ id, recipient }: Recipient) {
  const statusSetting = useSetRecipientStatus();
  const deleting = useDeleteRecipients();
  const stopping = useAddDoNotContact();
  const onlyThis = { ids: [id], run: (one: (id: number) => Promise<unknown>) => one(id) };

  const setStatus = async (status: RecipientStatus) => {
    try {
      await statusSetting.mutateAsync({ ...onlyThis, status });
      toast.success('Status changed.');
    } catch (error) {
      toast.error(errorText(error, 'Failed to update some recipients'));
    }
  };

  const remove = async () => {
    const agreed = await confirm({
      title: `Delete @${recipient}?`,
      body: 'The recipient is removed from this list. What was sent stays in the numbers.',
      confirmLabel: 'Delete recipient',
    });
    if (!agreed) return;
    try {
      await deleting.mutateAsync(onlyThis);
      toast.success('Recipient deleted.');
    } catch (error) {
      toast.error(errorText(error, 'Failed to delete recipient'));
    }
  };

  /** Every campaign skips the name from then on. */
  const stopContact = async () => {
    try {
      await stopping.mutateAsync(recipient);
      toast.success(`@${recipient} is on your do-not-contact list.`);
    } catch (error) {
      toast.error(errorText(error, 'Failed to add the name'));
    }
  };

  return { setStatus, remove, stopContact };
}
