import { ApiError } from '@pigeonpost/contract/client';

// Few enough that the screen's own calls still get through.
const AT_ONCE = 4;

type BulkRun = {
  ids: readonly number[];
  /** The call of one row. */
  make: (id: number) => Promise<unknown>;
  onProgress: (done: number) => void;
};

/** The failed rows of a run, and the first reason. */
export type BulkFailure = { ids: number[]; error: unknown };

/**
 * Makes one call per row, a few at a time; a failure does not stop the others. After a 401, which ends the session, it
 * stops. Undefined if every call succeeded.
 */
export async function runForEach({ ids, make, onProgress }: BulkRun): Promise<BulkFailure | undefined> {
  const queue = [...ids];
  const failed: number[] = [];
  let error: unknown;
  let done = 0;
  const work = async () => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      try {
        await make(id);
      } catch (thrown) {
        failed.push(id);
        error ??= thrown;
        if (thrown instanceof ApiError && thrown.status === 401) failed.push(...queue.splice(0));
      }
      done += 1;
      onProgress(done);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, ids.length) }, work));
  return failed.length > 0 ? { ids: failed, error } : undefined;
}
