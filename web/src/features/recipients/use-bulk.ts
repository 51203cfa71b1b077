import type { RecipientBulkAction, RecipientStatus } from '@pigeonpost/contract/recipients';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNoun } from '../../format/format-number.ts';
import { confirm } from '../../ui/feedback/confirm.ts';
import { reasonOf } from '../../ui/feedback/failure.ts';
import { toast } from '../../ui/feedback/toast.ts';
import {
  changeByIds,
  restoreByIds,
  seenRecipients,
  useDeleteRecipients,
  useRestoreRecipients,
  useSetRecipientStatus,
} from './api.ts';
import { type BulkFailure, runInCalls } from './bulk-run.ts';
import { askToSetStatus, useUndo } from './undo.ts';

/** A running bulk action: 'Deleting', 12 of 300. */
export type BulkState = { verb: string; done: number; of: number };

type Bulk = {
  action: RecipientBulkAction;
  verb: string;
  failure: string;
  /** Reports the result, such as '4 recipients deleted.' */
  onSuccess: () => void;
  start: (run: () => Promise<unknown>) => Promise<unknown>;
};

/** The bulk actions on the selected recipients; those that are not changed come back and stay selected. */
export function useBulk(list_id: number, select: (ids: number[]) => void) {
  const queries = useQueryClient();
  const [state, setState] = useState<BulkState>();
  const statusSetting = useSetRecipientStatus();
  const deleting = useDeleteRecipients();
  const restoring = useRestoreRecipients();
  const { leaveCampaign, canRestore, takeBack } = useUndo();
  const run = async (ids: number[], { action, verb, onSuccess, failure, start }: Bulk) => {
    let failed: BulkFailure | undefined;
    select([]);
    setState({ verb, done: 0, of: ids.length });
    await start(async () => {
      failed = await runInCalls({
        ids,
        make: (some) => changeByIds({ list_id, ids: some, action }),
        onProgress: (done) => setState({ verb, done, of: ids.length }),
      });
    });
    setState(undefined);
    if (!failed) return onSuccess();
    select(failed.ids);
    const left = failed.ids.length;
    const reason = failed.error === undefined ? busyReason(left) : reasonOf(failed.error);
    toast.error(failure, `${left} of ${ids.length}. ${reason}`.trim());
  };
  const set = (ids: number[], status: RecipientStatus, onSuccess: () => void) =>
    run(ids, {
      action: status,
      verb: 'Updating',
      onSuccess,
      failure: 'Failed to update some recipients',
      start: (make) => statusSetting.mutateAsync({ ids, status, run: make }),
    });
  const setStatus = async (ids: number[], status: RecipientStatus) => {
    const names = formatNoun(ids.length, 'recipient');
    const before = seenRecipients(queries, ids);
    const isUndoable = before.length === ids.length && !leaveCampaign(before);
    if (!isUndoable && !(await askToSetStatus(names))) return;
    const restore = async () => {
      for (const [was, group] of Map.groupBy(before, (one) => one.status)) {
        await set(
          group.map(({ id }) => id),
          was,
          () => {},
        );
      }
    };
    await set(ids, status, () => {
      if (isUndoable) toast.undo(`${names} updated.`, () => takeBack(restore));
      else toast.success(`${names} updated.`);
    });
  };
  const restore = async (ids: number[]) => {
    let failed: BulkFailure | undefined;
    let restored = 0;
    const onProgress = (done: number) => setState({ verb: 'Putting back', done, of: ids.length });
    onProgress(0);
    await restoring.mutateAsync(async () => {
      failed = await runInCalls({
        ids,
        make: async (some) => {
          restored += (await restoreByIds({ list_id, ids: some })).restored;
          return [];
        },
        onProgress,
      });
    });
    setState(undefined);
    if (failed) throw failed.error;
    return restored;
  };
  const remove = async (ids: number[]) => {
    const names = formatNoun(ids.length, 'recipient');
    const before = seenRecipients(queries, ids);
    const isUndoable = before.length === ids.length && before.every(canRestore);
    const missing = (restored: number) =>
      restored < ids.length
        ? `${restored} of ${names} taken back. The others are in the list again, or on do-not-contact.`
        : undefined;
    const agreed = await confirm({
      title: `Delete ${names}?`,
      body: 'The recipients are removed from this list. What was sent stays in the numbers.',
      confirmLabel: `Delete ${names}`,
    });
    if (!agreed) return;
    await run(ids, {
      action: 'delete',
      verb: 'Deleting',
      onSuccess: () => {
        if (isUndoable) toast.undo(`${names} deleted.`, () => takeBack(() => restore(ids), missing));
        else toast.success(`${names} deleted.`);
      },
      failure: 'Failed to delete some recipients',
      start: (make) => deleting.mutateAsync({ ids, run: make }),
    });
  };
  return { state, setStatus, remove };
}

function busyReason(count: number): string {
  return `A message to ${count === 1 ? 'this recipient' : 'them'} is being sent right now. Try again in a moment.`;
}
