import { cleanValue } from '@pigeonpost/contract/people/person-fields';
import { useState } from 'react';
import { formatNoun } from '../../../format/format-number.ts';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { setValueByIds, useSetValues } from '../api.ts';
import { type BulkFailure, runInCalls } from '../bulk-run.ts';
import { useUndo } from '../undo.ts';
import type { BulkState } from '../use-bulk.ts';
import { noRoomReason, VALUE_WORDS, type ValueChange } from './value-words.ts';

type Valued = {
  ids: number[];
  /** '3 recipients'. */
  who: string;
  /** Gets those that are not changed, to select them again. */
  onLeft: (ids: number[]) => void;
};

/** Gives recipients of a list a value, or takes it away; undone for those who were changed, each with the value before. */
export function useBulkValue(list_id: number) {
  const [state, setState] = useState<BulkState>();
  const { mutateAsync } = useSetValues();
  const { takeBack } = useUndo();
  const run = async (ids: number[], { field: { id: field_id }, value: typed }: ValueChange) => {
    const value = cleanValue(typed);
    const { verb } = VALUE_WORDS;
    const changed: { id: number; before: string }[] = [];
    let failed: BulkFailure | undefined;
    const onProgress = (done: number) => setState({ verb, done, of: ids.length });
    onProgress(0);
    const make = async (some: number[]) => {
      const answer = await setValueByIds({ list_id, ids: some, field_id, value });
      changed.push(...answer.changed);
      return answer.full;
    };
    await mutateAsync({
      ids,
      field_id,
      value,
      run: async () => {
        failed = await runInCalls({ ids, make, onProgress });
      },
    });
    setState(undefined);
    return { changed, failed };
  };
  const undo = async (changed: { id: number; before: string }[], { field }: ValueChange) => {
    for (const [value, group] of Map.groupBy(changed, ({ before }) => before)) {
      const ids = group.map(({ id }) => id);
      const { failed } = await run(ids, { field, value });
      if (failed) throw failed.error ?? new Error(noRoomReason(failed.ids.length));
    }
  };
  const change = async ({ ids, who, onLeft }: Valued, wanted: ValueChange) => {
    const { changed, failed } = await run(ids, wanted);
    if (changed.length > 0) {
      const those = changed.length === ids.length ? who : formatNoun(changed.length, 'recipient');
      toast.undo(VALUE_WORDS.done(those, wanted), () => takeBack(() => undo(changed, wanted)));
    } else if (!failed) toast.warning(VALUE_WORDS.nothing(who, wanted));
    if (!failed) return;
    onLeft(failed.ids);
    const left = failed.ids.length;
    const reason = failed.error === undefined ? noRoomReason(left) : reasonOf(failed.error);
    toast.error(VALUE_WORDS.failure, `${left} of ${ids.length}. ${reason}`);
  };
  return { state, change };
}
