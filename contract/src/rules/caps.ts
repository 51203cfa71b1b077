import { BEGIN_SLOWLY, slowCap } from '../campaigns/caps.ts';
import { localTime, type Zone } from '../local-time.ts';
import type { Ms } from './change.ts';
import type { Counted, Profile, SendingDay, Settings } from './facts.ts';
import { SLACK_MS } from './time.ts';

// How much may be sent (docs/engine.md#caps). Only grants are counted, each once, in the day and the clock hour of the user.

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DAY_LENGTH = 'YYYY-MM-DD'.length;
const HOUR_LENGTH = 'YYYY-MM-DDTHH'.length;

/** What the user's clock shows at a moment. */
export interface Here {
  day: string;
  hour: string;
  moment: Ms;
}

/** What the clocks of this zone show at the moment. */
export function hereOf(zone: Zone, moment: Ms): Here {
  const { day, hour } = localTime(moment, zone);
  return { day, hour, moment };
}

/**
 * The day to which a counter belongs now. It is a new one once the clock shows a later one. An earlier one, because the zone
 * was moved west, goes on with the counter, unless that was counted at a moment that lies ahead: the clock was wrong.
 */
export function countedDay(day: string | null, counted_at: Ms | null, here: Here): string {
  if (day === null || day <= here.day || !isCountedBefore(counted_at, here)) return here.day;
  return day === dayAfter(here.day) ? day : here.day;
}

/** The same of an hour. */
function countedHour(hour: string | null, counted_at: Ms | null, here: Here): string {
  if (hour === null || hour <= here.hour || !isCountedBefore(counted_at, here)) return here.hour;
  return hour <= hourOfTomorrow(here.hour) ? hour : here.hour;
}

// As far as two servers' clocks agree.
const isCountedBefore = (counted_at: Ms | null, { moment }: Here) =>
  counted_at === null || counted_at <= moment + SLACK_MS;

const dayAfter = (day: string) => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, DAY_LENGTH);
const hourOfTomorrow = (hour: string) =>
  new Date(Date.parse(`${hour}:00Z`) + DAY_MS).toISOString().slice(0, HOUR_LENGTH);

/** What a campaign, or the account, has begun on the day of now. */
export function begunOn({ day, begun, counted_at }: SendingDay, here: Here): number {
  return day === countedDay(day, counted_at, here) ? begun : 0;
}

function begunToday({ counted_day, begun_today, counted_at }: Counted, here: Here): number {
  return counted_day === countedDay(counted_day, counted_at, here) ? begun_today : 0;
}

function begunThisHour({ counted_hour, begun_this_hour, counted_at }: Counted, here: Here): number {
  return counted_hour === countedHour(counted_hour, counted_at, here) ? begun_this_hour : 0;
}

/** Which of its sending days it is for a profile that begins slowly; null: it does not. */
function slowDay(profile: Profile, here: Here): number | null {
  const { warm_up_day } = profile;
  if (warm_up_day === null) return null;
  return warm_up_day + (warm_up_day === 0 || begunToday(profile, here) === 0 ? 1 : 0);
}

type Cap = number | null;

/** The caps that apply to a profile: the smallest of each kind, halved after a block. */
function capsOf(profile: Profile, settings: Settings, here: Here): { hour: Cap; day: Cap } {
  const nth = slowDay(profile, here);
  const slow = nth !== null && nth <= BEGIN_SLOWLY.days ? slowCap(nth) : null;
  const isHalf = profile.slow_until !== null && profile.slow_until > here.moment;
  const half = (cap: Cap) => (cap !== null && isHalf ? Math.ceil(cap / 2) : cap);
  return {
    hour: half(least(profile.cap_hour, settings.profile_cap_hour)),
    day: half(least(profile.cap_day, settings.profile_cap_day, slow)),
  };
}

function least(...caps: Cap[]): Cap {
  const set = caps.filter((cap) => cap !== null);
  return set.length === 0 ? null : Math.min(...set);
}

/** Whether the caps of a profile let it begin one more. */
export function hasRoom(profile: Profile, settings: Settings, here: Here): boolean {
  const { hour, day } = capsOf(profile, settings, here);
  return (
    (day === null || begunToday(profile, here) < day) &&
    (hour === null || begunThisHour(profile, here) < hour)
  );
}

/** What a grant makes of a profile's counters. */
export function countGrant(profile: Profile, here: Here): Counted & Pick<Profile, 'warm_up_day'> {
  const nth = slowDay(profile, here);
  return {
    counted_day: countedDay(profile.counted_day, profile.counted_at, here),
    begun_today: begunToday(profile, here) + 1,
    counted_hour: countedHour(profile.counted_hour, profile.counted_at, here),
    begun_this_hour: begunThisHour(profile, here) + 1,
    counted_at: here.moment,
    // Over once its last slow day has passed.
    warm_up_day: nth === BEGIN_SLOWLY.days + 1 ? null : nth,
  };
}

/** What a grant makes of the count of a campaign, or of the account. */
export function countOnDay(day: SendingDay, here: Here): SendingDay {
  return {
    day: countedDay(day.day, day.counted_at, here),
    begun: begunOn(day, here) + 1,
    counted_at: here.moment,
  };
}
