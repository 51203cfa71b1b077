import type { Deps } from '../../deps.ts';
import { forgetTexts } from './forget-queries.ts';

// So that no transaction is long.
const TEXTS_A_BATCH = 1000;

/** Forgets the texts of replies that are kept no longer, until none is left or the signal is aborted. */
export async function forgetReplyTexts(
  { asSystem, clock }: Pick<Deps, 'asSystem' | 'clock'>,
  signal?: AbortSignal,
): Promise<void> {
  let forgotten = TEXTS_A_BATCH;
  while (forgotten === TEXTS_A_BATCH && !signal?.aborted)
    forgotten = await asSystem('forget texts of replies', (tx) =>
      forgetTexts(tx, { now: clock.now(), limit: TEXTS_A_BATCH }),
    );
}
