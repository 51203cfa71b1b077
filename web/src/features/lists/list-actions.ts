import type { List } from '@pigeonpost/contract/calls/lists';
import { ApiError } from '@pigeonpost/contract/client';
import { confirm } from '../../ui/confirm.ts';
import { errorText } from '../../ui/error-text.ts';
import { formatNoun } from '../../ui/format-number.ts';
import { toast } from '../../ui/toast.ts';
import { deleteList } from './api.ts';

/** Asks, deletes a list, and says how it went; one that a campaign needs is refused with its name. */
export async function removeList({ id, name, recipient_count }: List): Promise<void> {
  const agreed = await confirm({
    title: `Delete “${name}”?`,
    body:
      recipient_count > 0
        ? `The list and its ${formatNoun(recipient_count, 'recipient')} are gone for good. Finished campaigns keep their numbers.`
        : 'The list is gone for good. Nobody is in it.',
    confirmLabel: 'Delete list',
  });
  if (!agreed) return;
  try {
    await deleteList(id);
    toast.success('List deleted.');
  } catch (error) {
    const isInUse = error instanceof ApiError && error.status === 409;
    toast[isInUse ? 'conflict' : 'error'](errorText(error, 'Failed to delete list'));
  }
}
