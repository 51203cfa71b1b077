import { BEGIN_SLOWLY, type CAP_REASONS, slowCap } from '../campaigns/caps.ts';
import { firstMomentAfter, localTime, type Zone } from '../local-time.ts';
import type { Ms } from './change.ts';
import type {
  CanaryFacts,
  Counted,
  PacedAccount,
  PacedProfile,
  Profile,
  SendingDay,
  Settings,
} from './facts.ts';
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
export function countedHour(hour: string | null, counted_at: Ms | null, here: Here): string {
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

/** What a profile has begun on the day of now. */
export function begunToday({ counted_day, begun_today, counted_at }: Counted, here: Here): number {
  return counted_day === countedDay(counted_day, counted_at, here) ? begun_today : 0;
}

/** What it has begun in the hour of now. */
export function begunThisHour({ counted_hour, begun_this_hour, counted_at }: Counted, here: Here): number {
  return counted_hour === countedHour(counted_hour, counted_at, here) ? begun_this_hour : 0;
}

/** Which of its sending days it is for a profile that begins slowly; null: it does not, or not any more. */
export function slowDay(profile: PacedProfile, here: Here): number | null {
  const nth = sendingDay(profile.warm_up_day, begunToday(profile, here));
  return nth !== null && nth <= BEGIN_SLOWLY.days ? nth : null;
}

/** The same with the days after the slow ones; of its counters of now. */
export function sendingDay(warm_up_day: number | null, begun_today: number): number | null {
  if (warm_up_day === null) return null;
  return warm_up_day + (warm_up_day === 0 || begun_today === 0 ? 1 : 0);
}

/** What a profile that begins slowly may send on its nth sending day; null: any number. */
export function slowCapOn(nth: number | null): number | null {
  return nth === null || nth > BEGIN_SLOWLY.days ? null : slowCap(nth);
}

type Cap = number | null;

/** The caps of all profiles of an account. */
export type CapsOfAll = Pick<Settings, 'profile_cap_hour' | 'profile_cap_day'>;

/** How much a profile may begin in an hour and on a day; null: any number. */
interface ProfileCaps {
  hour: Cap;
  day: Cap;
  /** Which cap that is; null without one. */
  because: (typeof CAP_REASONS)[number] | null;
}

/** The caps that apply to a profile: the smallest of each kind, halved after a block. */
export function capsOf(profile: PacedProfile, settings: CapsOfAll, here: Here): ProfileCaps {
  const slow = slowCapOn(sendingDay(profile.warm_up_day, begunToday(profile, here)));
  const hour = least(profile.cap_hour, settings.profile_cap_hour);
  const day = least(profile.cap_day, settings.profile_cap_day, slow);
  if (hour === null && day === null) return { hour, day, because: null };
  if (profile.slow_until !== null && profile.slow_until > here.moment)
    return { hour: hour && halfOf(hour), day: day && halfOf(day), because: 'half' };
  const isOwn = day === null ? profile.cap_hour === hour : profile.cap_day === day;
  const isSlow = day !== null && day === slow && day !== settings.profile_cap_day;
  return { hour, day, because: isOwn ? 'own' : isSlow ? 'begin_slowly' : 'account' };
}

/** What is left of a cap after a block. */
export const halfOf = (cap: number): number => Math.ceil(cap / 2);

function least(...caps: Cap[]): Cap {
  const set = caps.filter((cap) => cap !== null);
  return set.length === 0 ? null : Math.min(...set);
}

/** Whether the caps of a profile let it begin one more. */
export function hasRoom(profile: PacedProfile, settings: Settings, here: Here): boolean {
  const caps = capsOf(profile, settings, here);
  return !isDayFull(profile, caps, here) && !isHourFull(profile, caps, here);
}

const isDayFull = (profile: Counted, { day }: ProfileCaps, here: Here) =>
  day !== null && begunToday(profile, here) >= day;
const isHourFull = (profile: Counted, { hour }: ProfileCaps, here: Here) =>
  hour !== null && begunThisHour(profile, here) >= hour;

/** The cap of a profile that is reached, and what was begun of it: that of the day, else that of the hour. */
export function reachedCap(profile: PacedProfile, settings: Settings, here: Here) {
  const caps = capsOf(profile, settings, here);
  if (isDayFull(profile, caps, here))
    return { per: 'day', cap: caps.day, begun: begunToday(profile, here) } as const;
  if (isHourFull(profile, caps, here))
    return { per: 'hour', cap: caps.hour, begun: begunThisHour(profile, here) } as const;
  return null;
}

/** From when on the caps of a profile let it send: now, or later. */
export function belowCapsAt(profile: PacedProfile, { settings, zone }: PacedAccount, now: Ms): Ms {
  const here = hereOf(zone, now);
  const caps = capsOf(profile, settings, here);
  const { counted_day, counted_hour, slow_until } = profile;
  const ends = Math.max(
    counted_day !== null && isDayFull(profile, caps, here) ? firstMomentAfterDay(counted_day, zone) : now,
    counted_hour !== null && isHourFull(profile, caps, here) ? firstMomentAfter(counted_hour, zone) : now,
  );
  // Half ends earlier, and what was begun is below the whole caps.
  if (slow_until !== null && slow_until > now && slow_until < ends)
    return hasRoom(profile, settings, hereOf(zone, slow_until)) ? slow_until : ends;
  return ends;
}

/** Whether the day's cap of a campaign, or of the account, is reached. */
export function isDayReached(cap: Cap, day: SendingDay | null, here: Here): cap is number {
  return cap !== null && day !== null && begunOn(day, here) >= cap;
}

/** From when on such a cap lets it send: now, or later. */
export function belowCapAt(cap: number, day: SendingDay, { zone, now }: { zone: Zone; now: Ms }): Ms {
  const here = hereOf(zone, now);
  return begunOn(day, here) < cap
    ? now
    : firstMomentAfterDay(countedDay(day.day, day.counted_at, here), zone);
}

/** The first moment at which the clocks of a zone show a later day. */
export const firstMomentAfterDay = (day: string, zone: Zone): Ms => firstMomentAfter(`${day}T23`, zone);

/** What a grant makes of a profile's counters. */
export function countGrant(profile: Profile, here: Here): Counted & Pick<Profile, 'warm_up_day'> {
  return {
    ...countToday(profile, here),
    ...countThisHour(profile, here),
    counted_at: here.moment,
    warm_up_day: unlessSlowIsOver(sendingDay(profile.warm_up_day, begunToday(profile, here))),
  };
}

/** One message more on the day of now. */
export function countToday(counted: Counted, here: Here): Pick<Counted, 'counted_day' | 'begun_today'> {
  return {
    counted_day: countedDay(counted.counted_day, counted.counted_at, here),
    begun_today: begunToday(counted, here) + 1,
  };
}

/** One message more in the hour of now. */
export function countThisHour(
  counted: Counted,
  here: Here,
): Pick<Counted, 'counted_hour' | 'begun_this_hour'> {
  return {
    counted_hour: countedHour(counted.counted_hour, counted.counted_at, here),
    begun_this_hour: begunThisHour(counted, here) + 1,
  };
}

/** The sending day of a profile that begins slowly; null once the last slow one has passed. */
export const unlessSlowIsOver = (nth: number | null): number | null =>
  nth === BEGIN_SLOWLY.days + 1 ? null : nth;

/** What a grant makes of the count of a campaign, or of the account. */
export function countOnDay(day: SendingDay, here: Here): SendingDay {
  return {
    day: countedDay(day.day, day.counted_at, here),
    begun: begunOn(day, here) + 1,
    counted_at: here.moment,
  };
}

/** How many a day's cap still lets be handed out: who is handed out and not begun has a place in it. */
export function roomOf(
  cap: number | null,
  { day, handed_out }: { day: SendingDay | null; handed_out: number | null },
  here: Here,
): number {
  return cap === null || day === null
    ? Number.POSITIVE_INFINITY
    : cap - begunOn(day, here) - (handed_out ?? 0);
}

/** How many new people a campaign's canary still lets be taken from its line (docs/engine.md#canary). */
export function canaryRoom({
  canary,
  is_canary_over,
  total_sent,
  total_failed,
  in_work,
}: CanaryFacts): number {
  return canary === null || is_canary_over
    ? Number.POSITIVE_INFINITY
    : canary - total_sent - total_failed - in_work;
}
