import { CLAIM_MS, nextOpen } from '../open-hours.ts';
import { belowCapAt, belowCapsAt } from './caps.ts';
import type { Ms } from './change.ts';
import type { Campaign, PacedAccount, PacedProfile, SendingDay } from './facts.ts';
import { isBeforeLast, isCountingDown, timesOf } from './time.ts';

// When something may be sent next, by hours, quiet dates, caps, the countdown and the last moment (docs/engine.md#sending-hours).

/** What decides when a campaign may send. */
export interface CampaignTimes {
  account: PacedAccount;
  campaign: Pick<Campaign, 'id' | 'countdown_until' | 'not_after' | 'hours' | 'cap_day'>;
  /** What the account and the campaign have begun on a day, where their day has a cap. */
  account_day: SendingDay | null;
  campaign_day: SendingDay | null;
}

/** From when on all rules of time let a campaign hand out: now, or later; infinity: never. */
export function allowedAt(times: CampaignTimes, now: Ms): Ms {
  const { account, campaign } = times;
  const { countdown_until } = campaign;
  const starts = countdown_until !== null && isCountingDown(campaign, now) ? countdown_until : now;
  const below = daysOf(times).map(({ cap, day }) => belowCapAt(cap, day, { zone: account.zone, now }));
  const opens = nextOpen(timesOf(account, campaign), Math.max(starts, ...below));
  return opens !== undefined && isBeforeLast(campaign, opens + CLAIM_MS) ? opens : Number.POSITIVE_INFINITY;
}

/** The same for one of its profiles. `ofCampaign`: what `allowedAt` gives now. */
export function profileAllowedAt(
  profile: PacedProfile,
  times: CampaignTimes,
  { ofCampaign, now }: { ofCampaign: Ms; now: Ms },
): Ms {
  const below = belowCapsAt(profile, times.account, now);
  return below <= ofCampaign ? ofCampaign : allowedAt(times, below);
}

/** The days of a campaign that have a cap. */
function daysOf({ account, campaign, account_day, campaign_day }: CampaignTimes) {
  return [
    { cap: account.settings.cap_day, day: account_day },
    { cap: campaign.cap_day, day: campaign_day },
  ].flatMap(({ cap, day }) => (cap === null || day === null ? [] : [{ cap, day }]));
}
