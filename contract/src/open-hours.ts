import { localTime, readWall, wallTime, type Zone } from './local-time.ts';
import type { QuietSpan, WeekMinutes } from './sending-hours.ts';
import { WEEK_MINUTES } from './sending-hours.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A grant lasts so long: it has to end within the hours (docs/behaviour.md#sending-hours). */
const GRANT_MS = MINUTE_MS;
/** A lease and a grant: nothing is handed out so shortly before the end of the hours. */
const CLAIM_MINUTES = 3;
export const CLAIM_MS = CLAIM_MINUTES * MINUTE_MS;
const HORIZON_DAYS = 400;

/** When messages may go. */
export interface SendingTimes<In extends Zone = string> {
  /** Null: at any time. */
  hours: WeekMinutes | null;
  quiet_dates: readonly QuietSpan[];
  /** The user's zone. */
  time_zone: In;
}

/** Whether a moment lies in the hours and its date is not quiet (docs/behaviour.md#sending-hours). */
export function isOpenAt(times: SendingTimes<Zone>, ms: number): boolean {
  const { day, minute } = localTime(ms, times.time_zone);
  return holds(times.hours, minute) && !isQuiet(times.quiet_dates, day);
}

/** Whether a message may be begun: the grant too ends within the hours. */
export function mayBeginAt(times: SendingTimes<Zone>, ms: number): boolean {
  return isOpenAt(times, ms) && isOpenAt(times, ms + GRANT_MS);
}

/** Whether a recipient may be handed out: the lease and a grant at its end lie within the hours. */
export function mayClaimAt(times: SendingTimes<Zone>, ms: number): boolean {
  return isOpenAt(times, ms) && isOpenAt(times, ms + CLAIM_MS);
}

/**
 * The first moment from `ms` on at which a recipient may be handed out; undefined if there is none within 400 days
 * (docs/behaviour.md#sending-hours).
 */
export function nextOpen(times: SendingTimes<Zone>, ms: number): number | undefined {
  if (mayClaimAt(times, ms)) return ms;
  const claimable = claimableMinutes(times.hours);
  const wallAt = (at: number) => wallTime(at, times.time_zone);
  const end = wallAt(ms) + HORIZON_DAYS * DAY_MS;
  let at = ms;
  for (let here = wallAt(at); here < end; here = wallAt(at)) {
    const midnight = at + DAY_MS - (here % DAY_MS);
    // The clock runs evenly until a claim at midnight would be over.
    const isEven = wallAt(midnight + CLAIM_MS) - here === midnight + CLAIM_MS - at;
    const found = isEven
      ? firstOfDay(times, claimable, here)
      : firstByMinute({ times, from: at, to: midnight });
    if (found !== undefined) return isEven ? at + found - here : found;
    at = midnight;
  }
  return undefined;
}

/** The error of hours with quiet dates that leave no moment to send (docs/behaviour.md#sending-hours). */
export function neverOpenError(times: SendingTimes, nowMs: number): string | undefined {
  return nextOpen(times, nowMs) === undefined
    ? 'With these hours and quiet dates nothing could be sent for 400 days'
    : undefined;
}

/** The first wall time of a day, from `here` on, at which a claim is possible. */
function firstOfDay(times: SendingTimes<Zone>, claimable: WeekMinutes, here: number): number | undefined {
  const { day, minute } = readWall(here);
  if (isQuiet(times.quiet_dates, day)) return undefined;
  const dayBegins = minute - Math.floor((here % DAY_MS) / MINUTE_MS);
  const isQuietNext = isQuiet(times.quiet_dates, readWall(here + DAY_MS).day);
  const dayEnds = dayBegins + DAY_MS / MINUTE_MS - (isQuietNext ? CLAIM_MINUTES : 0);
  const range = claimable.find(([from, to]) => to > minute && from < dayEnds);
  if (!range || minute >= dayEnds) return undefined;
  const wait = range[0] - minute;
  return wait <= 0 ? here : Math.floor(here / MINUTE_MS) * MINUTE_MS + wait * MINUTE_MS;
}

/** The same on a day on which the clock is changed: no local time is turned into a moment, because it may not exist. */
function firstByMinute({ times, from, to }: { times: SendingTimes<Zone>; from: number; to: number }) {
  if (mayClaimAt(times, from)) return from;
  for (let at = Math.floor(from / MINUTE_MS) * MINUTE_MS + MINUTE_MS; at < to; at += MINUTE_MS)
    if (mayClaimAt(times, at)) return at;
  return undefined;
}

/** The minutes that are open, and three minutes later too. */
function claimableMinutes(hours: WeekMinutes | null): WeekMinutes {
  if (hours === null) return [[0, WEEK_MINUTES]];
  const open = (minute: number) => holds(hours, minute % WEEK_MINUTES);
  const edges = hours.flatMap(([from, to]) => [from, to, before(from), before(to)]).concat(0, WEEK_MINUTES);
  const ordered = [...new Set(edges)].sort((a, b) => a - b);
  return ordered.flatMap((from, index): [number, number][] => {
    const to = ordered[index + 1];
    return to !== undefined && open(from) && open(from + CLAIM_MINUTES) ? [[from, to]] : [];
  });
}

const before = (minute: number) => (minute - CLAIM_MINUTES + WEEK_MINUTES) % WEEK_MINUTES;

const holds = (hours: WeekMinutes | null, minute: number) =>
  hours?.some(([from, to]) => from <= minute && minute < to) ?? true;

const isQuiet = (spans: readonly QuietSpan[], day: string) =>
  spans.some(({ from, to }) => from <= day && day <= to);
