import { useState } from 'react';
import { formatNoun } from '../../format/format-number.ts';
import { reasonOf } from '../../ui/feedback/failure.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { tagByIds, useTagRecipients } from './api.ts';
import { type BulkFailure, runInCalls } from './bulk-run.ts';
import { fullReason, TAG_WORDS, type TagChange } from './tag-words.ts';
import { useUndo } from './undo.ts';
import type { BulkState } from './use-bulk.ts';

type Tagged = {
  ids: number[];
  /** '3 recipients', or the name of one. */
  who: string;
  /** Gets those that are not changed, to select them again. */
  onLeft?: (ids: number[]) => void;
};

/** Puts a tag on recipients of a list, or takes it off; undone only for those whose tags changed. */
export function useBulkTag(list_id: number) {
  const [state, setState] = useState<BulkState>();
  const { mutateAsync } = useTagRecipients();
  const { takeBack } = useUndo();
  const run = async (ids: number[], { action, tag: { id: tag_id } }: TagChange) => {
    const { verb } = TAG_WORDS[action];
    const changed: number[] = [];
    let failed: BulkFailure | undefined;
    setState({ verb, done: 0, of: ids.length });
    const make = async (some: number[]) => {
      const answer = await tagByIds({ list_id, ids: some, action, tag_id });
      changed.push(...answer.changed);
      return answer.full;
    };
    const onProgress = (done: number) => setState({ verb, done, of: ids.length });
    await mutateAsync({
      ids,
      action,
      tag_id,
      run: async () => {
        failed = await runInCalls({ ids, make, onProgress });
      },
    });
    setState(undefined);
    return { changed, failed };
  };
  const undo = async (ids: number[], { action, tag }: TagChange) => {
    const { failed } = await run(ids, { action: TAG_WORDS[action].undo, tag });
    if (failed) throw failed.error ?? new Error(fullReason(failed.ids.length));
  };
  const change = async ({ ids, who, onLeft }: Tagged, wanted: TagChange) => {
    const { done, nothing, failure } = TAG_WORDS[wanted.action];
    const { changed, failed } = await run(ids, wanted);
    const { name } = wanted.tag;
    if (changed.length > 0) {
      const those = changed.length === ids.length ? who : formatNoun(changed.length, 'recipient');
      toast.undo(done(those, name), () => takeBack(() => undo(changed, wanted)));
    } else if (!failed) toast.warning(nothing(who, name));
    if (!failed) return;
    onLeft?.(failed.ids);
    const left = failed.ids.length;
    const reason = failed.error === undefined ? fullReason(left) : reasonOf(failed.error);
    toast.error(failure, `${left} of ${ids.length}. ${reason}`);
  };
  return { state, change };
}
