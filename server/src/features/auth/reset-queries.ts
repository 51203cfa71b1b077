import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';

export interface ResetLink {
  user_id: number;
  username: string;
  expires_at: string;
}

/** Puts a link in the place of the one the user had. */
export async function putReset(
  tx: Tx,
  link: { user_id: number; token_hash: Buffer; made_by: number; created_at: Date; expires_at: Date },
): Promise<void> {
  const { user_id: _, ...change } = link;
  await tx
    .insertInto('password_resets')
    .values(link)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
    .execute();
}

/**
 * Whether the maker of a link is an administrator still, for a query over `password_resets`: nobody's link outlives
 * their right to make one, in whatever way they lost it.
 */
export const isMadeByAdmin: RawBuilder<SqlBool> = sql`exists (
  select from users maker
  where maker.id = password_resets.made_by and maker.role = 'admin' and maker.is_active)`;

/**
 * The link of a token, also one that has expired; undefined for one that was used, is void or never was
 * (docs/behaviour.md#password-resets).
 */
export async function findReset(tx: Tx, token_hash: Buffer): Promise<ResetLink | undefined> {
  return tx
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .select(['password_resets.user_id', 'users.username', 'password_resets.expires_at'])
    .where('token_hash', '=', token_hash)
    .where(isMadeByAdmin)
    .executeTakeFirst();
}

/** Whether the link was still there to be taken. */
export async function takeReset(tx: Tx, token_hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('password_resets')
    .where('token_hash', '=', token_hash)
    .where(isMadeByAdmin)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Voids every link of a user, as any change of the password does (docs/behaviour.md#password-resets). */
export async function deleteResets(tx: Tx, user_id: number): Promise<void> {
  await tx.deleteFrom('password_resets').where('user_id', '=', user_id).execute();
}

/** Voids every link that a user made for others. */
export async function deleteResetsMadeBy(tx: Tx, user_id: number): Promise<void> {
  await tx.deleteFrom('password_resets').where('made_by', '=', user_id).execute();
}

/** Until then a link can still be told apart as expired. */
export async function deleteResetsExpiredBefore(tx: Tx, moment: Date): Promise<void> {
  await tx.deleteFrom('password_resets').where('expires_at', '<=', moment.toISOString()).execute();
}
