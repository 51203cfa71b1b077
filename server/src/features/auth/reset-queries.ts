import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import { deleteLinks, findLink, takeLink } from '../mail/link-queries.ts';

export interface ResetLink {
  user_id: number;
  username: string;
  expires_at: string;
}

/** Replaces a user's link. */
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
 * Whether the maker of a link is still an administrator, for a query over `password_resets`: a link ends with its
 * maker's right to make one, in whatever way that was lost.
 */
export const isMadeByAdmin: RawBuilder<SqlBool> = sql`exists (
  select from users maker
  where maker.id = password_resets.made_by and maker.role = 'admin' and maker.is_active)`;

/**
 * The link of a token, an administrator's or a mailed one, also if it has expired; undefined for a used, void or unknown
 * one (docs/behaviour.md#password-resets).
 */
export async function findReset(tx: Tx, token_hash: Buffer): Promise<ResetLink | undefined> {
  const made = await tx
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .select(['password_resets.user_id', 'users.username', 'password_resets.expires_at'])
    .where('token_hash', '=', token_hash)
    .where(isMadeByAdmin)
    .executeTakeFirst();
  return made ?? findLink(tx, { kind: 'password_reset', token_hash });
}

/** Returns whether the link was still there. */
export async function takeReset(tx: Tx, token_hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('password_resets')
    .where('token_hash', '=', token_hash)
    .where(isMadeByAdmin)
    .executeTakeFirst();
  return numDeletedRows > 0n || takeLink(tx, { kind: 'password_reset', token_hash });
}

/**
 * Makes every link of a user void, as any change of the password does (docs/behaviour.md#password-resets): also the one
 * that confirms an address, which somebody with the old password may have given.
 */
export async function deleteResets(tx: Tx, user_id: number): Promise<void> {
  await deleteLinks(tx, user_id);
  await tx.deleteFrom('password_resets').where('user_id', '=', user_id).execute();
}

/** Makes every link void that a user made for others. */
export async function deleteResetsMadeBy(tx: Tx, user_id: number): Promise<void> {
  await tx.deleteFrom('password_resets').where('made_by', '=', user_id).execute();
}

/** Until then an expired link is reported as such. */
export async function deleteResetsExpiredBefore(tx: Tx, moment: Date): Promise<void> {
  await tx.deleteFrom('password_resets').where('expires_at', '<=', moment.toISOString()).execute();
}
