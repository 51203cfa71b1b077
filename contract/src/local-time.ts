const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;
const WEEK_DAYS = 7;
// 1 January 1970 was a Thursday: its week began three days before it.
const MONDAY_BEFORE_1970 = 3;

/** What the clock on the wall of a zone shows. */
interface LocalTime {
  /** 'YYYY-MM-DD'. */
  day: string;
  /** Minutes since Monday 00:00. */
  minute: number;
  /** The clock hour, 'YYYY-MM-DDTHH'. In autumn two hours have the same one. */
  hour: string;
}

/** The local time of a moment, in milliseconds, in an IANA zone; throws RangeError for an unknown zone. */
export function localTime(ms: number, zone: string): LocalTime {
  return readWall(wallTime(ms, zone));
}

/** What a wall time of `wallTime` says. */
export function readWall(wall: number): LocalTime {
  const iso = new Date(wall).toISOString();
  const minutes = Math.floor(wall / MINUTE_MS);
  const weekday = (Math.floor(minutes / DAY_MINUTES) + MONDAY_BEFORE_1970) % WEEK_DAYS;
  return {
    day: iso.slice(0, 10),
    minute: weekday * DAY_MINUTES + (minutes % DAY_MINUTES),
    hour: iso.slice(0, 13),
  };
}

/** The moment at which a clock in UTC shows what the zone's shows at `ms`: local days and minutes can be counted in it. */
export function wallTime(ms: number, zone: string): number {
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of formatOf(zone).formatToParts(ms)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) + (ms - Math.floor(ms / 1000) * 1000);
}

const formats = new Map<string, Intl.DateTimeFormat>();

// Making a format costs a hundred times as much as using it.
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, made);
  return made;
}
