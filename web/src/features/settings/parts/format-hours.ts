import { wallTime } from '@pigeonpost/contract/local-time';
import { nextOpen, type SendingTimes } from '@pigeonpost/contract/open-hours';
import type { WeekMinutes } from '@pigeonpost/contract/sending-hours';
import { formatMoment } from '../../../format/format-time.ts';
import { dayName } from '../../../limits/week.ts';

const MINUTES_AN_HOUR = 60;
const DAY_MS = 86_400_000;
const DAY_MINUTES = 1440;
const DAYS_AHEAD = 60;
const NAMES = new Intl.ListFormat('en-GB');

/** '40 hours a week', with the days on which nothing is sent. */
export function formatWeek(minutes: WeekMinutes): { hours: string; off: string } {
  const total = minutes.reduce((sum, [from, to]) => sum + to - from, 0);
  const [hours, rest] = [Math.floor(total / MINUTES_AN_HOUR), total % MINUTES_AN_HOUR];
  const words = rest === 0 ? `${hours} ${hours === 1 ? 'hour' : 'hours'}` : `${hours} h ${rest} min`;
  const off = [1, 2, 3, 4, 5, 6, 7].filter(
    (day) => !minutes.some(([from, to]) => from < day * DAY_MINUTES && to > (day - 1) * DAY_MINUTES),
  );
  return {
    hours: `${words} a week`,
    off: off.length === 0 ? '' : `, off on ${NAMES.format(off.map(dayName))}`,
  };
}

/** 'now', or the next moment at which a message may go: 'Mon 14-09 at 09:00', in the user's zone; undefined if there is none. */
export function formatNext(times: SendingTimes, nowMs: number): string | undefined {
  const next = nextOpen(times, nowMs);
  if (next === undefined) return undefined;
  return next === nowMs ? 'now' : formatMoment(next, nowMs);
}

/** 'Sunday 14:10' in a zone. */
export function formatWallClock(ms: number, zone: string): string {
  const iso = new Date(wallTime(ms, zone)).toISOString();
  return `${weekday.format(Date.parse(iso))} ${iso.slice(11, 16)}`;
}

/** The day, within two months, on which the clock of a zone is changed: '25-10'. */
export function findClockChange(nowMs: number, zone: string): string | undefined {
  const aheadAt = (ms: number) => wallTime(ms, zone) - ms;
  for (let day = 0; day < DAYS_AHEAD; day += 1) {
    const [from, to] = [nowMs + day * DAY_MS, nowMs + (day + 1) * DAY_MS];
    if (aheadAt(from) === aheadAt(to)) continue;
    let [before, after] = [from, to];
    while (after - before > 1000) {
      const middle = Math.floor((before + after) / 2);
      if (aheadAt(middle) === aheadAt(from)) before = middle;
      else after = middle;
    }
    return dayOf(new Date(wallTime(before, zone)).toISOString());
  }
  return undefined;
}

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' });

const dayOf = (iso: string) => `${iso.slice(8, 10)}-${iso.slice(5, 7)}`;
