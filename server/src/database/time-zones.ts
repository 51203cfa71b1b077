import { readZone, type ZoneOffsets } from '@pigeonpost/contract/local-time';
import type pg from 'pg';

// The product is from 2026; a year of figures behind it costs nothing.
const FIRST_YEAR = 2024;
// A server that runs on for a year still knows the next three.
const YEARS_AHEAD = 5;
const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const DAY_MS = 1440 * MINUTE_MS;
/** Less than the month of Ramadan, for which some countries put their clocks back. */
const STEP_MS = 28 * DAY_MS;
/** A clock that is left alone for so long is not changed later: laws are not made longer ahead. */
const STILL_MS = 2 * 365 * DAY_MS;

/** Finds what this Node knows of a zone, and remembers it. */
export type ZoneSearch = (zone: string) => ZoneOffsets;

/** Searches all zones, which takes a fifth of a second: a new data folder has it while `initdb` runs. */
export function searchAllZones(now: Date): ZoneSearch {
  const search = startSearch(now);
  for (const zone of Intl.supportedValuesOf('timeZone')) search(zone);
  return search;
}

/**
 * Fills the database's zones from those of this Node, unless they are from data as new (docs/engine.md#time-zones). `pool`
 * must be the owner's. All changes are searched once for each version of the data and each year.
 */
export async function fillTimeZones(
  pool: Pick<pg.Pool, 'query'>,
  now: Date,
  search = startSearch(now),
): Promise<void> {
  const version = process.versions.tz ?? '';
  const until = knownUntil(now);
  const { rows: newer } = await pool.query(
    `select from time_zones where name = 'UTC' and (version > $1 or version = $1 and known_until >= $2)`,
    [version, until],
  );
  if (newer.length > 0) return;
  const zones = [...(await listZones(pool))].map(([name, zone]) => ({ name, ...search(zone) }));
  // Of two servers that start at once the newer one's zones stay.
  await pool.query(
    `insert into time_zones (name, changes, ahead, version, known_until)
    select name, array(select to_timestamp(minute * 60) from unnest(changes::bigint[]) minute),
      array(select make_interval(mins => minutes) from unnest(ahead::integer[]) minutes), $4, $5
    from unnest($1::text[], $2::text[], $3::text[]) given (name, changes, ahead) order by name
    on conflict (name) do update
      set (changes, ahead, version, known_until) = (excluded.changes, excluded.ahead, excluded.version, excluded.known_until)
      where (time_zones.version, time_zones.known_until) < (excluded.version, excluded.known_until)`,
    [
      zones.map(({ name }) => name),
      zones.map(({ changes }) => `{${changes.join()}}`),
      zones.map(({ ahead }) => `{${ahead.join()}}`),
      version,
      until,
    ],
  );
}

/** The names of all zones, and under which one Intl lists them. Only PostgreSQL lists their other names. */
async function listZones(pool: Pick<pg.Pool, 'query'>): Promise<Map<string, string>> {
  const zones = new Map(['UTC', ...Intl.supportedValuesOf('timeZone')].map((name) => [name, name]));
  const { rows } = await pool.query<{ name: string }>('select name from pg_timezone_names');
  for (const { name } of rows) {
    const zone = zones.get(name) ?? zoneOfIntl(name);
    if (zone !== undefined) zones.set(name, zone);
  }
  return zones;
}

function zoneOfIntl(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

const knownUntil = (now: Date) => new Date(Date.UTC(now.getUTCFullYear() + YEARS_AHEAD, 0));

function startSearch(now: Date): ZoneSearch {
  const range = { now: now.getTime(), until: knownUntil(now).getTime() };
  const found = new Map<string, ZoneOffsets>();
  // Most zones change their clocks when others do, so these are tried first.
  const moments = new Set<number>();
  return (zone) => {
    const offsets = found.get(zone) ?? searchChanges(zone, { ...range, moments });
    found.set(zone, offsets);
    return offsets;
  };
}

function searchChanges(
  zone: string,
  { now, until, moments }: { now: number; until: number; moments: Set<number> },
): ZoneOffsets {
  const aheadAt = readZone(zone);
  let at = Date.UTC(FIRST_YEAR, 0);
  let last = at;
  let before = aheadAt(at);
  const changes: number[] = [];
  const ahead = [before];
  for (; at < until && at < Math.max(last, now) + STILL_MS; at += STEP_MS) {
    const after = aheadAt(at + STEP_MS);
    if (after === before) continue;
    const offset = before;
    last = findChange({ from: at, to: at + STEP_MS, isBefore: (ms) => aheadAt(ms) === offset, moments });
    moments.add(last);
    changes.push(last / MINUTE_MS);
    ahead.push(after);
    before = after;
  }
  return { changes, ahead };
}

/** Clocks are changed at a quarter of an hour. */
function findChange(place: {
  from: number;
  to: number;
  isBefore: (ms: number) => boolean;
  moments: Set<number>;
}): number {
  const { isBefore, moments } = place;
  let { from, to } = place;
  for (const moment of moments)
    if (from < moment && moment < to && !isBefore(moment) && isBefore(moment - QUARTER_MS)) return moment;
  while (to - from > QUARTER_MS) {
    const middle = from + Math.floor((to - from) / 2 / QUARTER_MS) * QUARTER_MS;
    if (isBefore(middle)) from = middle;
    else to = middle;
  }
  return to;
}
