import {
  type RecipientBulkAction,
  type RecipientFilter,
  VALUE_ACTION,
} from '@pigeonpost/contract/recipients';
import { useState } from 'react';
import { formatNoun } from '../../format/format-number.ts';
import { confirm } from '../../ui/feedback/confirm.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { useChangeMatching } from './api.ts';
import { RECIPIENT_STATUS_OPTIONS } from './parts/recipient-status.tsx';
import { fullReason, TAG_WORDS, type TagChange } from './tag-words.ts';
import type { BulkState } from './use-bulk.ts';
import { noRoomReason, VALUE_WORDS, type ValueChange } from './values/value-words.ts';

type Matching = {
  list_id: number;
  status: RecipientFilter | undefined;
  search: string;
  where: string | undefined;
  total: number;
};

type Run = {
  change: Parameters<ReturnType<typeof useChangeMatching>['mutateAsync']>[0]['change'];
  verb: string;
  /** Reports the result, such as '4 recipients deleted.' */
  done: (recipients: string) => string;
  failure: string;
  /** Why some are as they were. */
  reason?: (count: number) => string;
};

/** The bulk actions on all matches, which cannot be undone: all but those with tags and values, which have a dialog, ask first. */
export function useBulkMatching({ total, ...matching }: Matching, onDone: () => void) {
  const [state, setState] = useState<BulkState>();
  const { mutateAsync } = useChangeMatching();
  const run = async ({ change, verb, done, failure, reason = fullReason }: Run) => {
    setState({ verb, done: 0, of: total });
    onDone();
    try {
      const onProgress = (count: number) => setState({ verb, done: count, of: Math.max(total, count) });
      const { changed, busy, full } = await mutateAsync({ ...matching, change, onProgress });
      const words = done(formatNoun(changed, 'recipient'));
      if (busy > 0) toast.warning(`${words} ${busy} left alone: a message to them is being sent.`);
      else if (full > 0) toast.warning(`${words} ${full} left alone. ${reason(full)}`);
      else toast.success(words);
    } catch (error) {
      toast.failure(error, failure);
    }
    setState(undefined);
  };
  const change = async (action: RecipientBulkAction) => {
    if (!(await confirm(questionOf(action, formatNoun(total, 'recipient'))))) return;
    const isDelete = action === 'delete';
    await run({
      change: { action },
      verb: isDelete ? 'Deleting' : 'Updating',
      done: (recipients) => `${recipients} ${isDelete ? 'deleted' : 'updated'}.`,
      failure: isDelete ? 'Failed to delete some recipients' : 'Failed to update some recipients',
    });
  };
  const tag = ({ action, tag: { id, name } }: TagChange) => {
    const { verb, done, failure } = TAG_WORDS[action];
    return run({
      change: { action, tag_id: id },
      verb,
      done: (recipients) => done(recipients, name),
      failure,
    });
  };
  const setValue = (wanted: ValueChange) =>
    run({
      change: { action: VALUE_ACTION, field_id: wanted.field.id, value: wanted.value },
      verb: VALUE_WORDS.verb,
      done: (recipients) => VALUE_WORDS.done(recipients, wanted),
      failure: VALUE_WORDS.failure,
      reason: noRoomReason,
    });
  return { state, change, tag, setValue };
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
