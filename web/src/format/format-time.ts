import { formatCount, formatNoun } from './format-number.ts';
import { foreignTimeZone, timeParts } from './time-zone.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** 'DD-MM-YYYY HH:mm' in the user's zone, 24-hour; '–' for none. */
export function formatDateTime(iso: string | null | undefined): string {
  return iso ? `${formatDay(iso)} ${formatClock(iso)}` : '–';
}

/** The same for a tooltip, which names the zone where it is not the browser's: '12-09-2026 09:14, Asia/Tokyo'. */
export function formatFull(iso: string): string {
  const zone = foreignTimeZone();
  return `${formatDateTime(iso)}${zone ? `, ${zone}` : ''}`;
}

/** '18:04' today, 'Friday 18:04' within the last six days, else 'DD-MM-YYYY HH:mm'. */
export function formatRecent(iso: string, nowMs: number): string {
  const days = daysBetween(iso, nowMs);
  if (days === 0) return formatClock(iso);
  // For the day in the user's zone, which a date alone does not change any more.
  const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' });
  return days > 0 && days < 7
    ? `${weekday.format(Date.parse(toIsoDay(iso)))} ${formatClock(iso)}`
    : formatDateTime(iso);
}

/** '09:12' today, 'yesterday 17:55', else like formatRecent; and whether it was today. */
export function formatSince(iso: string, nowMs: number): { words: string; isToday: boolean } {
  const days = daysBetween(iso, nowMs);
  const words = days === 1 ? `yesterday ${formatClock(iso)}` : formatRecent(iso, nowMs);
  return { words, isToday: days === 0 };
}

/** The number of midnights of the user's zone in between. */
function daysBetween(iso: string, nowMs: number): number {
  return (Date.parse(toIsoDay(nowMs)) - Date.parse(toIsoDay(iso))) / (DAY * 1000);
}

function toIsoDay(moment: string | number): string {
  const { day, month, year } = timeParts(moment);
  return `${year}-${month}-${day}`;
}

/** 'DD-MM-YYYY' in the user's zone. */
export function formatDay(iso: string): string {
  const { day, month, year } = timeParts(iso);
  return `${day}-${month}-${year}`;
}

/** 'Mon 14-09' in the user's zone; with the year where it is not the one of `nowMs`: 'Mon 14-09-2027'. */
export function formatWeekday(moment: string | number, nowMs: number): string {
  const { day, month, year } = timeParts(moment);
  const isThisYear = year === timeParts(nowMs).year;
  return `${shortWeekday.format(Date.parse(toIsoDay(moment)))} ${day}-${month}${isThisYear ? '' : `-${year}`}`;
}

// For a day of the user's zone, which a date alone does not change any more.
const shortWeekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' });

/** 'Mon 14-09 at 09:00' in the user's zone. */
export function formatMoment(moment: string | number, nowMs: number): string {
  return `${formatWeekday(moment, nowMs)} at ${formatClock(moment)}`;
}

/** 'at 15:00' today, else 'Mon 14-09 at 09:00', in the user's zone. */
export function formatAhead(iso: string, nowMs: number): string {
  return daysBetween(iso, nowMs) === 0 ? `at ${formatClock(iso)}` : formatMoment(iso, nowMs);
}

/** 'HH:mm' in the user's zone. */
export function formatClock(moment: string | number): string {
  const { hour, minute } = timeParts(moment);
  return `${hour}:${minute}`;
}

/** 'HH:mm:ss' in the user's zone, for log lines. */
export function formatClockSeconds(iso: string): string {
  return `${formatClock(iso)}:${timeParts(iso).second}`;
}

/** 'just now', '3 min ago', '2 h ago', '41 days ago'; a time to come says 'in 3 min'. */
export function formatAgo(iso: string, nowMs: number): string {
  const seconds = Math.round((nowMs - Date.parse(iso)) / 1000);
  const size = Math.abs(seconds);
  if (size < MINUTE) return 'just now';
  const words = largestUnit(size);
  return seconds > 0 ? `${words} ago` : `in ${words}`;
}

/** The remaining time as a clock: '4:12', '1:02:09'; never below '0:00'. */
export function formatCountdown(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  const tail = `${pad(Math.floor((left % HOUR) / MINUTE))}:${pad(left % MINUTE)}`;
  return left >= HOUR ? `${Math.floor(left / HOUR)}:${tail}` : tail.replace(/^0/, '');
}

/** An approximate duration, rounded to the smaller of its two units: '1 d 12 h', '3 h 20 min', '5 min 50 s', '40 s'. */
export function formatDuration(seconds: number): string {
  const left = Math.max(0, Math.round(seconds));
  if (left >= DAY) return pair({ size: left, big: DAY, small: HOUR, words: ['d', 'h'] });
  if (left >= HOUR) return pair({ size: left, big: HOUR, small: MINUTE, words: ['h', 'min'] });
  if (left >= MINUTE) return pair({ size: left, big: MINUTE, small: 1, words: ['min', 's'] });
  return `${left} s`;
}

function pair(length: { size: number; big: number; small: number; words: [string, string] }): string {
  const { size, big, small, words } = length;
  const rounded = Math.round(size / small) * small;
  const rest = (rounded % big) / small;
  return `${formatCount(Math.floor(rounded / big))} ${words[0]}${rest > 0 ? ` ${rest} ${words[1]}` : ''}`;
}

function largestUnit(seconds: number): string {
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min`;
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)} h`;
  const days = Math.floor(seconds / DAY);
  return formatNoun(days, 'day');
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}

// How times are typed.
const TYPED_DAY = /^(\d{1,2})[-./ ](\d{1,2})[-./ ](\d{4})$|^(\d{2})(\d{2})(\d{4})$/;
const TYPED_TIME = /^(\d{1,2})(?:[:. ]?(\d{2}))?$/;
const ISO_DAY = /^(\d{4})-(\d\d)-(\d\d)$/;

/** 'YYYY-MM-DD' of a day typed as DD-MM-YYYY, with any separators or none; undefined if it is no day. */
export function readDay(typed: string): string | undefined {
  const [day = '', month = '', year = ''] = TYPED_DAY.exec(typed.trim())?.slice(1).filter(Boolean) ?? [];
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00:00Z`);
  const isDay = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso);
  return isDay && year >= '2000' && year < '3000' ? iso : undefined;
}

/** '2026-12-05' in the typed order, '05-12-2026'; any other text as it is. */
export function showDay(value: string): string {
  return value.replace(ISO_DAY, '$3-$2-$1');
}

/** 'HH:MM' of a time of 24 hours: '9', '9.30' and '0930' too; undefined if it is none. */
export function readTime(typed: string): string | undefined {
  const [, hour, minute = '00'] = TYPED_TIME.exec(typed.trim()) ?? [];
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return undefined;
  return `${hour.padStart(2, '0')}:${minute}`;
}
