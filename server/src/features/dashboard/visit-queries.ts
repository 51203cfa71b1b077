import type { NeedsYou } from '@pigeonpost/contract/calls/dashboard';
import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';

/** After a longer absence the next visit begins. */
const VISIT_GAP_MS = 30 * 60_000;
/** A visit is noted at most this often, however many events the page follows. */
const NOTED_EVERY_MS = 60_000;
const ENDED_SHOWN = 3;

/** All sent and failed messages of a user, those of deleted campaigns too. */
const totals = (user_id: number) => sql<{ sent: number; failed: number }>`
  select coalesce(sum(sent), 0)::bigint as sent, coalesce(sum(failed), 0)::bigint as failed
  from daily_performance where user_id = ${user_id}`;

/** Notes that the user looks at the dashboard now; after a gap that begins another visit. */
export async function noteVisit(tx: Tx, user_id: number, now: Date): Promise<void> {
  const gap = new Date(now.getTime() - VISIT_GAP_MS);
  await sql`
    insert into visits as visit (user_id, here_at, sent, failed)
    select ${user_id}, ${now}, totals.sent, totals.failed from (${totals(user_id)}) totals
    where not exists (select from visits noted
      where noted.user_id = ${user_id} and noted.here_at > ${new Date(now.getTime() - NOTED_EVERY_MS)})
    on conflict (user_id) do update set here_at = excluded.here_at, sent = excluded.sent, failed = excluded.failed,
      before_at = case when visit.here_at < ${gap} then visit.here_at else visit.before_at end,
      before_sent = case when visit.here_at < ${gap} then visit.sent else visit.before_sent end,
      before_failed = case when visit.here_at < ${gap} then visit.failed else visit.before_failed end`.execute(
    tx,
  );
}

/** What happened since the previous visit; null if there was none. */
export async function findSince(tx: Tx, user_id: number): Promise<NeedsYou['since']> {
  const found = await sql<NonNullable<NeedsYou['since']>>`
    select before_at as at, greatest(0, totals.sent - before_sent) as sent,
      greatest(0, totals.failed - before_failed) as failed, ended.ended, ended.ended_count
    from visits, (${totals(user_id)}) totals, lateral (
      select count(*) as ended_count,
        coalesce((json_agg(json_build_object('id', id, 'name', name) order by completed_at desc)
          filter (where place <= ${sql.lit(ENDED_SHOWN)})), '[]') as ended
      from (select id, name, completed_at, row_number() over (order by completed_at desc, id desc) as place
        from campaigns where user_id = ${user_id} and deleted_at is null and completed_at > before_at) all_ended
    ) ended
    where visits.user_id = ${user_id} and before_at is not null`.execute(tx);
  return found.rows[0] ?? null;
}
