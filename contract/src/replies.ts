/** What a reply says of stopping: judged by its words, or decided by its owner (docs/behaviour.md#stop-words). */
export const REPLY_STOPS = ['no', 'sure', 'perhaps', 'owner_no', 'owner_yes'] as const;

/** How often replies can be read by themselves, in hours. */
export const READ_REPLIES_HOURS = [1, 2, 4, 8, 24] as const;

export const QUIET_DAYS_MAX = 90;
export const BUDGET_MAX = 50;
export const REPLY_TEXT_DAYS_MAX = 365;

/** Characters of a reply that are kept. */
export const REPLY_TEXT_MAX = 2_000;

/** Replies that a reading takes of one profile; it goes on from there. */
export const REPLIES_A_READING = 500;

/** Characters of the reason for writing again to a person who is left alone. */
export const WAIVE_REASON_MIN = 3;
export const WAIVE_REASON_MAX = 200;

/** The newest replies on a person's page. */
export const PERSON_REPLIES = 50;
