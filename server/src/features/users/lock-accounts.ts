import type { Caller } from '../../access/caller.ts';
import { findCallingRole } from '../../access/session-queries.ts';
import { lockAdmins } from '../../database/locks.ts';
import type { Tx } from '../../database/transaction.ts';
import { forbidden } from '../../errors.ts';

/**
 * Makes this transaction the only one that changes accounts until it ends, and throws 403 if the caller is no
 * administrator any more. Nobody can demote, disable or delete themselves, so the caller stays an administrator and
 * there is always one left (docs/behaviour.md#users).
 */
export async function lockAccounts(tx: Tx, { user, session_id }: Caller): Promise<void> {
  await lockAdmins(tx);
  if ((await findCallingRole(tx, { id: session_id, user_id: user.id })) !== 'admin')
    throw forbidden('Only an administrator may do this.');
}
