/** How lists are sorted. */
export const LIST_SORTS = ['newest', 'name', 'pending_desc', 'recipients_desc'] as const;
export type ListSort = (typeof LIST_SORTS)[number];
export const DEFAULT_LIST_SORT: ListSort = 'newest';

/** Parts of a user's lists: somebody is pending, a campaign is sending to it, or nobody is in it. */
export const LIST_FILTERS = ['pending', 'sending', 'empty'] as const;
export type ListFilter = (typeof LIST_FILTERS)[number];

export const LIST_NAME_MAX = 100;
export const LIST_DESCRIPTION_MAX = 500;
