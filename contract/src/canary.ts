/** How many people a campaign may be sent to before it pauses for a look (docs/behaviour.md#canary). */
export const CANARY_MAX = 500;
/** What a first campaign to more people is suggested. */
export const SUGGESTED_CANARY = 10;
export const CANARY_ERROR = `The first people must be a whole number from 1 to ${CANARY_MAX}`;
/** Around the number of these people, two or more. */
export const CANARY_DONE = ['The first ', ' are done: have a look, then press Start'] as const;
export const FIRST_ONE_DONE = 'The first one is done: have a look, then press Start';

/** Whether a campaign was paused because its canary is done. */
export const isPausedForLook = (reason: string) =>
  reason === FIRST_ONE_DONE || (reason.startsWith(CANARY_DONE[0]) && reason.endsWith(CANARY_DONE[1]));
