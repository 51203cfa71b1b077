import type { Campaign, CampaignDetails } from '@pigeonpost/contract/calls/campaigns';
import { pendingOf } from '@pigeonpost/contract/campaigns';
import { forecast, USUAL_RETRY_RATE } from '@pigeonpost/contract/forecast';
import type { Tx } from '../../database/transaction.ts';
import type { CampaignKey } from '../../engine/context.ts';
import { getAllInputs, listProfileInputs } from './forecast-queries.ts';
import { inputsOf } from './plan-forecast.ts';

type Ends = Pick<CampaignDetails, 'ends_early' | 'ends_late'>;

const NONE: Ends = { ends_early: null, ends_late: null };

/**
 * When a campaign ends at the earliest and at the latest, by the forecast of all who are left: nobody is judged for it, so
 * that it costs as little with a long list (docs/behaviour.md#forecast). Each person of a follow-up waits for one profile;
 * who waits for which is only counted by its plan.
 */
export async function findEnds(
  tx: Tx,
  key: CampaignKey,
  { campaign, isFollowUp, now }: { campaign: Campaign; isFollowUp: boolean; now: Date },
): Promise<Ends> {
  const { status, stage, start_at, countdown_until } = campaign;
  const people = pendingOf(campaign);
  const hasEnded = status === 'completed' || status === 'failed';
  if (hasEnded || stage === 'draft' || isFollowUp || people === 0) return NONE;
  const { profiles_used: ids, retry_rate, ...inputs } = await getAllInputs(tx, { ...key, now });
  const profiles = await listProfileInputs(tx, { ...key, ids, now, isShown: false });
  const { early, late } = forecast({
    as_of: now.toISOString(),
    ...inputs,
    start_at: stage === 'scheduled' ? start_at : countdown_until,
    people,
    profiles: profiles.map(inputsOf),
    retry_rate: retry_rate ?? USUAL_RETRY_RATE,
  });
  return { ends_early: early, ends_late: late };
}
