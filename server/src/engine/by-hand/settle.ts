import type { CampaignStatus, Settlement } from '@pigeonpost/contract/campaigns';
import { judgeSettlement, type UnclearFacts } from '@pigeonpost/contract/rules/settle';
import { lockListSoon } from '../../database/locks.ts';
import type { Tx } from '../../database/transaction.ts';
import { notFound } from '../../errors.ts';
import type { CampaignKey, EngineContext } from '../context.ts';
import { lockEngine } from '../engine-lock.ts';
import { writeChanges } from '../write-changes.ts';

// A line of the log for each: short enough that Pause, which needs the user's lock too, does not wait noticeably.
const BATCH = 500;

interface Wanted {
  outcome: Settlement;
  /** Whose; without them the next of all who are unclear. */
  recipient_ids?: number[] | undefined;
  after_id: number;
}

/**
 * Records what the owner says of deliveries whose outcome nobody knows (docs/engine.md#settling). Those that were
 * settled meanwhile, by the agent or in another tab, are left as they are.
 */
export async function settleUncertain(
  context: EngineContext,
  key: CampaignKey,
  wanted: Wanted,
): Promise<{ settled: number; last_id: number | null }> {
  const { tx, deps } = context;
  const isRequeued = wanted.outcome === 'not_sent';
  if (isRequeued) await holdLine(tx, key);
  await lockEngine(context, { user_ids: [key.user_id] });
  const { status } = await getCampaign(tx, key);
  const unclear = await readUnclear(tx, key, wanted);
  const place = isRequeued && unclear.length > 0 ? await drawPlaces(tx) : 0;
  const now = deps.clock.now().getTime();
  await writeChanges(
    context,
    unclear.map(({ recipient_id, token, ...held }, index) => {
      const facts = { ...held, status, campaign_id: key.campaign_id };
      const change = judgeSettlement(wanted.outcome, facts, now);
      return { ...key, recipient_id, token, change, place: place + index };
    }),
  );
  if (isRequeued && unclear.length > 0) deps.nudges.nudge(context, key.user_id);
  const isMore = wanted.recipient_ids === undefined && unclear.length === BATCH;
  return { settled: unclear.length, last_id: isMore ? (unclear.at(-1)?.recipient_id ?? null) : null };
}

/** Names become pending again, behind all marks: their list's lock comes before the user's. */
async function holdLine(tx: Tx, key: CampaignKey): Promise<void> {
  const { list_id } = await getCampaign(tx, key);
  if (list_id !== null) await lockListSoon(tx, list_id);
}

async function getCampaign(
  tx: Tx,
  { user_id, campaign_id }: CampaignKey,
): Promise<{ status: CampaignStatus; list_id: number | null }> {
  const campaign = await tx
    .selectFrom('campaigns')
    .select(['status', 'list_id'])
    .where('user_id', '=', user_id)
    .where('id', '=', campaign_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!campaign) throw notFound('Campaign not found');
  return campaign;
}

type Unclear = Pick<UnclearFacts, 'is_held' | 'is_pending'> & { recipient_id: number; token: string | null };

async function readUnclear(
  tx: Tx,
  { user_id, campaign_id }: CampaignKey,
  { recipient_ids, after_id }: Wanted,
): Promise<Unclear[]> {
  const { rows } = await tx.query<Unclear>(
    `select d.recipient_id, d.token, coalesce(r.campaign_id = $2, false) as is_held,
      coalesce(r.status = 'pending', false) as is_pending
    from (select recipient_id, token from deliveries
      where user_id = $1 and campaign_id = $2 and unsent = 'uncertain'
        and case when $3::bigint[] is null then recipient_id > $4 else recipient_id = any ($3) end
      order by recipient_id limit $5) d
    left join recipients r on r.user_id = $1 and r.id = d.recipient_id
    order by d.recipient_id`,
    [user_id, campaign_id, recipient_ids ?? null, after_id, recipient_ids?.length ?? BATCH],
  );
  return rows;
}

/** The first of new places at the end of all lines. */
async function drawPlaces(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ place: number }>(
    `select (nextval('recipient_position') << 24) + 1 as place`,
  );
  return rows[0]?.place as number;
}
