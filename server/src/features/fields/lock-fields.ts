import { IMPORT_RUNS } from '@pigeonpost/contract/recipients';
import { lockUser, tryShareImport } from '../../database/locks.ts';
import type { Tx } from '../../database/transaction.ts';
import { conflict } from '../../errors.ts';

/**
 * Makes this the only change of a user's fields, tags and notes until the transaction ends, so that limits hold and no
 * name comes twice. 409 while an import runs, which may make fields and tags and holds those that it uses.
 */
export async function lockFields(tx: Tx, user_id: number): Promise<void> {
  await lockUser(tx, user_id);
  // It never waits, so the order in which an import takes the two locks does not matter.
  // Shared: the one before may still hold it for a moment after it has let the user's lock go.
  if (!(await tryShareImport(tx, user_id))) throw conflict(IMPORT_RUNS);
}
