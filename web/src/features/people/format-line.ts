import { PERSON_LINE_COUNTED } from '@pigeonpost/contract/limits';
import { formatCount } from '../../format/format-number.ts';

/** The place of a person in the line of a campaign: 'in line, 212 before'. */
export function formatLine(before: number | null): string {
  if (before === null) return `in line, more than ${formatCount(PERSON_LINE_COUNTED)} before`;
  return before === 0 ? 'first in line' : `in line, ${formatCount(before)} before`;
}
