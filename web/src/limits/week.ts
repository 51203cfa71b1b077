import {
  countBegun,
  type HourRange,
  hoursError,
  lengthOf,
  RANGES_A_DAY_MAX,
  WEEKDAYS,
} from '@pigeonpost/contract/sending-hours';

const USUAL = { from: '09:00', to: '18:00' } as const;
const HOUR = 60;
const MIDNIGHT = 24 * HOUR;
const LONGEST_NEW = 4 * HOUR;
const DAYS = [1, 2, 3, 4, 5, 6, 7];
const WEEKDAY_COUNT = 5;

/** Neighbouring days with the same ranges. */
export interface DayGroup {
  days: number[];
}

/** The ranges of a day, in their order. */
export function rangesOn(ranges: readonly HourRange[], day: number): HourRange[] {
  return ranges.filter((range) => range.day === day);
}

/** The seven days, each by itself. */
export const EACH_DAY: DayGroup[] = DAYS.map((day) => ({ days: [day] }));

/** Neighbouring days with the same ranges together; workdays and the weekend of a week without ranges. */
export function groupDays(ranges: readonly HourRange[]): DayGroup[] {
  if (ranges.length === 0)
    return [{ days: DAYS.slice(0, WEEKDAY_COUNT) }, { days: DAYS.slice(WEEKDAY_COUNT) }];
  const textOf = (day: number) =>
    rangesOn(ranges, day)
      .map(({ from, to }) => `${from} ${to}`)
      .join();
  const groups: DayGroup[] = [];
  for (const day of DAYS) {
    const last = groups.at(-1);
    if (last && textOf(last.days[0] ?? 0) === textOf(day)) last.days.push(day);
    else groups.push({ days: [day] });
  }
  return groups;
}

/** 'Monday', or 'Monday to Friday'. */
export function groupName({ days }: DayGroup): string {
  const [first, last] = [days[0] ?? 1, days.at(-1) ?? 1];
  return first === last ? dayName(first) : `${dayName(first)} to ${dayName(last)}`;
}

/** The name of a weekday, 1 is Monday. */
export function dayName(day: number): string {
  return WEEKDAYS[day - 1] ?? '';
}

/** Gives days the usual range, or takes all their ranges away. */
export function tickDays(ranges: readonly HourRange[], days: number[], isOn: boolean): HourRange[] {
  return withDays(ranges, days, () => (isOn ? [USUAL] : []));
}

/** The usual range on each workday: what a week begins with. */
export function workWeek(): HourRange[] {
  return tickDays([], DAYS.slice(0, WEEKDAY_COUNT), true);
}

/** Gives days one range more: after the last one, or before the first where the day has no room left. */
export function addRange(ranges: readonly HourRange[], days: number[]): HourRange[] {
  return withDays(ranges, days, (own) => [...own, nextRange(own)].sort((a, b) => (a.from < b.from ? -1 : 1)));
}

/** Whether days may have one range more. */
export function canAddRange(ranges: readonly HourRange[], days: number[]): boolean {
  return days.every((day) => countBegun(ranges, day) < RANGES_A_DAY_MAX);
}

/** Takes the nth range of days away. */
export function dropRange(ranges: readonly HourRange[], days: number[], index: number): HourRange[] {
  return withDays(ranges, days, (own) => own.filter((_range, place) => place !== index));
}

/** Changes the nth range of days. */
export function changeRange(
  ranges: readonly HourRange[],
  days: number[],
  { index, change }: { index: number; change: Partial<Times> },
): HourRange[] {
  return withDays(ranges, days, (own) =>
    own.map((range, place) => (place === index ? { ...range, ...change } : range)),
  );
}

/** Gives days the ranges of another one. */
export function copyDay(ranges: readonly HourRange[], from: number, days: number[]): HourRange[] {
  const copied = rangesOn(ranges, from);
  return withDays(ranges, days, () => copied);
}

/** A typed time as 'HH:MM': '9', '930' and '9.30' are times; what is none stays as it is. The end of a day is '24:00'. */
export function readClock(typed: string, edge: keyof Times): string {
  const [, hour = '', minute = '0'] = /^\s*(\d{1,2})(?:\s*[:.h]?\s*(\d{2}))?\s*$/.exec(typed) ?? [];
  if (hour === '' || Number(minute) >= HOUR) return typed;
  const clock = clockOf(Number(hour) * HOUR + Number(minute));
  return edge === 'to' && clock === '00:00' ? '24:00' : clock;
}

/** The day whose ranges an error is about; undefined if it is about no single one. */
export function dayAtFault(ranges: readonly HourRange[], error: string): number | undefined {
  const wrong = ranges.find((range) => hoursError([range]) !== undefined);
  return wrong?.day ?? DAYS.find((day) => error.startsWith(`Ranges on ${dayName(day)} `));
}

/** Whether a range ends on the day after it begins. */
export function endsNextDay(range: HourRange): boolean {
  return hoursError([range]) === undefined && minuteOf(range.from) + lengthOf(range) > MIDNIGHT;
}

type Times = Pick<HourRange, 'from' | 'to'>;

function withDays(
  ranges: readonly HourRange[],
  days: number[],
  change: (own: Times[]) => readonly Times[],
): HourRange[] {
  return DAYS.flatMap((day) => {
    const own = rangesOn(ranges, day);
    return days.includes(day) ? change(own).map(({ from, to }) => ({ day, from, to })) : own;
  });
}

function nextRange(own: readonly Times[]): Times {
  const [first, last] = [own[0], own.at(-1)];
  if (!first || !last) return USUAL;
  const after = last.to > last.from ? minuteOf(last.to) + HOUR : MIDNIGHT;
  if (after + HOUR <= MIDNIGHT)
    return { from: clockOf(after), to: clockOf(Math.min(after + LONGEST_NEW, MIDNIGHT)) };
  const before = minuteOf(first.from) - HOUR;
  return { from: clockOf(Math.max(0, before - LONGEST_NEW)), to: clockOf(Math.max(HOUR, before)) };
}

const minuteOf = (clock: string) => Number(clock.slice(0, 2)) * HOUR + Number(clock.slice(3));

function clockOf(minute: number): string {
  const pad = (number: number) => String(number).padStart(2, '0');
  return `${pad(Math.floor(minute / HOUR))}:${pad(minute % HOUR)}`;
}
