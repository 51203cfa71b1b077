import type { Tx } from '../../database/transaction.ts';

export interface ResetLink {
  user_id: number;
  username: string;
  expires_at: string;
}

/** Puts a link in the place of the one the user had. */
export async function putReset(
  tx: Tx,
  link: { user_id: number; token_hash: Buffer; created_at: Date; expires_at: Date },
): Promise<void> {
  const { user_id: _, ...change } = link;
  await tx
    .insertInto('password_resets')
    .values(link)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
    .execute();
}

/**
 * The link of a token, also one that has expired; undefined for one that was used or never was
 * (docs/behaviour.md#forgotten-password).
 */
export async function findReset(tx: Tx, token_hash: Buffer): Promise<ResetLink | undefined> {
  return tx
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .select(['password_resets.user_id', 'users.username', 'password_resets.expires_at'])
    .where('token_hash', '=', token_hash)
    .executeTakeFirst();
}

/** Whether the link was still there to be taken. */
export async function takeReset(tx: Tx, token_hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('password_resets')
    .where('token_hash', '=', token_hash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Voids every link of a user, as any change of the password does (docs/behaviour.md#forgotten-password). */
export async function deleteResets(tx: Tx, user_id: number): Promise<void> {
  await tx.deleteFrom('password_resets').where('user_id', '=', user_id).execute();
}

/** Until then a link can still be told apart as expired. */
export async function deleteResetsExpiredBefore(tx: Tx, moment: Date): Promise<void> {
  await tx.deleteFrom('password_resets').where('expires_at', '<=', moment.toISOString()).execute();
}
