/** How many lists, and how many tags, a campaign leaves out at most (docs/behaviour.md#leaving-people-out). */
export const LEFT_OUT_MAX = 20;
export const REPLIED_DAYS_MAX = 365;
export const REPLIED_DAYS_ERROR = `Days must be from 1 to ${REPLIED_DAYS_MAX}`;
export const LEAVES_OUT_ITSELF = 'A campaign cannot leave out its own list.';

/** Characters of the longest reason for people who are left out. */
export const LEFT_OUT_REASON_MAX = 200;
