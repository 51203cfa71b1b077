const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;
const DAYS_A_WEEK = 7;
export const WEEK_MINUTES = DAYS_A_WEEK * DAY_MINUTES;
const DAY_MS = DAY_MINUTES * 60_000;

export const RANGE_MIN_MINUTES = 15;
export const RANGES_A_DAY_MAX = 4;
/** The most ranges of a week: four that begin on each day, and one that goes on from the day before. */
export const RANGES_MAX = DAYS_A_WEEK * (RANGES_A_DAY_MAX + 1);
export const QUIET_SPANS_MAX = 40;
export const QUIET_DAYS_MAX = 366;

export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

export const WEEKDAY_UNKNOWN = 'A weekday must be from 1 (Monday) to 7 (Sunday)';
export const TIMES_INVALID = 'Times must be from 00:00 to 24:00, in whole minutes';
export const TOO_MANY_RANGES = 'A day has at most 4 ranges';
export const DATES_INVALID = 'Dates must be days of the calendar, such as 2026-12-24';
export const TOO_MANY_QUIET_SPANS = 'At most 40 quiet spans';

/** The times at which a range may begin, and end. */
export const CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
export const END_CLOCK = /^(?:(?!00:00)(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/;

/** A range of sending hours, as people write it: a `to` at or before `from` is on the next day. */
export interface HourRange {
  /** The weekday on which it begins: 1 is Monday, 7 Sunday. */
  day: number;
  /** '00:00' to '23:59'. */
  from: string;
  /** '00:01' to '24:00'. */
  to: string;
}

/** Days on which nothing is sent, both included: 'YYYY-MM-DD'. */
export interface QuietSpan {
  from: string;
  to: string;
}

/** Minutes of the week from Monday 00:00, each pair without its end: sorted, and apart from each other. */
export type WeekMinutes = readonly (readonly [from: number, to: number])[];

/** The minutes of valid ranges; one over Sunday's midnight gives two pairs (docs/behaviour.md#sending-hours). */
export function minutesOf(ranges: readonly HourRange[]): WeekMinutes {
  return merged(
    ranges.flatMap((range): [number, number][] => {
      const from = beginOf(range);
      const to = from + lengthOf(range);
      return to <= WEEK_MINUTES
        ? [[from, to]]
        : [
            [from, WEEK_MINUTES],
            [0, to - WEEK_MINUTES],
          ];
    }),
  );
}

/**
 * The ranges of these minutes, by weekday, as valid ones: what lasts longer than a day is cut at midnight
 * (docs/behaviour.md#sending-hours).
 */
export function rangesOf(minutes: WeekMinutes): HourRange[] {
  return joined(minutes)
    .flatMap(cutAtMidnights)
    .map(([from, to]) => ({ from: from % WEEK_MINUTES, minutes: to - from }))
    .sort((a, b) => a.from - b.from)
    .map((range) => ({
      day: Math.floor(range.from / DAY_MINUTES) + 1,
      from: clockOf(range.from % DAY_MINUTES),
      to: clockOf(((range.from + range.minutes - 1) % DAY_MINUTES) + 1),
    }));
}

/** The minutes that are in both; null is the whole week. */
export function bothOf(one: WeekMinutes | null, other: WeekMinutes | null): WeekMinutes | null {
  if (one === null || other === null) return one ?? other;
  return one.flatMap(([from, to]) =>
    other
      .map(([start, end]): [number, number] => [Math.max(from, start), Math.min(to, end)])
      .filter(([start, end]) => start < end),
  );
}

/** The error of an account's or a campaign's hours; null is at any time (docs/behaviour.md#sending-hours). */
export function hoursError(ranges: readonly HourRange[] | null): string | undefined {
  if (ranges === null) return undefined;
  if (ranges.length === 0) return 'Choose at least one range, or “At any time”';
  if (ranges.length > RANGES_MAX) return TOO_MANY_RANGES;
  if (!ranges.every(({ day }) => Number.isInteger(day) && day >= 1 && day <= DAYS_A_WEEK))
    return WEEKDAY_UNKNOWN;
  if (!ranges.every(hasTimes)) return TIMES_INVALID;
  if (ranges.some((range) => lengthOf(range) < RANGE_MIN_MINUTES))
    return 'A range must last at least 15 minutes';
  if (WEEKDAYS.some((_name, index) => countBegun(ranges, index + 1) > RANGES_A_DAY_MAX))
    return TOO_MANY_RANGES;
  return overlapError(ranges);
}

/** The error of quiet dates (docs/behaviour.md#sending-hours). */
export function quietDatesError(spans: readonly QuietSpan[]): string | undefined {
  if (!spans.every(({ from, to }) => isDay(from) && isDay(to))) return DATES_INVALID;
  if (spans.some(({ from, to }) => to < from)) return 'The last day must not be before the first';
  if (spans.some((span) => daysOf(span) > QUIET_DAYS_MAX))
    return 'A quiet span must not be longer than a year';
  if (spans.length > QUIET_SPANS_MAX) return TOO_MANY_QUIET_SPANS;
  return undefined;
}

/** The error of a campaign's hours, or null for none, that narrow the account's (docs/behaviour.md#sending-hours). */
export function neverMeetError(own: WeekMinutes | null, account: WeekMinutes | null): string | undefined {
  const both = bothOf(own, account);
  if (both === null || joined(both).some(([from, to]) => to - from >= RANGE_MIN_MINUTES)) return undefined;
  return 'These hours never meet your sending hours for 15 minutes';
}

/** How many of a valid week's ranges begin on a day; one that goes on from the day before is not counted. */
export function countBegun(ranges: readonly HourRange[], day: number): number {
  const before = day === 1 ? DAYS_A_WEEK : day - 1;
  const goesOn = ranges.some((range) => range.day === before && range.to === '24:00');
  return ranges.filter((range) => range.day === day && !(goesOn && range.from === '00:00')).length;
}

/** The number of days of a quiet span. */
export function daysOf({ from, to }: QuietSpan): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
}

/** The minutes that a range lasts, up to a day. */
export function lengthOf({ from, to }: HourRange): number {
  const minutes = minuteOf(to) - minuteOf(from);
  return minutes > 0 ? minutes : minutes + DAY_MINUTES;
}

const beginOf = (range: HourRange) => (range.day - 1) * DAY_MINUTES + minuteOf(range.from);

const minuteOf = (clock: string) => Number(clock.slice(0, 2)) * HOUR_MINUTES + Number(clock.slice(3));

function clockOf(minute: number): string {
  const pad = (number: number) => String(number).padStart(2, '0');
  return `${pad(Math.floor(minute / HOUR_MINUTES))}:${pad(minute % HOUR_MINUTES)}`;
}

function hasTimes({ from, to }: HourRange): boolean {
  return CLOCK.test(from) && END_CLOCK.test(to);
}

function isDay(text: string): boolean {
  // A day that the month does not have gives another date, or none.
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && sameDay(text);
}

const sameDay = (text: string) => new Date(text).toISOString().startsWith(text);

function merged(pairs: [number, number][]): WeekMinutes {
  const result: [number, number][] = [];
  for (const [from, to] of pairs.sort(([a], [b]) => a - b)) {
    const last = result.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}

/** The same minutes, with what goes over Sunday's midnight as one pair that ends in the next week. */
function joined(minutes: WeekMinutes): WeekMinutes {
  const [first, last] = [minutes[0], minutes.at(-1)];
  if (!first || !last || first === last || first[0] > 0 || last[1] < WEEK_MINUTES) return minutes;
  return [...minutes.slice(1, -1), [last[0], WEEK_MINUTES + first[1]]];
}

/** The parts of what lasts longer than a day; each is long enough to be a range. */
function cutAtMidnights([from, to]: readonly [number, number]): [number, number][] {
  if (to - from <= DAY_MINUTES) return [[from, to]];
  const cuts: number[] = [];
  for (let midnight = nextMidnight(from); midnight < to; midnight += DAY_MINUTES)
    cuts.push(Math.min(Math.max(midnight, from + RANGE_MIN_MINUTES), to - RANGE_MIN_MINUTES));
  return [...cuts, to].map((end, index) => [index === 0 ? from : (cuts[index - 1] ?? from), end]);
}

const nextMidnight = (minute: number) => (Math.floor(minute / DAY_MINUTES) + 1) * DAY_MINUTES;

/** The error of the first two ranges that overlap, by the day on which the later one begins. */
function overlapError(ranges: readonly HourRange[]): string | undefined {
  const ordered = [...ranges].sort((a, b) => beginOf(a) - beginOf(b));
  for (const [index, later] of ordered.entries()) {
    const others = ordered.filter((other, place) => place < index || beginOf(other) > beginOf(later));
    const earlier = others.find((other) => beginsWithin(later, other));
    if (earlier)
      return `Ranges on ${WEEKDAYS[later.day - 1]} overlap: ${earlier.from}–${earlier.to} and ${later.from}–${later.to}`;
  }
  return undefined;
}

/** Whether a range begins within another one, which may have begun in the week before. */
function beginsWithin(range: HourRange, other: HourRange): boolean {
  return (beginOf(range) - beginOf(other) + WEEK_MINUTES) % WEEK_MINUTES < lengthOf(other);
}
