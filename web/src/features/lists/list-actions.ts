import type { List } from '@pigeonpost/contract/calls/lists';
import { formatNoun } from '../../format/format-number.ts';
import { confirm, following, type Question } from '../../ui/feedback/confirm.ts';
import { listQuery, useDeleteList } from './api.ts';

/** Asks, and deletes a list; one that a campaign needs is refused with its name. */
export function useRemoveList(list: List): () => Promise<void> {
  const { id } = list;
  const { mutate } = useDeleteList();
  return async () => {
    // While the question is open recipients may be added, and a campaign may begin to write to them.
    const follows = following(listQuery(id), questionOf);
    if (await confirm({ ...questionOf(list), follows })) mutate(id);
  };
}

function questionOf({ name, recipient_count, running_campaign: user }: List): Question {
  const goes =
    recipient_count > 0
      ? `The list and its ${formatNoun(recipient_count, 'recipient')} will be deleted for good. Finished campaigns keep their numbers.`
      : 'The list will be deleted for good. It has no recipients.';
  return {
    title: `Delete “${name}”?`,
    body: user ? `${user.name} writes to it now: it cannot be deleted before that has ended.` : goes,
    confirmLabel: 'Delete list',
  };
}
