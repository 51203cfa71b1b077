import { sql } from 'kysely';
import { deleteRows } from '../database/sql/delete-rows.ts';
import type { Tx } from '../database/transaction.ts';

const ENGINE_TABLES = [
  'deliveries',
  'campaign_progress',
  'sending_days',
  'message_ledger',
  'deleted_deliveries',
] as const;

/**
 * Stops everything that works for a user who is about to be deleted: no campaign runs on, and no profile holds a
 * recipient. Nothing is told of it, because the campaigns go with the user. The user lock must be held.
 */
export async function stopForRemoval(tx: Tx, user_id: number): Promise<void> {
  await sql`update campaigns set status = 'paused' where user_id = ${user_id} and status = 'running'`.execute(
    tx,
  );
  await sql`
    update profiles set lease_until = null, lease_token = null, lease_campaign_id = null,
      lease_recipient_id = null, lease_agent_id = null
    where user_id = ${user_id} and lease_until is not null`.execute(tx);
}

/** Deletes at most `limit` of the engine's rows of a deleted user; gives how many it took. */
export async function deleteEngineRows(
  tx: Tx,
  { user_id, limit }: { user_id: number; limit: number },
): Promise<number> {
  let deleted = 0;
  for (const table of ENGINE_TABLES)
    if (deleted < limit) deleted += await deleteRows(tx, { table, user_id, limit: limit - deleted });
  return deleted;
}
