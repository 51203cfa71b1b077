import type { List } from '@pigeonpost/contract/calls/lists';
import { formatNoun } from '../../format/format-number.ts';
import { confirm } from '../../ui/feedback/confirm.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { useDeleteList } from './api.ts';

/** Asks, deletes a list, and says how it went; one that a campaign needs is refused with its name. */
export function useRemoveList({ id, name, recipient_count }: List): () => Promise<void> {
  const { mutateAsync } = useDeleteList();
  return async () => {
    const agreed = await confirm({
      title: `Delete “${name}”?`,
      body:
        recipient_count > 0
          ? `The list and its ${formatNoun(recipient_count, 'recipient')} will be deleted for good. Finished campaigns keep their numbers.`
          : 'The list will be deleted for good. It has no recipients.',
      confirmLabel: 'Delete list',
    });
    if (!agreed) return;
    try {
      await mutateAsync(id);
      toast.success('List deleted.');
    } catch (error) {
      toast.failure(error, 'Failed to delete list');
    }
  };
}
