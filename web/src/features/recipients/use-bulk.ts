import type { RecipientStatus } from '@pigeonpost/contract/recipients';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNoun } from '../../format/format-number.ts';
import { confirm } from '../../ui/feedback/confirm.ts';
import { reasonOf } from '../../ui/feedback/failure.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { seenRecipients, useDeleteRecipients, useRestoreRecipients, useSetRecipientStatus } from './api.ts';
import { type BulkFailure, runForEach } from './bulk-run.ts';
import { askToSetStatus, useUndo } from './undo.ts';

/** A running bulk action: 'Deleting', 12 of 300. */
export type BulkState = { verb: string; done: number; of: number };

type Bulk = {
  verb: string;
  failure: string;
  /** Reports the result, such as '4 recipients deleted.' */
  onSuccess: () => void;
  start: (make: (one: (id: number) => Promise<unknown>) => Promise<unknown>) => Promise<unknown>;
};

/** The bulk actions on the selected recipients; failed ones come back and stay selected. */
export function useBulk(select: (ids: number[]) => void) {
  const queries = useQueryClient();
  const [state, setState] = useState<BulkState>();
  const statusSetting = useSetRecipientStatus();
  const deleting = useDeleteRecipients();
  const restoring = useRestoreRecipients();
  const { leaveCampaign, canRestore, takeBack } = useUndo();
  const run = async (ids: number[], { verb, onSuccess, failure, start }: Bulk) => {
    let failed: BulkFailure | undefined;
    select([]);
    setState({ verb, done: 0, of: ids.length });
    await start(async (make) => {
      failed = await runForEach({
        ids,
        make,
        onProgress: (done) => setState({ verb, done, of: ids.length }),
      });
    });
    setState(undefined);
    if (!failed) return onSuccess();
    select(failed.ids);
    toast.error(failure, `${failed.ids.length} of ${ids.length}. ${reasonOf(failed.error)}`.trim());
  };
  const set = (ids: number[], status: RecipientStatus, onSuccess: () => void) =>
    run(ids, {
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
    const onProgress = (done: number) => setState({ verb: 'Putting back', done, of: ids.length });
    onProgress(0);
    await restoring.mutateAsync({
      ids,
      run: async (make) => {
        failed = await runForEach({ ids, make, onProgress });
      },
    });
    setState(undefined);
    if (failed) throw failed.error;
  };
  const remove = async (ids: number[]) => {
    const names = formatNoun(ids.length, 'recipient');
    const before = seenRecipients(queries, ids);
    const isUndoable = before.length === ids.length && before.every(canRestore);
    const agreed = await confirm({
      title: `Delete ${names}?`,
      body: 'The recipients are removed from this list. What was sent stays in the numbers.',
      confirmLabel: `Delete ${names}`,
    });
    if (!agreed) return;
    await run(ids, {
      verb: 'Deleting',
      onSuccess: () => {
        if (isUndoable) toast.undo(`${names} deleted.`, () => takeBack(() => restore(ids)));
        else toast.success(`${names} deleted.`);
      },
      failure: 'Failed to delete some recipients',
      start: (make) => deleting.mutateAsync({ ids, run: make }),
    });
  };
  return { state, setStatus, remove };
}
