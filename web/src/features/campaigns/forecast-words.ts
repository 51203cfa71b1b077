import type { Forecast } from '@pigeonpost/contract/forecast';
import { formatNoun } from '../../format/format-number.ts';
import { formatClock, formatWeekday } from '../../format/format-time.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** 'About' is said to ten minutes. */
const ROUND_MS = 10 * MINUTE_MS;

type End = Pick<Forecast, 'first_at' | 'ends_at' | 'early' | 'late' | 'unreached'>;

/** When a campaign ends: the moment, and how sure that is; undefined where nothing can be sent. */
export function endWords(
  { first_at, ends_at, early, late, unreached }: End,
  { nowMs, notAfter }: { nowMs: number; notAfter: string | null },
): { moment: string; range: string } | undefined {
  if (first_at === null) return undefined;
  if (ends_at === null) {
    const people = formatNoun(unreached, 'person is', 'people are');
    return { moment: notAfter === null ? 'More than a year' : `${people} not reached`, range: '' };
  }
  const at = Date.parse(ends_at);
  const before = early === null ? 0 : at - Date.parse(early);
  if (late === null || before !== Date.parse(late) - at)
    return {
      moment: `between ${fullMoment(early ?? ends_at, nowMs)} and ${late === null ? 'more than a year' : fullMoment(late, nowMs)}`,
      range: '',
    };
  const round = Math.round(at / ROUND_MS) * ROUND_MS;
  return {
    moment: `${formatWeekday(round, nowMs)} about ${formatClock(round)}`,
    range: `± ${width(before)}`,
  };
}

/** 'Mon 14-09 09:00'. */
export function fullMoment(iso: string, nowMs: number): string {
  return `${formatWeekday(iso, nowMs)} ${formatClock(iso)}`;
}

function width(ms: number): string {
  if (ms >= DAY_MS) return formatNoun(Math.round(ms / DAY_MS), 'day');
  return ms >= HOUR_MS ? `${Math.round(ms / HOUR_MS)} h` : `${Math.round(ms / MINUTE_MS)} min`;
}
