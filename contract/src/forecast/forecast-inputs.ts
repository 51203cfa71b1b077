import type { SendingTimes } from '../open-hours.ts';
import type { WeekMinutes } from '../sending-hours.ts';

/** A profile of a forecast. Its counters are those of now. */
export interface ForecastProfile {
  /** Whether it can send, now or by itself later; one that cannot counts as none. */
  is_able: boolean;
  /** It rests until then, and goes on by itself; null: it does not rest. */
  rests_until: string | null;
  /** When other campaigns are forecast to use it: this one does not start within these times. */
  busy: BusyTime[];
  next_send_at: string | null;
  /** Its own caps. */
  cap_hour: number | null;
  cap_day: number | null;
  begun_this_hour: number;
  begun_today: number;
  /** The later hour, 'YYYY-MM-DDTHH', and day to which they belong because the zone was moved west; null: none is later. */
  counted_hour: string | null;
  counted_day: string | null;
  /** On how many days it has sent since it began slowly, with today; null: it does not. */
  warm_up_day: number | null;
  /** It sends at half until then. */
  slow_until: string | null;
  /** Those among the people whom it alone writes to, in a follow-up; null: it has none of its own. */
  people: number | null;
}

/** The time in which another campaign is forecast to use a profile. */
export interface BusyTime {
  campaign: string;
  from: string;
  until: string;
}

/** Another campaign that takes from the account's cap. */
export interface SharingCampaign {
  starts_at: string;
  people: number;
  /** Its messages on a full day without the account's cap. */
  full_day: number;
}

/** All that a forecast depends on (docs/behaviour.md#forecast). */
export interface ForecastInputs extends SendingTimes {
  as_of: string;
  campaign_hours: WeekMinutes | null;
  start_at: string | null;
  not_after: string | null;
  people: number;
  profiles: ForecastProfile[];
  delay_start: number;
  delay_end: number;
  /** Caps of each profile. */
  profile_cap_hour: number | null;
  profile_cap_day: number | null;
  /** The account's cap, and what it has begun today. */
  cap_day: number | null;
  begun_today: number;
  counted_day: string | null;
  /** The campaign's. */
  campaign_cap_day: number | null;
  campaign_begun_today: number;
  campaign_counted_day: string | null;
  retry_rate: number;
  /** So many of the people get it before the campaign pauses for a look; null: it does not pause. */
  canary: number | null;
  sharing: SharingCampaign[];
  /** Paused campaigns that would share the account's cap or a profile: the forecast holds if they send nothing. */
  uncounted: string[];
}

/**
 * Why a forecast has no end: no profile can send, hours and quiet dates leave no moment, its last moment comes first, or it
 * takes longer than a year.
 */
export const FORECAST_STOPS = ['profiles', 'hours', 'last_moment', 'year'] as const;
export type ForecastStop = (typeof FORECAST_STOPS)[number];
