import type { Profile } from '@pigeonpost/contract/calls/profiles';
import { formatClock, formatDateTime } from '../../../format/format-time.ts';

const A_DAY_MS = 86_400_000;

/** '20 of 20 today, again at 00:00': the cap that is reached, and when the profile may send again. */
export function cappedWords(
  { cap_now, begun_today, begun_this_hour }: Pick<Profile, 'cap_now' | 'begun_today' | 'begun_this_hour'>,
  { until, nowMs }: { until: string; nowMs: number },
): string {
  const isDay = cap_now.day !== null && begun_today >= cap_now.day;
  const reached = isDay
    ? `${begun_today} of ${cap_now.day} today`
    : `${begun_this_hour} of ${cap_now.hour} this hour`;
  const isSoon = Date.parse(until) - nowMs <= A_DAY_MS;
  return `${reached}, again ${isSoon ? `at ${formatClock(until)}` : formatDateTime(until)}`;
}
