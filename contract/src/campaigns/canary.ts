/** How many people a campaign may be sent to before it pauses for a look (docs/behaviour.md#canary). */
export const CANARY_MAX = 500;
/** What a first campaign to more people is suggested. */
export const SUGGESTED_CANARY = 10;
export const CANARY_ERROR = `The first people must be a whole number from 1 to ${CANARY_MAX}`;
