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

/** The local time of a moment, in milliseconds, in a zone; throws RangeError for an unknown one. */
export function localTime(ms: number, zone: Zone): LocalTime {
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
export function wallTime(ms: number, zone: Zone): number {
  return ms + minutesAhead(ms, zone) * MINUTE_MS;
}

/** A moment as its user's clock shows it: 'DD-MM-YYYY HH:mm'. */
export function shownMoment(ms: number, zone: Zone): string {
  const [date = '', time = ''] = new Date(wallTime(ms, zone)).toISOString().split('T');
  return `${date.split('-').reverse().join('-')} ${time.slice(0, 5)}`;
}

const QUARTER_MS = 15 * MINUTE_MS;
const HOUR_MS = HOUR_MINUTES * MINUTE_MS;
/** Longer than any change of the clock. */
const CHANGE_MS = 3 * HOUR_MS;

/**
 * The first moment at which the clocks of a zone show a later hour than this one, 'YYYY-MM-DDTHH'. Clocks are changed by quarters of
 * an hour, and an hour that comes twice is one.
 */
export function firstMomentAfter(hour: string, zone: Zone): number {
  const wall = Date.parse(`${hour}:00Z`) + HOUR_MS;
  const about = wall - minutesAhead(wall, zone) * MINUTE_MS;
  let at = wall - minutesAhead(about, zone) * MINUTE_MS - CHANGE_MS;
  while (localTime(at, zone).hour <= hour) at += QUARTER_MS;
  return at;
}

/** By how many minutes the clocks of a zone are ahead of UTC. */
export function minutesAhead(ms: number, zone: Zone): number {
  if (typeof zone !== 'string') return aheadIn(zone, ms);
  if (zone === told?.zone) return told.aheadAt(ms);
  const aheadAt = readers.get(zone) ?? readZone(zone);
  readers.set(zone, aheadAt);
  return aheadAt(ms);
}

type ZoneReader = (ms: number) => number;

// Making a reader costs a hundred times as much as using it.
const readers = new Map<string, ZoneReader>();

/** What the server knows of a zone: when its clocks are changed, in minutes since 1970. */
export interface ZoneOffsets {
  changes: readonly number[];
  /** How many minutes they are ahead of UTC before the first change, and after each. */
  ahead: readonly number[];
}

/** An IANA zone by its name, or what the server knows of one. */
export type Zone = string | ZoneOffsets;

const aheadIn = ({ changes, ahead }: ZoneOffsets, ms: number): number =>
  ahead.at(changes.findIndex((minute) => ms < minute * MINUTE_MS)) ?? 0;

let told: { zone: string; aheadAt: ZoneReader } | undefined;

/**
 * From now on the server's word counts for this zone, the user's: a browser may know other rules
 * (docs/engine.md#time-zones).
 */
export function learnZone(zone: string, offsets: ZoneOffsets): void {
  told = { zone, aheadAt: (ms) => aheadIn(offsets, ms) };
}

/** The user has signed out: all zones are those of the browser again. */
export function forgetZone(): void {
  told = undefined;
}

const OFFSET = /GMT(?:([+-]\d\d):(\d\d))?/;

/** By how many minutes they are ahead by the rules of this Node or browser; throws RangeError for an unknown zone. */
export function readZone(zone: string): ZoneReader {
  // Reading the offset costs a quarter of reading the parts of a time. The weekday is the cheapest part beside it.
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    timeZoneName: 'longOffset',
    weekday: 'narrow',
  });
  return (ms) => {
    const [, hours = '0', minutes = '0'] = OFFSET.exec(format.format(ms)) ?? [];
    const size = Math.abs(Number(hours)) * HOUR_MINUTES + Number(minutes);
    return hours.startsWith('-') ? -size : size;
  };
}
