import type { Deps } from '../../deps.ts';
import { forEachIsolated } from '../../isolate.ts';
import { type Cleanup, cleanUpAfter, endCleanup, findCleanups } from './cleanup-queries.ts';

const BATCH = 5_000;
const BEFORE_ALL_NAMES = '';

/**
 * Takes deleted fields and tags from people, in batches of one short transaction each, until nobody has one or the
 * signal is aborted (docs/behaviour.md#fields). For a timer; the next call finds what a crash left. They show nowhere
 * meanwhile, because what is shown is read by the fields and tags that there are.
 */
export async function removeFieldsAndTags(
  deps: Pick<Deps, 'asUser' | 'readAsSystem' | 'log'>,
  signal?: AbortSignal,
): Promise<void> {
  const cleanups = await deps.readAsSystem('finding deleted fields and tags', findCleanups);
  const failure = 'A deleted field or tag could not be taken from people.';
  await forEachIsolated(cleanups, { log: deps.log, failure, signal }, (cleanup) =>
    cleanUp(deps, cleanup, signal),
  );
}

async function cleanUp(deps: Pick<Deps, 'asUser'>, cleanup: Cleanup, signal?: AbortSignal): Promise<void> {
  let after: string | null = BEFORE_ALL_NAMES;
  let left = 0;
  while (after !== null) {
    if (signal?.aborted) return;
    const batch: { after: string; limit: number } = { after, limit: BATCH };
    const { last, passed_over } = await deps.asUser(cleanup.user_id, (tx) =>
      cleanUpAfter(tx, { ...cleanup, ...batch }),
    );
    after = last;
    left += passed_over;
  }
  if (left === 0) await deps.asUser(cleanup.user_id, (tx) => endCleanup(tx, cleanup));
}
