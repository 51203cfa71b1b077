import type { Settlement } from '@pigeonpost/contract/campaigns';
import { lockListSoon } from '../../database/locks.ts';
import { notFound } from '../../errors.ts';
import { askWithin } from '../ask-engine.ts';
import type { CampaignKey, EngineContext } from '../context.ts';
import { lockEngine } from '../engine-lock.ts';

// A line of the log for each: short enough that Pause, which needs the user's lock too, does not wait noticeably.
const BATCH = 500;
// Only an import holds a list for longer, and a browser gives up much later.

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
  { user_id, campaign_id }: CampaignKey,
  { outcome, recipient_ids, after_id }: Wanted,
): Promise<{ settled: number; last_id: number | null }> {
  if (outcome === 'not_sent') await holdLine(context, { user_id, campaign_id });
  await lockEngine(context, { user_ids: [user_id] });
  const answer = await askWithin<{ settled: number; last_id: number | null } | null>(
    context,
    'settle_uncertain',
    [
      user_id,
      campaign_id,
      outcome === 'sent',
      recipient_ids ?? null,
      after_id,
      recipient_ids?.length ?? BATCH,
    ],
  );
  if (!answer) throw notFound('Campaign not found');
  if (outcome === 'not_sent' && answer.settled > 0) context.deps.nudges.nudge(context, user_id);
  const isMore = recipient_ids === undefined && answer.settled === BATCH;
  return { settled: answer.settled, last_id: isMore ? answer.last_id : null };
}

/** Names become pending again, behind all marks: their list's lock comes before the user's. */
async function holdLine({ tx }: EngineContext, { user_id, campaign_id }: CampaignKey): Promise<void> {
  const campaign = await tx
    .selectFrom('campaigns')
    .select('list_id')
    .where('user_id', '=', user_id)
    .where('id', '=', campaign_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!campaign) throw notFound('Campaign not found');
  if (campaign.list_id !== null) await lockListSoon(tx, campaign.list_id);
}
