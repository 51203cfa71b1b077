import { wallTime } from './local-time.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;

/** What a person's day and time of a zone mean. */
type MomentOfWall =
  | { ms: number /** It comes twice that day, and this is the first time. */; isFirstOfTwo: boolean }
  /** It does not come: the clock goes from one wall time to the other. */
  | { gap: { from: number; to: number } };

/**
 * The moment at which the clocks of a zone show a wall time of `wallTime`, in milliseconds
 * (docs/behaviour.md#scheduled-campaigns).
 */
export function momentOfWall(wall: number, zone: string): MomentOfWall {
  // A change of the clock is less than a day away, and there are no two on one day.
  const offsets = [wall - DAY_MS, wall + DAY_MS].map((ms) => wallTime(ms, zone) - ms);
  const moments = [...new Set(offsets)]
    .map((offset) => wall - offset)
    .filter((ms) => wallTime(ms, zone) === wall)
    .sort((a, b) => a - b);
  const [ms] = moments;
  if (ms !== undefined) return { ms, isFirstOfTwo: moments.length > 1 };
  const [before = 0, after = 0] = offsets;
  const change = findChange({ from: wall - after, to: wall - before, offset: before, zone });
  return { gap: { from: change + before, to: change + after } };
}

/** The minute of the change, between two moments. */
function findChange(place: { from: number; to: number; offset: number; zone: string }): number {
  let { from, to } = place;
  while (to - from > MINUTE_MS) {
    const middle = Math.floor((from + to) / 2 / MINUTE_MS) * MINUTE_MS;
    if (wallTime(middle, place.zone) - middle === place.offset) from = middle;
    else to = middle;
  }
  return to;
}
