import type { CampaignStatus } from '@pigeonpost/contract/campaigns';
import type { StartProblem } from '@pigeonpost/contract/campaigns/start-problems';
import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import type { CampaignKey } from '../context.ts';

// For each user, so that one with very many scheduled campaigns does not delay those of others.
const STARTS_AT_ONCE = 50;

/** What decides whether a campaign may be scheduled, and whether its moment has come. */
export interface Schedulable {
  name: string;
  status: CampaignStatus;
  is_draft: boolean;
  not_after: string | null;
  start_at: string | null;
  /** Why its start was refused at that moment. */
  start_refusal: StartProblem | null;
  is_overdue: boolean;
  /** The moment in its user's zone, '14-09-2026 09:00'; the empty text without one. */
  shown_start: string;
  is_active: boolean;
  /** By the account and the subscription. */
  may_send: boolean;
}

/** A campaign that is or will be scheduled; undefined if it is deleted or another user's. */
export async function findSchedulable(
  tx: Tx,
  { user_id, campaign_id }: CampaignKey,
  { now, start_at = null }: { now: Date; start_at?: Date | null },
): Promise<Schedulable | undefined> {
  const { rows } = await sql<Schedulable>`
    select c.name, c.status, c.is_draft, c.not_after, c.start_at, c.start_refusal, c.is_overdue,
      coalesce(to_char(wall_time(coalesce(${start_at}, c.start_at), u.time_zone), 'DD-MM-YYYY HH24:MI'), '') as shown_start,
      u.is_active, may_send(u, ${now}) as may_send
    from campaigns c join users u on u.id = c.user_id
    where c.user_id = ${user_id} and c.id = ${campaign_id} and c.deleted_at is null`.execute(tx);
  return rows[0];
}

/** Changes a campaign's schedule. The user's lock must be held. */
export async function updateSchedule(
  tx: Tx,
  { user_id, campaign_id }: CampaignKey,
  change: { start_at?: Date | null; start_refusal?: string | null; is_overdue?: boolean },
): Promise<void> {
  await tx
    .updateTable('campaigns')
    .set(change)
    .where('user_id', '=', user_id)
    .where('id', '=', campaign_id)
    .execute();
}

/** The campaigns whose moment has come, the earliest and the first made first. */
export async function findDueStarts(tx: Tx, now: Date): Promise<CampaignKey[]> {
  const { rows } = await tx.query<CampaignKey>(
    `select user_id, id as campaign_id from (
      select user_id, id, start_at, row_number() over (partition by user_id order by start_at, id) as nth
      from campaigns
      where start_at <= $1 and status = 'pending' and not is_overdue and deleted_at is null) due
    where nth <= ${STARTS_AT_ONCE} order by start_at, id`,
    [now],
  );
  return rows;
}
