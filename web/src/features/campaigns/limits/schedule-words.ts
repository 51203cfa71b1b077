import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { startError } from '@pigeonpost/contract/campaigns';
import { wallTime } from '@pigeonpost/contract/local-time';
import { momentOfWall } from '@pigeonpost/contract/moment-of-wall';
import { formatDuration, formatMoment } from '../../../format/format-time.ts';

/** A moment as the fields of a day and a time have it. */
export function typedMoment(ms: number, zone: string): { day: string; time: string } {
  const shown = new Date(wallTime(ms, zone)).toISOString();
  return { day: shown.slice(0, 10), time: shown.slice(11, 16) };
}

/** What a typed day ('2026-09-14') and time ('09:00') of a zone mean: a moment, or why there is none. */
export function readMoment({ day, time }: { day: string; time: string }, zone: string) {
  // Of other forms engines make a day of their own.
  const wall = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T${time}Z`) : Number.NaN;
  if (time === '' || Number.isNaN(wall)) return { error: 'Choose a day and a time' };
  const found = momentOfWall(wall, zone);
  if ('ms' in found) return found;
  const clock = (ms: number) => new Date(ms).toISOString().slice(11, 16);
  const [year, month, date] = new Date(found.gap.from).toISOString().slice(0, 10).split('-');
  return {
    error: `On ${date}-${month}-${year} the clock goes from ${clock(found.gap.from)} to ${clock(found.gap.to)}. Choose another time.`,
  };
}

/** The same, if a campaign can start then. */
export function readStart(
  typed: { day: string; time: string },
  { zone, nowMs, not_after }: { zone: string; nowMs: number; not_after: string | null },
) {
  const read = readMoment(typed, zone);
  if ('error' in read) return read;
  const notAfter = not_after === null ? null : Date.parse(not_after);
  const error = startError(read.ms, { now: nowMs, notAfter });
  return error === undefined ? read : { error };
}

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' });

/** 'Monday, Europe/Oslo, in 18 h 50 min' for a typed day and its moment. */
export function describeMoment(
  { day, time }: { day: string; time: string },
  { ms, isFirstOfTwo, zone, nowMs }: { ms: number; isFirstOfTwo: boolean; zone: string; nowMs: number },
): string {
  const summer = isFirstOfTwo ? `${time} (summer time), ` : '';
  return `${summer}${weekday.format(Date.parse(day))}, ${zone}, in ${formatDuration((ms - nowMs) / 1000)}`;
}

type Scheduled = Pick<Campaign, 'stage' | 'start_at' | 'start_problem'>;

/** 'Was to start Mon 14-09 at 09:00, while the server was off.' */
export function overdueWords({ start_at, start_problem }: Scheduled, nowMs: number): string {
  const moment = start_at === null ? '' : ` ${formatMoment(start_at, nowMs)}`;
  const why = start_problem === null ? ', while the server was off' : `: ${start_problem}`;
  return `Was to start${moment}${/[.!?]$/.test(why) ? why : `${why}.`}`;
}
