import type { SiteChoice } from '@pigeonpost/contract/account/site';
import { type SqlBool, sql } from 'kysely';
import { toJsonb } from '../../database/sql/jsonb.ts';
import type { Tx } from '../../database/transaction.ts';

/** The site that the user chose; null: none (docs/behaviour.md#site). */
export async function getSite(tx: Tx, user_id: number): Promise<SiteChoice | null> {
  const { site } = await tx
    .selectFrom('settings')
    .select('site')
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow();
  return site;
}

/** Stores the choice; null takes it back. */
export async function updateSite(tx: Tx, user_id: number, site: SiteChoice | null): Promise<void> {
  await tx
    .updateTable('settings')
    .set({ site: site && toJsonb(site) })
    .where('user_id', '=', user_id)
    .execute();
}

/** Whether a campaign is running that some agent could send for: a script, or one with a driver. */
export async function isSending(tx: Tx, user_id: number): Promise<boolean> {
  const found = await tx
    .selectFrom('campaigns')
    .select('id')
    .where('user_id', '=', user_id)
    .where('status', '=', 'running')
    .where('deleted_at', 'is', null)
    .where(
      sql<SqlBool>`exists (select from agents where user_id = ${user_id} and revoked_at is null
        and (is_script or drivers <> '{}'))`,
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
