/** The IANA zone of the browser. */
export function browserTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

let shown = browserTimeZone();
let parts = partsIn(shown);
const watchers = new Set<() => void>();

/**
 * Shows times in this zone from now on, the user's (docs/behaviour.md#time-zones); in the browser's without one, or if
 * it does not know the zone.
 */
export function showTimesIn(zone: string | undefined): void {
  const next = zone !== undefined && isKnown(zone) ? zone : browserTimeZone();
  if (next === shown) return;
  shown = next;
  parts = partsIn(next);
  for (const tell of watchers) tell();
}

/** Called when times are shown in another zone from now on. */
export function onTimeZoneChange(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** The name of the shown zone if it is not the browser's own. */
export function foreignTimeZone(): string | undefined {
  return parts.resolvedOptions().timeZone === browserTimeZone() ? undefined : shown;
}

/** The parts of a time in the shown zone: day, month, year, hour, minute, second. */
export function timeParts(moment: string | number): Record<Intl.DateTimeFormatPartTypes, string> {
  const all = parts.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]);
  return Object.fromEntries(all);
}

function partsIn(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
}

function isKnown(zone: string): boolean {
  try {
    partsIn(zone);
    return true;
  } catch {
    return false;
  }
}
