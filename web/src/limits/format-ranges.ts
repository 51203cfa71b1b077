import type { HourRange } from '@pigeonpost/contract/sending-hours';
import { dayName, groupDays, rangesOn } from './week.ts';

const AND = new Intl.ListFormat('en-GB');

/** 'Mon–Fri 09:00–12:00 and 13:00–18:00, Sun 20:00–02:00': the ranges of a week. */
export function formatRanges(ranges: readonly HourRange[]): string {
  return groupDays(ranges)
    .map(({ days }) => [days, rangesOn(ranges, days[0] ?? 1)] as const)
    .filter(([, own]) => own.length > 0)
    .map(([days, own]) => `${daysOf(days)} ${AND.format(own.map(({ from, to }) => `${from}–${to}`))}`)
    .join(', ');
}

function daysOf(days: number[]): string {
  const [first, last] = [shortName(days[0]), shortName(days.at(-1))];
  return first === last ? first : `${first}–${last}`;
}

const shortName = (day = 1) => dayName(day).slice(0, 3);
