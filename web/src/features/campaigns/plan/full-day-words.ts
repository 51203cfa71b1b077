import { formatNoun } from '../../../format/format-number.ts';

/** '216 messages a day': what a profile of a plan sends on a day that is open. */
export function fullDayWords({ problem }: { problem: string | null }, fullDay: number): string {
  return problem ? 'Counts as none' : `${formatNoun(fullDay, 'message')} a day`;
}
