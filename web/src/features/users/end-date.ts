import { localTime } from '@pigeonpost/contract/local-time';
import { readDay, showDay } from '../../format/format-time.ts';

/** 'YYYY-MM-DD' of a day typed as DD-MM-YYYY; '' for nothing, undefined for an invalid day. */
export function parseEndDay(typed: string): string | undefined {
  return typed.trim() === '' ? '' : readDay(typed);
}

/** The day of a time in a zone, in the typed form: '05-12-2026'; '' for none. */
export function endDayOf(moment: string | null, timeZone: string): string {
  return moment === null ? '' : showDay(localTime(Date.parse(moment), timeZone).day);
}

/** The day `months` after the later of today and a typed day, at most the end of its month. */
export function monthsLater(typed: string, months: number, today: string): string {
  const from = [parseEndDay(typed) ?? '', parseEndDay(today) ?? ''].sort().at(-1) ?? '';
  const [year = 0, month = 0, day = 0] = from.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  const later = new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString();
  return showDay(later.slice(0, 10));
}
