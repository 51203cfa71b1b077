import type { Deps } from '../../deps.ts';
import { forEachIsolated } from '../../isolate.ts';
import { deleteField, dropValuesAfter, findDeletedFields } from './queries.ts';

const BATCH = 5_000;
const BEFORE_ALL_NAMES = '';

/**
 * Takes the values of deleted fields away, in batches of one short transaction each, until none is left or the signal is
 * aborted. For a timer; the next call finds what a crash left. Nothing shows a deleted field's values meanwhile.
 */
export async function removeDeletedFields(
  deps: Pick<Deps, 'asUser' | 'readAsSystem' | 'log'>,
  signal?: AbortSignal,
): Promise<void> {
  const fields = await deps.readAsSystem('finding deleted fields', findDeletedFields);
  const failure = 'The values of a deleted field could not be removed.';
  await forEachIsolated(fields, { log: deps.log, failure, signal }, async (field) => {
    let after: string | undefined = BEFORE_ALL_NAMES;
    while (after !== undefined && !signal?.aborted) {
      const batch = { ...field, after, limit: BATCH };
      after = await deps.asUser(field.user_id, async (tx) => {
        const last = await dropValuesAfter(tx, batch);
        if (last === undefined) await deleteField(tx, field);
        return last;
      });
    }
  });
}
