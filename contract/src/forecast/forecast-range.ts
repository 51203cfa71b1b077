import type { OpenDay } from './forecast-days.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const ROUND_MS = 10 * MINUTE_MS;

interface Ranged {
  days: OpenDay[];
  /** The days that caps end before their hours do. */
  cappedDays: number[];
  /** An end is not earlier. */
  notBefore: number;
  /** By the mean pace, and by the fastest and the slowest that is likely; null: not within the days. */
  ends: { mean: number; early: number | null; late: number | null };
}

/**
 * The range around an end: as wide on both sides, in a unit that fits its length, while nothing closes within it; else from
 * one end to the other.
 */
export function rangeOf({ days, cappedDays, notBefore, ends }: Ranged): {
  early: number;
  late: number | null;
} {
  const { mean, late } = ends;
  const early = Math.min(ends.early ?? mean, mean);
  const first = Math.max(floorTo(early, ROUND_MS), Math.min(notBefore, mean));
  if (late === null) return { early: first, late: null };
  const width = Math.max(mean - early, late - mean);
  const half = ceilTo(width, width < HOUR_MS ? 15 * MINUTE_MS : width < DAY_MS ? HOUR_MS : DAY_MS);
  const both = Math.max(half, 15 * MINUTE_MS);
  const [from, to] = [mean - both, mean + both];
  const closes = closesWithin(days, cappedDays, { from, to });
  if (from >= notBefore && !closes && isOpenThroughout(days, from, to)) return { early: from, late: to };
  return { early: first, late: ceilTo(Math.max(late, mean), ROUND_MS) };
}

const floorTo = (ms: number, unit: number) => Math.floor(ms / unit) * unit;
const ceilTo = (ms: number, unit: number) => Math.ceil(ms / unit) * unit;

/** Whether caps keep a part of this time free of messages. */
function closesWithin(
  days: OpenDay[],
  cappedDays: number[],
  { from, to }: { from: number; to: number },
): boolean {
  return days.some(({ day, openings }) => {
    const closes = openings.at(-1)?.to ?? 0;
    return from < closes && closes < to && cappedDays.includes(day);
  });
}

// The last three minutes of the hours are none in which anything is handed out.
const SMALL_GAP_MS = 4 * MINUTE_MS;

function isOpenThroughout(days: OpenDay[], from: number, to: number): boolean {
  const openings = days.flatMap((day) => day.openings);
  return openings.every(({ to: closes }, index) => {
    const opens = openings[index + 1]?.from ?? Number.POSITIVE_INFINITY;
    return opens <= from || closes >= to - SMALL_GAP_MS || opens - closes < SMALL_GAP_MS;
  });
}
