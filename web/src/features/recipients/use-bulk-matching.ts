import type { RecipientBulkAction, RecipientFilter } from '@pigeonpost/contract/recipients';
import { useState } from 'react';
import { formatNoun } from '../../format/format-number.ts';
import { confirm } from '../../ui/feedback/confirm.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { useChangeMatching } from './api.ts';
import { RECIPIENT_STATUS_OPTIONS } from './parts/recipient-status.tsx';
import type { BulkState } from './use-bulk.ts';

type Matching = { list_id: number; status: RecipientFilter | undefined; search: string; total: number };

/** The bulk actions on all matches: they ask first, because they cannot be undone. */
export function useBulkMatching({ list_id, status, search, total }: Matching, onDone: () => void) {
  const [state, setState] = useState<BulkState>();
  const { mutateAsync } = useChangeMatching();
  const change = async (action: RecipientBulkAction) => {
    const isDelete = action === 'delete';
    if (!(await confirm(questionOf(action, formatNoun(total, 'recipient'))))) return;
    const verb = isDelete ? 'Deleting' : 'Updating';
    setState({ verb, done: 0, of: total });
    onDone();
    try {
      const onProgress = (done: number) => setState({ verb, done, of: Math.max(total, done) });
      const { changed, busy } = await mutateAsync({ list_id, action, status, search, onProgress });
      const words = `${formatNoun(changed, 'recipient')} ${isDelete ? 'deleted' : 'updated'}.`;
      if (busy > 0) toast.warning(`${words} ${busy} left alone: a message to them is being sent.`);
      else toast.success(words);
    } catch (error) {
      toast.failure(
        error,
        isDelete ? 'Failed to delete some recipients' : 'Failed to update some recipients',
      );
    }
    setState(undefined);
  };
  return { state, change };
}

function questionOf(action: RecipientBulkAction, names: string) {
  if (action === 'delete') {
    return {
      title: `Delete ${names}?`,
      body: 'Everybody who matches is removed from this list, not only those on this page. What was sent stays in the numbers. This cannot be undone.',
      confirmLabel: `Delete ${names}`,
    };
  }
  const words = RECIPIENT_STATUS_OPTIONS.find(({ value }) => value === action)?.words ?? action;
  return {
    title: `Set ${names} to ${words}?`,
    body: 'Everybody who matches is changed, not only those on this page. Those whom a started campaign has not written to yet leave it. This cannot be undone.',
    confirmLabel: `Set to ${words}`,
  };
}
