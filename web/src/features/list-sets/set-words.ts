import type { SetCount } from '@pigeonpost/contract/calls/list-sets';
import {
  NOBODY_IN_SET,
  NOBODY_TAGGED,
  NOBODY_TO_ADD,
  OTHERS,
  TOO_FEW_FOR_PARTS,
} from '@pigeonpost/contract/people/list-sets';
import { formatCount, formatNoun } from '../../format/format-number.ts';
import type { SetValues } from './set-form.ts';

const people = (count: number) => (count === 1 ? 'person' : 'people');

/** What stands beside the number of people: 'people in the new list'. */
export function countedWords(count: SetCount, { kind, into }: SetValues): string {
  const who = people(count.people);
  if (kind === 'merge' && into) return `${who} added to ${into.name}`;
  return kind === 'split'
    ? `${who} in ${formatNoun(count.parts.length, 'new list')}`
    : `${who} in the new list`;
}

/** '22 are in both, 404 do not match. Nobody is removed anywhere.' */
export function otherWords(count: SetCount, { kind, lists }: Pick<SetValues, 'kind' | 'lists'>): string {
  const { in_both, not_matching, blocked, already_there } = count;
  const isMany = kind === 'merge' && lists.filter((list) => list !== null).length > 2;
  const said = [
    [in_both, 'is', 'are', isMany ? 'in more than one of them' : 'in both'],
    [not_matching, 'does', 'do', 'not match'],
    [blocked, 'is', 'are', 'on do-not-contact and left out'],
    [already_there, 'is', 'are', 'in that list already'],
  ] as const;
  const parts = said
    .filter(([number]) => number > 0)
    .map(([number, one, many, rest]) => `${formatCount(number)} ${number === 1 ? one : many} ${rest}`);
  const counted = parts.length > 0 ? `${parts.join(', ')}. ` : '';
  return `${counted}Nobody is removed anywhere.`;
}

/** The lists of a split: 'Oslo 120, Bergen 80, others 14', or '3 lists of 71 or 72 people'. */
export function partWords({ parts }: SetCount, { field_id }: Pick<SetValues, 'field_id'>): string {
  if (field_id !== null)
    return parts.map((part) => `${part.value ?? OTHERS} ${formatCount(part.people)}`).join(', ');
  const sizes = [...new Set(parts.map((part) => part.people))].toSorted((a, b) => a - b);
  const each = sizes.map(formatCount).join(' or ');
  return `${formatNoun(parts.length, 'list')} of ${each} ${people(sizes.at(-1) ?? 0)}`;
}

/** Why nothing can be made of the counted people, or undefined. */
export function uselessError(
  count: SetCount,
  { kind, into, field_id, parts }: SetValues,
): string | undefined {
  if (count.people === 0 && kind === 'tagged' && count.blocked === 0) return NOBODY_TAGGED;
  if (count.people === 0) return kind === 'merge' && into ? NOBODY_TO_ADD : NOBODY_IN_SET;
  const isTooFew = kind === 'split' && field_id === null && count.people < parts;
  return isTooFew ? TOO_FEW_FOR_PARTS : undefined;
}

/** The words of the button: 'Make the list of 214'. */
export function pressWords(count: SetCount | undefined, { kind, into }: SetValues): string {
  if (kind === 'split') return count ? `Make ${formatNoun(count.parts.length, 'list')}` : 'Make the lists';
  if (kind === 'merge' && into)
    return count ? `Add ${formatNoun(count.people, 'person', 'people')}` : 'Add them';
  return count && count.people > 0 ? `Make the list of ${formatCount(count.people)}` : 'Make the list';
}

/** How it ended: '214 people in Newsletter, Oslo.' */
export function madeWords(
  { people: count, lists }: SetCount & { lists: { name: string }[] },
  { kind, into }: SetValues,
) {
  const who = formatNoun(count, 'person', 'people');
  if (kind === 'merge' && into) return `${who} added to ${into.name}.`;
  return lists.length === 1
    ? `${lists[0]?.name} has ${who}.`
    : `${formatNoun(lists.length, 'list')} made of ${who}.`;
}
