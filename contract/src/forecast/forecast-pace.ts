/** How fast a profile sends: the mean time from one message to the next, and its standard deviation, in ms. */
export interface Pace {
  periodMs: number;
  /** The number within a clock hour. */
  anHour: number;
  /** The number of messages to expect within a time whose first moment has one. */
  countWithin(ms: number): number;
}

const HOUR_MS = 3_600_000;
// Above it the phase of the messages is as good as random.
const BLURRED = 0.7;
const KNOWN_MAX = 1000;

/**
 * The expected number of messages in a time is not its length by the period: the first comes at once, and after many
 * random pauses the end falls anywhere between two. A count that is wrong by half a message a day would be wrong by a
 * day after seven weeks.
 */
export function paceOf(periodMs: number, spreadMs: number): Pace {
  const spread = spreadMs / periodMs;
  // The same hours come each day, for all profiles.
  const known = new Map<number, number>();
  const countWithin = (ms: number) => {
    if (ms <= 0) return 0;
    const length = ms / periodMs;
    const blur = spread * Math.sqrt(length);
    if (blur > BLURRED) return length + (1 + spread * spread) / 2;
    if (blur === 0) return Math.ceil(length);
    const found = known.get(ms);
    if (found !== undefined) return found;
    const count = expectedCount(length, spread);
    if (known.size < KNOWN_MAX) known.set(ms, count);
    return count;
  };
  return { periodMs, anHour: countWithin(HOUR_MS), countWithin };
}

/** Both in periods. The n-th message after the first is at n, with a deviation of `spread` by the root of n. */
function expectedCount(length: number, spread: number): number {
  const reach = 4 * spread * Math.sqrt(length) + spread;
  const sure = Math.max(0, Math.floor(length - reach));
  let count = 1 + sure;
  for (let n = sure + 1; n <= length + reach; n++) count += normal((length - n) / (spread * Math.sqrt(n)));
  return count;
}

/** The chance that a normally distributed number is less (Abramowitz and Stegun, 26.2.17). */
function normal(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const tail =
    0.3989422804 *
    Math.exp((-x * x) / 2) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return x < 0 ? tail : 1 - tail;
}
