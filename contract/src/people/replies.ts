/** What a reply says of stopping: judged by its words, or decided by its owner (docs/behaviour.md#stop-words). */
export const REPLY_STOPS = ['no', 'sure', 'perhaps', 'owner_no', 'owner_yes'] as const;
export type ReplyStop = (typeof REPLY_STOPS)[number];

/** Whether a machine wrote a reply: judged by its words, or decided by its owner (docs/behaviour.md#automatic-replies). */
export const REPLY_AUTOMATICS = ['no', 'sure', 'owner_no', 'owner_yes'] as const;
export type ReplyAutomatic = (typeof REPLY_AUTOMATICS)[number];

/** Whether a reply counts for nothing, because a machine wrote it. */
export const isAutomatic = (automatic: ReplyAutomatic): boolean =>
  automatic === 'sure' || automatic === 'owner_yes';

/** Whether its owner still has to decide whether a reply asks for no more messages. */
export const isUndecided = (reply: { stop: ReplyStop; automatic: ReplyAutomatic }): boolean =>
  reply.stop === 'perhaps' && !isAutomatic(reply.automatic);

/** The most seconds by which a site may tell the time of a reply roughly: a month. */
export const REPLY_PRECISION_MAX = 31 * 86_400;

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
