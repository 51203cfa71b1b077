import type { Tx } from '../database/transaction.ts';

/** Lets the rest of this transaction see tests, which row-level security hides (docs/engine.md#tests). */
export async function showTests(tx: Tx): Promise<void> {
  await tx.query("select set_config('app.shows_tests', 'on', true)");
}
