import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { forgetNameInDeliveries, forgetNameInLog } from '../../engine/forget-name.ts';
import { showTests } from '../../engine/show-tests.ts';
import { forEachIsolated } from '../../isolate.ts';
import { deleteErasure, findNextCampaign, listErasures, noteDone } from './queries.ts';

// So that no transaction is long.
const ROWS_A_BATCH = 20_000;

/**
 * Replaces the names of erased people in all campaigns, and then forgets them (docs/behaviour.md#erasing-a-person). For a
 * timer; the next call goes on where a crash interrupted this one.
 */
export async function forgetErasedNames(
  deps: Pick<Deps, 'asUser' | 'readAsSystem' | 'log'>,
  signal?: AbortSignal,
): Promise<void> {
  const erasures = await deps.readAsSystem('finding erasures', listErasures);
  const failure = 'The name of an erased person could not be removed from logs.';
  await forEachIsolated(erasures, { log: deps.log, failure, signal }, async (erasure) => {
    const asOwner = <T>(work: (tx: Tx) => Promise<T>) => deps.asUser(erasure.user_id, work);
    while (!signal?.aborted) {
      const campaign_id = await asOwner(async (tx) => {
        await showTests(tx);
        return findNextCampaign(tx, erasure);
      });
      if (campaign_id === undefined) return asOwner((tx) => deleteErasure(tx, erasure));
      erasure.campaign_id = campaign_id;
      // Deliveries first: their changes write the log.
      for (const forget of [forgetNameInDeliveries, forgetNameInLog]) {
        let after: number | null = 0;
        while (after !== null && !signal?.aborted) {
          const from: number = after;
          after = await asOwner<number | null>((tx) =>
            forget(tx, { ...erasure, after: from, limit: ROWS_A_BATCH }),
          );
        }
      }
      if (!signal?.aborted) await asOwner((tx) => noteDone(tx, erasure));
    }
  });
}
