import type { Recipient } from '@pigeonpost/contract/calls/recipients';
import { type RecipientStatus, shownName } from '@pigeonpost/contract/recipients';
import { confirm } from '../../ui/feedback/confirm.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { useAddDoNotContact, useDeleteDoNotContact } from '../do-not-contact/api.ts';
import {
  deleteRecipient,
  putStatus,
  restoreRecipient,
  useDeleteRecipients,
  useRestoreRecipients,
  useSetRecipientStatus,
} from './api.ts';
import { askToSetStatus, useUndo } from './undo.ts';

/** The actions on one recipient; each reports its result, and can be undone if that restores everything. */
export function useRecipientActions(recipient: Recipient) {
  const { id, recipient: name, status: before } = recipient;
  const statusSetting = useSetRecipientStatus();
  const deleting = useDeleteRecipients();
  const restoring = useRestoreRecipients();
  const stopping = useAddDoNotContact();
  const allowing = useDeleteDoNotContact();
  const { leaveCampaign, canRestore, takeBack } = useUndo();
  const set = (status: RecipientStatus) =>
    statusSetting.mutateAsync({ ids: [id], status, run: () => putStatus(id, status) });

  const setStatus = async (status: RecipientStatus) => {
    const isUndoable = !leaveCampaign([recipient]);
    if (!isUndoable && !(await askToSetStatus(shownName(name)))) return;
    try {
      await set(status);
      if (isUndoable) toast.undo('Status changed.', () => takeBack(() => set(before)));
      else toast.success('Status changed.');
    } catch (error) {
      toast.failure(error, 'Failed to update some recipients');
    }
  };

  const remove = async () => {
    const isUndoable = canRestore(recipient);
    if (!isUndoable && !(await askToDelete(name))) return;
    try {
      await deleting.mutateAsync({ ids: [id], run: () => deleteRecipient(id) });
      if (isUndoable)
        toast.undo(`${shownName(name)} deleted.`, () =>
          takeBack(() => restoring.mutateAsync(() => restoreRecipient(id))),
        );
      else toast.success('Recipient deleted.');
    } catch (error) {
      toast.failure(error, 'Failed to delete recipient');
    }
  };

  /** Every campaign skips the name from then on. */
  const stopContact = async () => {
    try {
      const { entry } = await stopping.mutateAsync(name);
      toast.undo(`${shownName(name)} is on your do-not-contact list.`, () =>
        takeBack(() => allowing.mutateAsync({ id: entry.id })),
      );
    } catch (error) {
      toast.failure(error, 'Failed to add the name');
    }
  };

  return { setStatus, remove, stopContact };
}

async function askToDelete(name: string): Promise<boolean> {
  const agreed = await confirm({
    title: `Delete ${shownName(name)}?`,
    body: 'The recipient is removed from this list, and leaves a campaign that has not written to them yet. What was sent stays in the numbers.',
    confirmLabel: 'Delete recipient',
  });
  return agreed !== false;
}
