import { allowedAt, type CampaignTimes, profileAllowedAt } from './allowed-at.ts';
import type { Ms } from './change.ts';
import { type ClaimFacts, isOfAgent, type Running } from './due-senders.ts';
import type { RunningCampaign, Sender } from './facts.ts';
import { isEligible, maySend } from './time.ts';

/** What a work call that found nothing waits for (docs/engine.md#waiting-for-work). */
export interface NextWork {
  /** When one of its profiles, or somebody to try again, falls due next and may go; null: nobody does by itself. */
  next_at: Ms | null;
  /** Until then, or for good without it, only a nudge can bring work: the rules of time alone keep the profiles from sending. */
  is_quiet: boolean;
  /** The user may send, and the links of all their running campaigns lead somewhere; else these have to be paused. */
  may_go_on: boolean;
}

/** What a work call waits for; `has_others`: profiles that it named belong to machines that may go away. */
export function findNextWork<S extends Sender, R extends RunningCampaign>(
  facts: ClaimFacts<S, R> & { has_others: boolean },
  now: Ms,
): NextWork {
  const { account, running } = facts;
  if (running.length === 0) return { next_at: null, is_quiet: !facts.has_others, may_go_on: true };
  const campaigns = running.map((one) => waitOf(one, facts, now));
  const moments = campaigns.flatMap(({ moments }) => moments);
  const next = Math.min(...moments);
  const next_at = Number.isFinite(next) ? next : null;
  // Who has no profile here says nothing of whether the others wait.
  const waiting = campaigns.flatMap(({ is_waiting }) => (is_waiting === null ? [] : [is_waiting]));
  return {
    next_at,
    is_quiet: next_at !== null && waiting.length > 0 && !waiting.includes(false),
    may_go_on: maySend(account, now) && running.every(({ campaign }) => campaign.is_public !== false),
  };
}

/** The moments ahead at which a campaign may go on, and whether only rules of time keep it; null: none of its profiles is here. */
function waitOf<S extends Sender, R extends RunningCampaign>(
  running: Running<S, R>,
  facts: ClaimFacts<S, R>,
  now: Ms,
): { moments: Ms[]; is_waiting: boolean | null } {
  const { account, day } = facts;
  const { campaign, next_retry_at } = running;
  const times: CampaignTimes = { account, campaign, account_day: day, campaign_day: running.day };
  const ofCampaign = allowedAt(times, now);
  const senders = running.senders
    .filter((sender) => isEligible(sender.profile) && isOfAgent(sender, facts))
    .map(({ profile, is_at_work, next_send_at, fault_until }) => {
      const allowed_at = profileAllowedAt(profile, times, { ofCampaign, now });
      const free_at = is_at_work ? null : Math.max(allowed_at, next_send_at ?? now, fault_until ?? now);
      return { free_at, isWaiting: !is_at_work && allowed_at > now };
    });
  const free = senders.flatMap(({ free_at }) => (free_at === null ? [] : [free_at]));
  const retries =
    next_retry_at === null
      ? []
      : [Math.max(next_retry_at, ofCampaign, ...(free.length > 0 ? [Math.min(...free)] : []))];
  const isWaiting = senders.length === 0 ? null : senders.every(({ isWaiting }) => isWaiting);
  return {
    moments: [...free.filter((at) => at > now), ...retries],
    is_waiting: ofCampaign > now ? true : isWaiting,
  };
}
