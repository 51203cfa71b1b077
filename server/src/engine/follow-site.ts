import type { NameRules } from '@pigeonpost/contract/names/name-form';
import { IMPORT_RUNS } from '@pigeonpost/contract/recipients';
import { lockUser, tryLockImport } from '../database/locks.ts';
import { allowLongStatements } from '../database/timeouts.ts';
import type { Tx } from '../database/transaction.ts';
import { conflict } from '../errors.ts';
import { showTests } from './show-tests.ts';

const STATEMENT_MS = 300_000;

type Domain = NameRules['domain'];

/**
 * Gives a user's people the form that their names have with another domain of the site, and joins those who become one
 * (docs/behaviour.md#one-form-of-a-name). 409 while an import runs. Takes the user's lock. A million names with all that is known of them take half a minute.
 */
export async function followSite(
  tx: Tx,
  { user_id, from, to }: { user_id: number; from: Domain; to: Domain },
): Promise<void> {
  if (from === to) return;
  // It may be reading names by the rules of before.
  if (!(await tryLockImport(tx, user_id))) throw conflict(IMPORT_RUNS);
  await lockUser(tx, user_id);
  await showTests(tx);
  await allowLongStatements(tx, STATEMENT_MS);
  await tx.query('select follow_site($1, $2, $3)', [user_id, from, to]);
}
