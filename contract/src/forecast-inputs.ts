import type { SendingTimes } from './open-hours.ts';
import type { WeekMinutes } from './sending-hours.ts';

/** A profile of a forecast. Its counters are those of now. */
export interface ForecastProfile {
  /** Whether it can send; one that cannot counts as none. */
  is_able: boolean;
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
}
