/** The sort orders of lists. */
export const LIST_SORTS = ['newest', 'name', 'pending_desc', 'recipients_desc'] as const;
export type ListSort = (typeof LIST_SORTS)[number];
export const DEFAULT_LIST_SORT: ListSort = 'newest';

/** Filters of a user's lists: with pending recipients, with a running campaign, or without recipients. */
export const LIST_FILTERS = ['pending', 'sending', 'empty'] as const;
export type ListFilter = (typeof LIST_FILTERS)[number];

export const LIST_NAME_MAX = 100;
export const LIST_DESCRIPTION_MAX = 500;

/**
 * The refusal while something else holds a list's lock: imports, starts, undoing, copies and people who are put back hold
 * it alike, and a lock does not say who has it.
 */
export const LIST_BUSY =
  'This list is busy at this moment, for example with an import. Please try again when that is done.';
