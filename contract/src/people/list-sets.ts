/** How a new list comes from lists (docs/behaviour.md#lists-from-lists). */
export const SET_KINDS = ['merge', 'subtract', 'intersect', 'split', 'copy', 'tagged'] as const;
export type SetKind = (typeof SET_KINDS)[number];

export const MERGED_LISTS_MAX = 10;
export const PARTS_MIN = 2;
export const PARTS_MAX = 10;
/** Values of a field that get a list each; the people of all others share one more. */
export const SPLIT_VALUES_MAX = 10;
/** The name of that one, behind the name of the list that is split. */
export const OTHERS = 'others';

export const NOBODY_IN_SET = 'Nobody would be in the new list.';
export const NOBODY_TAGGED = 'Nobody has this tag.';
export const NOBODY_TO_ADD = 'All of them are in that list already.';
export const TOO_FEW_FOR_PARTS = 'There are fewer people than parts.';

/** How many lists a kind takes, as least and most. */
export const LISTS_OF_KIND: Record<SetKind, readonly [number, number]> = {
  merge: [2, MERGED_LISTS_MAX],
  subtract: [2, 2],
  intersect: [2, 2],
  split: [1, 1],
  copy: [1, 1],
  tagged: [0, 0],
};

/** What is wrong with a number of lists for a kind, as a sentence, or undefined. */
export function listsError(kind: SetKind, lists: number): string | undefined {
  const [least, most] = LISTS_OF_KIND[kind];
  if (lists >= least && lists <= most) return undefined;
  if (most === 0) return 'Everybody with the tag is taken, from no list.';
  if (most === 1) return 'Choose one list.';
  return most === 2 ? 'Choose two lists.' : `Choose ${least} to ${most} lists.`;
}
