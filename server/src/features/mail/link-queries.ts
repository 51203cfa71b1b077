import type { MailedLinkKind } from '../../database/column-values.ts';
import type { Tx } from '../../database/transaction.ts';

/** Replaces a user's link of this kind. */
export async function putLink(
  tx: Tx,
  link: {
    user_id: number;
    kind: MailedLinkKind;
    to_address: string;
    token_hash: Buffer;
    created_at: Date;
    expires_at: Date;
  },
): Promise<void> {
  const { user_id: _, kind: __, ...change } = link;
  await tx
    .insertInto('mailed_links')
    .values(link)
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet(change))
    .execute();
}

/** Returns whether the link is still there. */
export async function extendLink(
  tx: Tx,
  link: { user_id: number; kind: MailedLinkKind; token_hash: Buffer; expires_at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mailed_links')
    .set({ expires_at: link.expires_at })
    .where('user_id', '=', link.user_id)
    .where('kind', '=', link.kind)
    .where('token_hash', '=', link.token_hash)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The link of a token, also an expired one; undefined for a used, void or unknown one. */
export async function findLink(tx: Tx, { kind, token_hash }: { kind: MailedLinkKind; token_hash: Buffer }) {
  return tx
    .selectFrom('mailed_links')
    .innerJoin('users', 'users.id', 'mailed_links.user_id')
    .select([
      'mailed_links.user_id',
      'users.username',
      'mailed_links.to_address',
      'mailed_links.expires_at',
      'users.is_active',
    ])
    .where('kind', '=', kind)
    .where('token_hash', '=', token_hash)
    .executeTakeFirst();
}

/** Returns whether the link was still there. */
export async function takeLink(
  tx: Tx,
  { kind, token_hash }: { kind: MailedLinkKind; token_hash: Buffer },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('mailed_links')
    .where('kind', '=', kind)
    .where('token_hash', '=', token_hash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Makes every mailed link of a user void, and with them the address that waits for one. */
export async function deleteLinks(tx: Tx, user_id: number): Promise<void> {
  await tx.deleteFrom('mailed_links').where('user_id', '=', user_id).execute();
  await tx
    .updateTable('email_addresses')
    .set({ waiting_address: null, waiting_since: null })
    .where('user_id', '=', user_id)
    .where('waiting_address', 'is not', null)
    .execute();
}

/** Deletes links that expired before a moment. */
export async function deleteLinksExpiredBefore(tx: Tx, moment: Date): Promise<void> {
  await tx.deleteFrom('mailed_links').where('expires_at', '<=', moment.toISOString()).execute();
}
