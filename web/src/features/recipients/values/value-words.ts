import type { Field } from '@pigeonpost/contract/calls/fields';
import { PERSON_VALUES_MAX } from '@pigeonpost/contract/people/person-fields';
import { formatCount } from '../../../format/format-number.ts';

/** Which value recipients get in which field; an empty one takes theirs away. */
export type ValueChange = { field: Pick<Field, 'id' | 'label'>; value: string };

/** A change of a value in words. `who` are '3 recipients'. */
export const VALUE_WORDS = {
  verb: 'Updating',
  done: (who: string, { field, value }: ValueChange) =>
    `${field.label} of ${who} ${value.trim() === '' ? 'taken away' : 'set'}.`,
  nothing: (who: string, { field }: ValueChange) => `${field.label} of ${who} is so already.`,
  failure: 'Failed to set the value of some recipients',
} as const;

/** Why some did not get it. */
export function noRoomReason(count: number): string {
  const most = formatCount(PERSON_VALUES_MAX);
  return `What is known of ${count === 1 ? 'this person' : 'each of them'} would have more than ${most} characters.`;
}
