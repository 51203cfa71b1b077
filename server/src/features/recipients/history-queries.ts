import type { HistoryEntry } from '@pigeonpost/contract/calls/recipients';
import { readReason, type StoredReason } from '@pigeonpost/contract/reasons';
import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import { deliveriesOf, placesOf } from './of-person-queries.ts';

const MOST_ENTRIES = 100;

/**
 * What the user's campaigns did for the person of this name, whichever list it stands or stood in, the newest first.
 */
export async function listHistory(
  tx: Tx,
  { user_id, recipient }: { user_id: number; recipient: string },
): Promise<HistoryEntry[]> {
  const { rows } = await sql<Omit<HistoryEntry, 'reason'> & { reason: StoredReason | null }>`
    with places as materialized (${placesOf({ user_id, name: recipient })})
    select c.id as campaign_id, c.name as campaign_name, c.list_name, d.state,
      stored_reason(d.state, d.reason_kind, d.reason_args, d.reason) as reason, coalesce(d.skipped_at, d.ended_at, d.begun_at) as at,
      (select profile_name from profiles p where p.user_id = d.user_id and p.id = d.profile_id) as profile_name
    from ${deliveriesOf({ user_id })}
    order by at desc nulls first, c.id desc limit ${MOST_ENTRIES}`.execute(tx);
  return rows.map(({ reason, ...entry }) => ({ ...entry, reason: readReason(reason).words }));
}
