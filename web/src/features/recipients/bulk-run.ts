import { RECIPIENT_IDS_MAX } from '@pigeonpost/contract/limits';

type BulkRun = {
  ids: readonly number[];
  /** The call of up to 100 rows; gives those that it left as they were. */
  make: (ids: number[]) => Promise<readonly number[]>;
  onProgress: (done: number) => void;
};

/** The rows of a run that are not changed, and why: a failed call, or undefined where it only left some alone. */
export type BulkFailure = { ids: number[]; error: unknown };

/** Makes one call for each 100 rows, one after the other, until one fails. Undefined if every row was changed. */
export async function runInCalls({ ids, make, onProgress }: BulkRun): Promise<BulkFailure | undefined> {
  const left: number[] = [];
  for (let done = 0; done < ids.length; done += RECIPIENT_IDS_MAX) {
    try {
      left.push(...(await make(ids.slice(done, done + RECIPIENT_IDS_MAX))));
    } catch (error) {
      return { ids: [...left, ...ids.slice(done)], error };
    }
    onProgress(Math.min(done + RECIPIENT_IDS_MAX, ids.length));
  }
  return left.length > 0 ? { ids: left, error: undefined } : undefined;
}
