/** How many lists, and how many tags, a campaign leaves out at most (docs/behaviour.md#leaving-people-out). */
export const LEFT_OUT_MAX = 20;
export const REPLIED_DAYS_MAX = 365;
export const REPLIED_DAYS_ERROR = `Days must be from 1 to ${REPLIED_DAYS_MAX}`;
export const LEAVES_OUT_ITSELF = 'A campaign cannot leave out its own list.';

/** The reasons for people who are left out. The name of the list or the tag follows the first two; a number stands in the third. */
export const IN_LEFT_OUT_LIST = 'In a list that is left out: ';
export const HAS_LEFT_OUT_TAG = 'Has a tag that is left out: ';
export const REPLIED_WITHIN = ['Replied within ', ', which is left out'] as const;
/** Characters of the longest reason. */
export const LEFT_OUT_REASON_MAX = 200;
