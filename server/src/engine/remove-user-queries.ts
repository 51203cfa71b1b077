import { sql } from 'kysely';
import type { Tx } from '../database/transaction.ts';

/**
 * Every table with rows of a user but those that go with the user's own row. The security log is none of them: it
 * tells what happened for as long as it says it does.
 */
export const TABLES_OF_A_USER = [
  'requests',
  'ticket_messages',
  'tickets',
  'deliveries',
  'campaign_logs',
  'daily_performance',
  'campaign_profiles',
  'campaign_progress',
  'campaigns',
  'recipients',
  'deleted_recipients',
  'lists',
  'do_not_contact',
  'deleted_do_not_contact',
  'message_ledger',
  'deleted_deliveries',
  'profiles',
  'templates',
] as const;

/** Accounts that are gone and still have rows, the longest deleted first (docs/behaviour.md#deletions). */
export async function findDeletedUsers(tx: Tx): Promise<{ id: number; deleted_at: string }[]> {
  return tx.selectFrom('deleted_users').select(['id', 'deleted_at']).orderBy('deleted_at').execute();
}

/** Before the user's deletion, so that nothing more is claimed. */
export async function pauseAll(tx: Tx, user_id: number): Promise<void> {
  await tx
    .updateTable('campaigns')
    .set({ status: 'paused' })
    .where('user_id', '=', user_id)
    .where('status', '=', 'running')
    .execute();
}

/** Whatever is under way ends unseen: its campaign goes with the user. */
export async function endLeases(tx: Tx, user_id: number): Promise<void> {
  await sql`
    update profiles set lease_until = null, lease_token = null, lease_campaign_id = null,
      lease_recipient_id = null, lease_agent_id = null
    where user_id = ${user_id} and lease_until is not null`.execute(tx);
}

/** Gives how many rows it took. */
export async function deleteRows(
  tx: Tx,
  { table, user_id, limit }: { table: (typeof TABLES_OF_A_USER)[number]; user_id: number; limit: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where user_id = ${user_id} and ctid = any (array(
      select ctid from ${sql.table(table)} where user_id = ${user_id} limit ${limit}))`.execute(tx);
  return Number(numAffectedRows);
}

/** When no row of the user can come any more. */
export async function forgetDeletedUser(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('deleted_users').where('id', '=', id).execute();
}
