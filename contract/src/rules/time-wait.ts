import type { TimeWaitKind } from '../campaigns/standstills.ts';
import { localTime } from '../local-time.ts';
import { CLAIM_MS, mayClaimAt, nextOpen } from '../open-hours.ts';
import { allowedAt, type CampaignTimes, profileAllowedAt } from './allowed-at.ts';
import { type Here, hereOf, isDayReached, reachedCap } from './caps.ts';
import type { Ms } from './change.ts';
import type { PacedProfile } from './facts.ts';
import { timesOf } from './time.ts';

/** The rule of time that keeps a profile from sending in its campaign, and until when; null: for good. */
export type TimeRule = { until: Ms | null } & (
  | { kind: Exclude<TimeWaitKind, 'quiet_date' | `cap_${string}`> }
  /** The date, 'YYYY-MM-DD', that is quiet. */
  | { kind: 'quiet_date'; day: string }
  /** The day's cap that is reached. */
  | { kind: 'cap_account' | 'cap_campaign'; cap: number }
  /** The profile's own, and what was begun of it. */
  | { kind: 'cap_profiles'; reached: NonNullable<ReturnType<typeof reachedCap>> }
);

/**
 * Judges the profiles of one campaign: when each may send next, infinity being never, and which rule keeps it from sending now;
 * null: none of those that a page names does.
 */
export function timeJudge(
  times: CampaignTimes,
  now: Ms,
): (profile: PacedProfile) => { at: Ms; rule: TimeRule | null } {
  const ofCampaign = allowedAt(times, now);
  const here = hereOf(times.account.zone, now);
  const ofAll = ofCampaign > now ? findRule(times, here) : null;
  return (profile) => {
    const at = profileAllowedAt(profile, times, { ofCampaign, now });
    const rule = at > now ? (ofAll ?? findCap(profile, times, here)) : null;
    return { at, rule: rule && { ...rule, until: Number.isFinite(at) && rule.kind !== 'never' ? at : null } };
  };
}

type Rule<Of = TimeRule> = Of extends TimeRule ? Omit<Of, 'until'> : never;

/** The rule that keeps all profiles of a campaign from sending. */
function findRule(times: CampaignTimes, here: Here): Rule | null {
  const { account, campaign } = times;
  const { quiet_dates, ...open } = timesOf(account, campaign);
  const { moment } = here;
  if (nextOpen({ ...open, quiet_dates }, moment) === undefined) return { kind: 'never' };
  if (!mayClaimAt({ ...open, quiet_dates: [] }, moment)) return { kind: 'hours' };
  if (!mayClaimAt({ ...open, hours: null, quiet_dates }, moment)) {
    const isToday = quiet_dates.some(({ from, to }) => from <= here.day && here.day <= to);
    return {
      kind: 'quiet_date',
      day: isToday ? here.day : localTime(moment + CLAIM_MS, account.zone).day,
    };
  }
  const { cap_day } = account.settings;
  if (isDayReached(cap_day, times.account_day, here)) return { kind: 'cap_account', cap: cap_day };
  if (isDayReached(campaign.cap_day, times.campaign_day, here))
    return { kind: 'cap_campaign', cap: campaign.cap_day };
  return null;
}

function findCap(profile: PacedProfile, { account }: CampaignTimes, here: Here): Rule | null {
  const reached = reachedCap(profile, account.settings, here);
  return reached && { kind: 'cap_profiles', reached };
}
