import { wallTime } from '../local-time.ts';
import { CLAIM_MS } from '../open-hours.ts';
import { bothOf, WEEK_MINUTES, type WeekMinutes } from '../sending-hours.ts';
import type { ForecastInputs } from './forecast-inputs.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DAY_MINUTES = 1440;
const WEEK_DAYS = 7;
/** A forecast looks so far ahead. */
const HORIZON_DAYS = 366;
// A zone does not change its clock there and back within a few days.
const OFFSET_STEP_MS = 4 * DAY_MS;

/** A time in which messages are handed out, from `from` until before `to`; local time is `offset` later. */
export interface Opening {
  from: number;
  to: number;
  offset: number;
}

/** The openings of one local day, counted in days since 1970-01-01. */
export interface OpenDay {
  day: number;
  openings: Opening[];
  /** Days of one shape have their openings at the same local times. */
  shape: string;
}

type Given = Pick<ForecastInputs, 'time_zone' | 'hours' | 'campaign_hours' | 'quiet_dates'>;

/**
 * The days on which messages may go out, from a moment for 366 days, or until a last moment. Only UTC is converted to
 * local time, so a change of the clock needs no rule of its own.
 */
export function openDays(given: Given, from: number, lastMs: number | null): OpenDay[] {
  const until = Math.min(from + HORIZON_DAYS * DAY_MS, lastMs ?? Number.POSITIVE_INFINITY);
  const openings = joined(localOpenings(given, from, until + CLAIM_MS)).flatMap((opening) => {
    const to = Math.min(opening.to, until);
    return opening.from < to ? [{ ...opening, to }] : [];
  });
  const days: OpenDay[] = [];
  for (const { day, ...opening } of openings) {
    const last = days.at(-1);
    // After a clock was put back over midnight its hour still counts for the later day.
    if (last && last.day >= day) last.openings.push(opening);
    else days.push({ day, openings: [opening], shape: '' });
  }
  for (const day of days) day.shape = shapeOf(day);
  const [first] = days;
  return first ? days.filter(({ day }) => day < first.day + HORIZON_DAYS) : [];
}

function shapeOf({ day, openings }: OpenDay): string {
  const [first] = openings;
  return openings
    .flatMap(({ from, to, offset }) => [
      from + offset - day * DAY_MS,
      to - from,
      offset - (first?.offset ?? 0),
    ])
    .join();
}

type LocalOpening = Opening & { day: number };

/** The hours of each local day, as moments. */
function localOpenings(given: Given, from: number, until: number): LocalOpening[] {
  const week = weekOf(given);
  const quiet = given.quiet_dates.map((span) => ({ from: dayOf(span.from), to: dayOf(span.to) }));
  const openings: LocalOpening[] = [];
  for (const { start, end, offset } of offsetsOf(given.time_zone, from, until)) {
    const first = Math.floor((start + offset) / DAY_MS);
    const last = Math.floor((end + offset - 1) / DAY_MS);
    for (let day = first; day <= last; day++) {
      if (quiet.some((span) => span.from <= day && day <= span.to)) continue;
      for (const [open, close] of week[weekdayOf(day)] ?? []) {
        const opens = Math.max(start, day * DAY_MS + open * MINUTE_MS - offset);
        const closes = Math.min(end, day * DAY_MS + close * MINUTE_MS - offset);
        if (opens < closes) openings.push({ from: opens, to: closes, offset, day });
      }
    }
  }
  return openings;
}

/** Takes the last minutes from each opening that no other one continues. */
function joined(openings: LocalOpening[]): LocalOpening[] {
  return openings.flatMap((opening, index) => {
    const goesOn = openings[index + 1]?.from === opening.to;
    const to = goesOn ? opening.to : opening.to - CLAIM_MS;
    return opening.from < to ? [{ ...opening, to }] : [];
  });
}

/** The minutes of each day, Monday first, at which the account's hours and the campaign's are both open. */
function weekOf({ hours, campaign_hours }: Given): WeekMinutes[] {
  const both = bothOf(hours, campaign_hours) ?? [[0, WEEK_MINUTES]];
  return Array.from({ length: WEEK_DAYS }, (_, day) =>
    both
      .map(([from, to]) => [from - day * DAY_MINUTES, to - day * DAY_MINUTES] as const)
      .map(([from, to]) => [Math.max(from, 0), Math.min(to, DAY_MINUTES)] as const)
      .filter(([from, to]) => from < to),
  );
}

/** 0 is Monday; 1970-01-01 was a Thursday. */
const weekdayOf = (day: number) => (((day + 3) % WEEK_DAYS) + WEEK_DAYS) % WEEK_DAYS;

/** The local day and clock hour of a moment, both counted since 1970-01-01. */
export function placeOf(zone: string, ms: number): { day: number; hour: number } {
  const local = wallTime(ms, zone);
  return { day: Math.floor(local / DAY_MS), hour: Math.floor(local / HOUR_MS) };
}

/** The number of a date 'YYYY-MM-DD' in days since 1970-01-01. */
export const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

/** The number of a local hour 'YYYY-MM-DDTHH' in hours since 1970-01-01. */
export const hourOf = (hour: string) => Date.parse(`${hour}:00Z`) / HOUR_MS;

/** The date of a day's number. */
export const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

interface ZoneOffset {
  start: number;
  end: number;
  offset: number;
}

/** How far a zone's clock is ahead of UTC, for each stretch of time between two changes of it. */
function offsetsOf(zone: string, from: number, until: number): ZoneOffset[] {
  const offsetAt = (ms: number) => wallTime(ms, zone) - ms;
  const offsets: ZoneOffset[] = [];
  let start = from;
  let offset = offsetAt(from);
  for (let at = from; at < until; at += OFFSET_STEP_MS) {
    const next = offsetAt(at + OFFSET_STEP_MS);
    if (next === offset) continue;
    const change = findChange(offsetAt, at, at + OFFSET_STEP_MS);
    offsets.push({ start, end: change, offset });
    start = change;
    offset = next;
  }
  if (start < until) offsets.push({ start, end: until, offset });
  return offsets;
}

/** The minute at which the offset of `before` ends. */
function findChange(offsetAt: (ms: number) => number, before: number, after: number): number {
  const old = offsetAt(before);
  let [low, high] = [Math.floor(before / MINUTE_MS), Math.ceil(after / MINUTE_MS)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle * MINUTE_MS) === old) low = middle;
    else high = middle;
  }
  return high * MINUTE_MS;
}
