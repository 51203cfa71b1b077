import { lockUser } from '../../database/locks.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { conflict, notFound } from '../../errors.ts';
import { findUnreplied, forgetUnreplied } from './budget-queries.ts';
import { getRepliesSettings } from './settings-queries.ts';

/**
 * Lets campaigns write again to a person whom the budget leaves alone. 404 where none wrote to them, 409 where they are
 * not left alone (docs/behaviour.md#budget).
 */
export async function waiveBudget(
  tx: Tx,
  { noteInAuditLog, clock }: Pick<Deps, 'noteInAuditLog' | 'clock'>,
  { reason, ...key }: { user_id: number; name: string; reason: string },
): Promise<void> {
  // A result may count another message meanwhile.
  await lockUser(tx, key.user_id);
  const { budget } = await getRepliesSettings(tx, key.user_id);
  const unreplied = await findUnreplied(tx, key);
  if (unreplied === undefined) throw notFound('No campaign wrote to this person.');
  if (budget === null || unreplied < budget)
    throw conflict('This person is not left alone: campaigns write to them.');
  await forgetUnreplied(tx, { ...key, reason, now: clock.now() });
  // Without the name: what is known of people stays with them.
  const told = { subject_id: null, subject_name: null, after: { write_again_anyway: reason } };
  await noteInAuditLog(tx, { user_id: key.user_id, kind: 'person', ...told });
}
