import type { HistoryEntry } from '@pigeonpost/contract/calls/recipients';
import { readReason, type StoredReason } from '@pigeonpost/contract/reasons';
import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';

const MOST_ENTRIES = 100;

/**
 * What the user's campaigns did for the person of this name, whichever list it stands in, the newest first. Each
 * campaign and list is asked by whole keys: nothing else tells where a name's deliveries are.
 */
export async function listHistory(
  tx: Tx,
  { user_id, recipient }: { user_id: number; recipient: string },
): Promise<HistoryEntry[]> {
  const { rows } = await sql<Omit<HistoryEntry, 'reason'> & { reason: StoredReason | null }>`
    select c.id as campaign_id, c.name as campaign_name, c.list_name, d.state,
      stored_reason(d.state, d.reason_kind, d.reason_args, d.reason) as reason, coalesce(d.skipped_at, d.ended_at, d.begun_at) as at,
      (select profile_name from profiles p where p.user_id = d.user_id and p.id = d.profile_id) as profile_name
    from campaigns c
    cross join lateral (
      select * from deliveries d
      where d.user_id = c.user_id and d.campaign_id = c.id and d.recipient_id = any (array(
        select r.id from recipients r where r.user_id = ${user_id} and r.recipient = ${recipient}
          and r.list_id = any (array(select id from lists where user_id = ${user_id})))) ) d
    where c.user_id = ${user_id} and c.deleted_at is null
    order by at desc nulls first, c.id desc limit ${MOST_ENTRIES}`.execute(tx);
  return rows.map(({ reason, ...entry }) => ({ ...entry, reason: readReason(reason).words }));
}
