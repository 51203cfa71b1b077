import type { EmailAddress } from '@pigeonpost/contract/calls/account';
import type { Tx } from '../../database/transaction.ts';

/** A user's address and the one that waits. */
export async function findEmailAddress(tx: Tx, user_id: number): Promise<Omit<EmailAddress, 'has_mail'>> {
  const found = await tx
    .selectFrom('email_addresses')
    .select(['address', 'waiting_address', 'waiting_since'])
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  const { address = null, waiting_address = null, waiting_since = null } = found ?? {};
  return {
    address,
    waiting:
      waiting_address === null || waiting_since === null
        ? null
        : { address: waiting_address, since: waiting_since },
  };
}

/** An address waits from now on; the confirmed one stays. */
export async function putWaitingAddress(
  tx: Tx,
  { user_id, address, now }: { user_id: number; address: string; now: Date },
): Promise<void> {
  const waiting = { waiting_address: address, waiting_since: now };
  await tx
    .insertInto('email_addresses')
    .values({ user_id, ...waiting })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(waiting))
    .execute();
}

/** Replaces a user's address by the one that was confirmed, or by none; nothing waits any more. */
export async function setAddress(
  tx: Tx,
  { user_id, address, now }: { user_id: number; address: string | null; now: Date },
): Promise<void> {
  await tx
    .updateTable('email_addresses')
    .set({
      address,
      confirmed_at: address === null ? null : now,
      waiting_address: null,
      waiting_since: null,
    })
    .where('user_id', '=', user_id)
    .execute();
}
