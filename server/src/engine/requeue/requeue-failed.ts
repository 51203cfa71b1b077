import { sql } from 'kysely';
import { lockListSoon, lockUser, tryLockList } from '../../database/locks.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { conflict, notFound } from '../../errors.ts';
import { forEachIsolated } from '../../isolate.ts';
import type { CampaignKey } from '../context.ts';

// Only an import holds a list for longer, and a browser gives up much later.
const NAMES_A_BATCH = 1000;

interface Batch {
  user_id: number;
  /** The campaign that ended. */
  campaign_id: number;
  list_id: number;
  /** The recipient to continue after. */
  after: number;
}

/**
 * Begins to make those pending again whom an ended campaign certainly did not reach, at the end of their list's line, for
 * a later campaign (docs/engine.md#requeueing). The deliveries stay as they are. Names that were changed since, by hand
 * or by another campaign, are left alone, and so are those whose outcome is unclear. Gives whether more are left: then
 * the new campaign's `retries_of` has them follow in the background.
 */
export async function requeueFailed(tx: Tx, key: CampaignKey & { list_id: number }): Promise<boolean> {
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
  await lockListSoon(tx, list_id);
  await lockUser(tx, user_id);
  return (await requeueBatch(tx, { user_id, campaign_id, list_id, after: 0 })) !== undefined;
}

/**
 * Goes on with what `requeueFailed` has left, in short transactions, until nobody is left or the signal is aborted. What
 * a crash leaves is found by the next call. For a timer.
 */
export async function requeueRetries(deps: Deps, signal?: AbortSignal): Promise<void> {
  const campaigns = await deps.readAsSystem('finding campaigns that retry', findRetrying);
  const failure = 'The names that a campaign is to try again could not be requeued.';
  await forEachIsolated(campaigns, { log: deps.log, failure, signal }, async ({ id, ...of }) => {
    let after: number | undefined = 0;
    while (after !== undefined && !signal?.aborted) {
      const batch: Batch = { ...of, after };
      after = await deps.asUser(of.user_id, async (tx) => {
        // While names are imported into the list, they wait for the timer's next turn.
        if (!(await tryLockList(tx, of.list_id))) return undefined;
        await lockUser(tx, of.user_id);
        const last = await requeueBatch(tx, batch);
        if (last === undefined) await endRetries(tx, { user_id: of.user_id, campaign_id: id });
        return last;
      });
    }
    deps.publish(of.user_id, 'campaign_update', { campaign_id: id, status: 'pending' });
  });
}

/** Campaigns of all users, with the ended one whose names they wait for. */
async function findRetrying(tx: Tx): Promise<(Omit<Batch, 'after'> & { id: number })[]> {
  const { rows } = await sql<Omit<Batch, 'after'> & { id: number }>`
    select user_id, id, retries_of as campaign_id, list_id from campaigns
    where retries_of is not null and deleted_at is null and list_id is not null order by created_at`.execute(
    tx,
  );
  return rows;
}

async function endRetries(tx: Tx, { user_id, campaign_id }: CampaignKey): Promise<void> {
  await sql`update campaigns set retries_of = null where user_id = ${user_id} and id = ${campaign_id}`.execute(
    tx,
  );
}

/** Gives the last recipient looked at; undefined at the end. The locks of the list and the user must be held. */
async function requeueBatch(
  tx: Tx,
  { user_id, campaign_id, list_id, after }: Batch,
): Promise<number | undefined> {
  const { rows } = await sql<{ looked_at: number; last: number | null }>`
    with page as materialized (
      select recipient_id from deliveries
      where user_id = ${user_id} and campaign_id = ${campaign_id} and unsent = 'failed' and recipient_id > ${after}
      order by recipient_id limit ${NAMES_A_BATCH}),
    names as materialized (
      select id, row_number() over (order by position) as line from recipients
      where user_id = ${user_id} and id = any (array(select recipient_id from page))
        and list_id = ${list_id} and status = 'failed' and campaign_id = ${campaign_id}),
    place as materialized (select nextval('recipient_position') << 24 as first),
    back as (
      update recipients r set status = 'pending', campaign_id = null, position = place.first + names.line
      from names, place where r.user_id = ${user_id} and r.id = names.id),
    counted as (
      update lists l set pending = l.pending + x.count, failed = l.failed - x.count
      from (select count(*) as count from names) x
      where l.user_id = ${user_id} and l.id = ${list_id})
    select count(*) as looked_at, max(recipient_id) as last from page`.execute(tx);
  const [page] = rows;
  return page && page.looked_at === NAMES_A_BATCH ? (page.last ?? undefined) : undefined;
}
