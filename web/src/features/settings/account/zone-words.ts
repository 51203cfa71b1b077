import { wallTime } from '@pigeonpost/contract/local-time';
import { formatNoun } from '../../../format/format-number.ts';

/**
 * '1 scheduled campaign keeps its moment: Thu 26-11 09:00 becomes 03:00.' for starts that are ahead, the next one first
 * (docs/behaviour.md#scheduled-campaigns).
 */
export function keptMoments(starts: readonly number[], from: string, to: string): string | undefined {
  const [next] = starts;
  if (next === undefined) return undefined;
  const [before, after] = [partsOf(next, from), partsOf(next, to)];
  const becomes = before.day === after.day ? after.clock : `${after.day} ${after.clock}`;
  const isOne = starts.length === 1;
  const keep = `${formatNoun(starts.length, 'scheduled campaign')} ${isOne ? 'keeps its moment' : 'keep their moments'}`;
  return `${keep}: ${isOne ? '' : 'the next, '}${before.day} ${before.clock}${isOne ? '' : ','} becomes ${becomes}.`;
}

/** '09:00' in a zone. */
export function clockIn(zone: string, ms: number): string {
  return partsOf(ms, zone).clock;
}

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' });

function partsOf(ms: number, zone: string): { day: string; clock: string } {
  const iso = new Date(wallTime(ms, zone)).toISOString();
  return {
    day: `${weekday.format(Date.parse(iso))} ${iso.slice(8, 10)}-${iso.slice(5, 7)}`,
    clock: iso.slice(11, 16),
  };
}
