import { sql } from 'kysely';
import { lockListWithin, lockUser } from '../database/locks.ts';
import type { Tx } from '../database/transaction.ts';
import { conflict, notFound } from '../http/errors.ts';
import type { CampaignKey } from './events.ts';

// Only an import holds a list for longer, and a browser gives up much later.
const LINE_WAIT_MS = 2_000;

/**
 * Makes those whom an ended campaign certainly did not reach pending again, at the end of their list's line, for a
 * later campaign (docs/engine.md#requeueing). The deliveries stay as they are. Whoever was changed since, by hand
 * or by another campaign, is left alone, and so is everybody whose outcome is uncertain. Gives how many they were.
 */
export async function requeueFailed(tx: Tx, key: CampaignKey & { list_id: number }): Promise<number> {
  const { user_id, campaign_id, list_id } = key;
  const campaign = await tx
    .selectFrom('campaigns')
    .select('status')
    .where('user_id', '=', user_id)
    .where('id', '=', campaign_id)
    .where('list_id', '=', list_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!campaign) throw notFound('Campaign not found');
  if (campaign.status !== 'completed' && campaign.status !== 'failed')
    throw conflict('This campaign has not ended. Its failed ones can be tried again when it has.');
  if (!(await lockListWithin(tx, { list_id, milliseconds: LINE_WAIT_MS })))
    throw conflict('Names are being imported into this list. Please try again when that is done.');
  await lockUser(tx, user_id);
  const { rows } = await sql<{ count: number }>`
    with failed as materialized (
      select recipient_id from deliveries
      where user_id = ${user_id} and campaign_id = ${campaign_id} and state = 'failed'),
    names as materialized (
      select id, row_number() over (order by position) as line from recipients
      where user_id = ${user_id} and id = any (array(select recipient_id from failed))
        and list_id = ${list_id} and status = 'failed' and campaign_id = ${campaign_id}),
    place as materialized (select nextval('recipient_position') << 24 as first),
    back as (
      update recipients r set status = 'pending', campaign_id = null, position = place.first + names.line
      from names, place where r.user_id = ${user_id} and r.id = names.id),
    counted as (
      update lists l set pending = l.pending + x.count, failed = l.failed - x.count
      from (select count(*) as count from names) x
      where l.user_id = ${user_id} and l.id = ${list_id})
    select count(*) as count from names`.execute(tx);
  return rows[0]?.count ?? 0;
}
