import type { EditedCampaign, PersonFacts } from '@pigeonpost/contract/rules/take-out';
import type { Tx } from '../../database/transaction.ts';
import { callWithin } from '../../database/transactions.ts';
import type { CampaignKey, EngineContext } from '../context.ts';
import { type EngineEvent, publishEvents } from '../publish.ts';

/** The campaign as the tables have it; undefined where it is gone. */
export async function readCampaign(
  tx: Tx,
  { user_id, campaign_id }: CampaignKey,
  now: Date,
): Promise<EditedCampaign | undefined> {
  const { rows } = await tx.query<EditedCampaign>(
    `select status, mark is not null as is_marked,
      status = 'running' and coalesce(countdown_from = 'pending', false)
        and is_counting_down(countdown_until, $3) as is_undoable
    from campaigns where user_id = $1 and id = $2 and deleted_at is null`,
    [user_id, campaign_id, now],
  );
  return rows[0];
}

/** Those of these people whom the campaign knows, in the order of the line. */
export async function readPeople(
  tx: Tx,
  { user_id, campaign_id }: CampaignKey,
  recipient_ids: number[],
): Promise<(PersonFacts & { recipient_id: number })[]> {
  const { rows } = await tx.query<PersonFacts & { recipient_id: number }>(
    `select r.id as recipient_id, d.state, coalesce(d.is_taken_out, false) as is_taken_out,
      r.status = 'pending' as is_pending, r.campaign_id is null as is_free,
      coalesce(r.list_id = c.list_id, false) as is_of_list,
      r.position <= coalesce(c.mark, r.position) as is_before_mark
    from campaigns c
    join recipients r on r.user_id = $1 and r.id = any ($3::bigint[])
    left join lateral (select state, is_taken_out from deliveries
      where user_id = $1 and campaign_id = $2 and recipient_id = r.id offset 0) d on true
    where c.user_id = $1 and c.id = $2 and (r.list_id = c.list_id or d.state is not null)
    order by r.position`,
    [user_id, campaign_id, recipient_ids],
  );
  return rows;
}

/** Adds to the number of people whom the owner took out. */
export async function countTakenOut(
  tx: Tx,
  { user_id, campaign_id }: CampaignKey,
  added: number,
): Promise<void> {
  await tx.query(
    'update campaign_progress set taken_out = taken_out + $3 where user_id = $1 and campaign_id = $2',
    [user_id, campaign_id, added],
  );
}

/** Removes the rows of people who were taken out, as if they never had been. */
export async function forgetPeople(
  context: EngineContext,
  { user_id, campaign_id }: CampaignKey,
  { recipient_ids, isMarked }: { recipient_ids: number[]; isMarked: boolean },
): Promise<void> {
  const { tx, deps } = context;
  await tx.query(
    'delete from deliveries where user_id = $1 and campaign_id = $2 and recipient_id = any ($3)',
    [user_id, campaign_id, recipient_ids],
  );
  const { rows: lines } = await tx.query<{ told: EngineEvent }>(
    `insert into campaign_logs as l (user_id, campaign_id, action, created_at, recipient, reason_kind)
    select $1, $2, 'put_back', $4, r.recipient, 'put_back' from recipients r
    where r.user_id = $1 and r.id = any ($3) order by r.position
    returning tell_line(l, (select name from campaigns where user_id = $1 and id = $2)) as told`,
    [user_id, campaign_id, recipient_ids, deps.clock.now()],
  );
  publishEvents(
    context,
    lines.map(({ told }) => told),
  );
  if (!isMarked) return;
  const { rows } = await tx.query<{ told: EngineEvent }>(
    `update campaign_progress g set total_list = total_list + $3 where user_id = $1 and campaign_id = $2
    returning tell_progress(g) as told`,
    [user_id, campaign_id, recipient_ids.length],
  );
  publishEvents(
    context,
    rows.map(({ told }) => told),
  );
}

/** Moves the cursor over the names at the line's beginning that the campaign has a row for. */
export async function passOverKnown(tx: Tx, { user_id, campaign_id }: CampaignKey): Promise<void> {
  await callWithin(tx, 'pass_over_known', [user_id, campaign_id]);
}
