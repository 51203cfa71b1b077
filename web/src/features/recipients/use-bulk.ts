import type { RecipientStatus } from '@pigeonpost/contract/recipients';
import { useState } from 'react';
import { formatNoun } from '../../format/format-number.ts';
import { confirm } from '../../ui/feedback/confirm.ts';
import { errorText } from '../../ui/feedback/error-text.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { useDeleteRecipients, useSetRecipientStatus } from './api.ts';
import { type BulkFailure, runForEach } from './bulk-run.ts';

/** A run that is under way: 'Deleting', 12 of 300. */
export type BulkState = { verb: string; done: number; of: number };

type Bulk = {
  verb: string;
  /** The success text, such as '4 recipients deleted.' */
  success: string;
  failure: string;
  start: (make: (one: (id: number) => Promise<unknown>) => Promise<unknown>) => Promise<unknown>;
};

/** The bulk actions on the selected recipients; those that fail come back and stay selected. */
export function useBulk(select: (ids: number[]) => void) {
  const [state, setState] = useState<BulkState>();
  const statusSetting = useSetRecipientStatus();
  const deleting = useDeleteRecipients();
  const run = async (ids: number[], { verb, success, failure, start }: Bulk) => {
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
    if (!failed) return toast.success(success);
    select(failed.ids);
    toast.error(formatFailure({ failure, failed, of: ids.length }));
  };
  const setStatus = (ids: number[], status: RecipientStatus) =>
    run(ids, {
      verb: 'Updating',
      success: `${formatNoun(ids.length, 'recipient')} updated.`,
      failure: 'Failed to update some recipients',
      start: (make) => statusSetting.mutateAsync({ ids, status, run: make }),
    });
  const remove = async (ids: number[]) => {
    const names = formatNoun(ids.length, 'recipient');
    const agreed = await confirm({
      title: `Delete ${names}?`,
      body: 'The recipients are removed from this list. What was sent stays in the numbers.',
      confirmLabel: `Delete ${names}`,
    });
    if (!agreed) return;
    await run(ids, {
      verb: 'Deleting',
      success: `${names} deleted.`,
      failure: 'Failed to delete some recipients',
      start: (make) => deleting.mutateAsync({ ids, run: make }),
    });
  };
  return { state, setStatus, remove };
}

function formatFailure({
  failure,
  failed,
  of,
}: {
  failure: string;
  failed: BulkFailure;
  of: number;
}): string {
  const reason = errorText(failed.error, '');
  return `${failure}: ${failed.ids.length} of ${of}.${reason ? ` ${reason}` : ''}`;
}
