import { forgetZone, learnZone, wallTime, type ZoneOffsets } from '@pigeonpost/contract/local-time';

/** The IANA zone of the browser. */
export function browserTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

let shown = browserTimeZone();
let foreign: string | undefined;
const watchers = new Set<() => void>();

/**
 * Shows times in this zone from now on, the user's, as the server knows it (docs/engine.md#time-zones); in the browser's
 * without one.
 */
export function showTimesIn(zone: { time_zone: string; time_zone_offsets: ZoneOffsets } | undefined): void {
  if (zone) learnZone(zone.time_zone, zone.time_zone_offsets);
  else forgetZone();
  const next = zone?.time_zone ?? browserTimeZone();
  if (next === shown) return;
  shown = next;
  foreign = isBrowsers(next) ? undefined : next;
  for (const tell of watchers) tell();
}

/** Called when times are shown in another zone from now on. */
export function onTimeZoneChange(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** The name of the shown zone if it is not the browser's own. */
export function foreignTimeZone(): string | undefined {
  return foreign;
}

function isBrowsers(timeZone: string): boolean {
  try {
    // It may have another name.
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone === browserTimeZone();
  } catch {
    return false;
  }
}

/** The parts of a time in the shown zone, with two digits each, and four of the year. */
export function timeParts(moment: string | number) {
  const shows = new Date(wallTime(new Date(moment).getTime(), shown)).toISOString();
  const [year = '', month = '', day = '', hour = '', minute = '', second = ''] = shows.split(/[-T:.]/);
  return { year, month, day, hour, minute, second };
}
