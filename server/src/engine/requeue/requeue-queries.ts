import type { RequeueFacts } from '@pigeonpost/contract/rules/requeue';
import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import type { CampaignKey } from '../context.ts';

export interface DeletedCampaign extends CampaignKey {
  list_id: number | null;
  /** Whether those that it messaged, or perhaps did, keep their status. */
  keep_sent: boolean;
}

/** Deleted campaigns of all users, the earliest deletion first. */
export async function findDeletedCampaigns(tx: Tx): Promise<DeletedCampaign[]> {
  return (
    tx
      .selectFrom('campaigns')
      .innerJoin('users', 'users.id', 'campaigns.user_id')
      .select(['user_id', 'campaigns.id as campaign_id', 'list_id', 'keep_sent'])
      .where('deleted_at', 'is not', null)
      // Until the agents have reported, the server does not know whom it has to keep.
      .where(({ or, eb }) => or([eb('keep_sent', '=', false), eb('frozen_at', 'is', null)]))
      .orderBy('deleted_at')
      .execute()
  );
}

/** The deliveries of the campaign that the tables say the same of. */
interface OfDeleted extends RequeueFacts {
  recipient_ids: number[];
}

/** The next deliveries of a campaign. */
export async function readPage(
  tx: Tx,
  { user_id, campaign_id }: CampaignKey,
  { after, limit }: { after: number; limit: number },
): Promise<OfDeleted[]> {
  const { rows } = await tx.query<OfDeleted>(
    `with page as materialized (
      select recipient_id, state, recipient is not null as was_begun from deliveries
      where user_id = $1 and campaign_id = $2 and recipient_id > $3 order by recipient_id limit $4::int),
    -- Bound by an array: the planner expects one row of a campaign.
    names as materialized (
      select id, status from recipients
      where user_id = $1 and campaign_id = $2 and id = any (array(select recipient_id from page)))
    select state, was_begun, names.id is not null as is_held, coalesce(names.status = 'pending', false) as is_pending,
      array_agg(recipient_id) as recipient_ids
    from page left join names on names.id = recipient_id group by 1, 2, 3, 4`,
    [user_id, campaign_id, after, limit],
  );
  return rows;
}

/** What was decided of a page: the recipients by what follows. */
interface RequeuedPage {
  gone: number[];
  remembered: number[];
  back: number[];
  behind: number[];
}

/**
 * Removes deliveries, ends their leases and puts recipients back. List and user lock must be held
 * (docs/engine.md#requeueing).
 */
export async function writePage(
  tx: Tx,
  { user_id, campaign_id }: CampaignKey,
  { gone, remembered, back, behind }: RequeuedPage,
  now: Date,
): Promise<void> {
  await tx.query(REQUEUE, [user_id, campaign_id, gone, remembered, back, behind, now]);
}

const counter = (column: string, states: string) => `${column} = g.${column} - (
      select count(*) from gone where state in (${states}))::int`;

// Bound by arrays: the planner expects one row of a campaign, and a join read all of them for each batch.
const REQUEUE = `
  with gone as (
    delete from deliveries where user_id = $1 and campaign_id = $2 and recipient_id = any ($3::bigint[])
    returning recipient_id, state, token, profile_id, recipient, settled_token, coalesce(begun_at, ended_at) as begun_at),
  remembered as (
    insert into deleted_deliveries (user_id, campaign_id, recipient_id, recipient, token, settled_token, begun_at,
      deleted_at)
    select $1, $2, recipient_id, recipient, token, settled_token, coalesce(begun_at, $7), $7
    from gone where recipient_id = any ($4::bigint[])
    on conflict do nothing),
  names as materialized (
    select id, list_id, status, row_number() over (order by position) as line from recipients
    where user_id = $1 and id = any ($5::bigint[])),
  place as materialized (select nextval('recipient_position') << 24 as first),
  back as (
    update recipients r set status = 'pending', campaign_id = null,
      position = case when r.id = any ($6::bigint[]) then place.first + names.line else r.position end
    from names, place where r.user_id = $1 and r.id = names.id),
  listed as (
    update lists l set pending = l.pending + x.sent + x.failed + x.not_found, sent = l.sent - x.sent,
      failed = l.failed - x.failed, not_found = l.not_found - x.not_found
    from (
      select list_id, count(*) filter (where status = 'sent') as sent,
        count(*) filter (where status = 'failed') as failed,
        count(*) filter (where status = 'not_found') as not_found
      from names group by list_id) x
    where l.user_id = $1 and l.id = x.list_id),
  freed as (
    update profiles p set lease_until = null, lease_token = null, lease_campaign_id = null,
      lease_recipient_id = null, lease_agent_id = null
    from gone where p.user_id = $1 and p.id = gone.profile_id and p.lease_token = gone.token),
  counted as (
    update campaign_progress g set ${counter('total_sent', "'sent'")},
      ${counter('total_failed', "'failed', 'not_found', 'uncertain'")},
      ${counter('total_not_found', "'not_found'")}, ${counter('total_uncertain', "'uncertain'")},
      ${counter('in_work', "'leased', 'waiting'")}
    where g.user_id = $1 and g.campaign_id = $2)
  select`;

/** Gives how many lines it took. */
export async function deleteLogs(
  tx: Tx,
  { user_id, campaign_id }: CampaignKey,
  limit: number,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from campaign_logs where user_id = ${user_id} and campaign_id = ${campaign_id}
      and id = any (array(select id from campaign_logs
        where user_id = ${user_id} and campaign_id = ${campaign_id} limit ${limit}))`.execute(tx);
  return Number(numAffectedRows);
}

/** Takes a campaign that has no delivery any more, and what hangs on it but its days. */
export async function deleteEmptyCampaign(tx: Tx, { user_id, campaign_id }: CampaignKey): Promise<void> {
  const gone = await sql`
    delete from campaigns where user_id = ${user_id} and id = ${campaign_id} and deleted_at is not null
      and not exists (select from deliveries where user_id = ${user_id} and campaign_id = ${campaign_id})
      returning id`.execute(tx);
  if (gone.rows.length === 0) return;
  for (const table of ['campaign_progress', 'sending_days', 'campaign_profiles', 'campaign_logs'] as const)
    await tx
      .deleteFrom(table)
      .where('user_id', '=', user_id)
      .where('campaign_id', '=', campaign_id)
      .execute();
}

/** How long the late word on a message of a deleted campaign is believed: as long as agents keep their journals. */
const BELIEVED_DAYS = 30;

/** Forgets the messages of campaigns that were deleted so long ago that no agent tells of them any more. */
export async function forgetDeletedDeliveries(tx: Tx, now: Date): Promise<void> {
  const before = new Date(now.getTime() - BELIEVED_DAYS * 86_400_000);
  await sql`delete from deleted_deliveries where deleted_at <= ${before}`.execute(tx);
}
