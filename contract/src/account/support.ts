export const TICKET_STATUSES = ['open', 'in_progress', 'resolved', 'closed'] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];

export const TICKET_PRIORITIES = ['low', 'medium', 'high', 'urgent'] as const;
export type TicketPriority = (typeof TICKET_PRIORITIES)[number];

export const TICKET_CATEGORIES = [
  'general',
  'technical',
  'billing',
  'feature_request',
  'bug_report',
] as const;
export type TicketCategory = (typeof TICKET_CATEGORIES)[number];

/**
 * The side that a ticket waits for, if it is neither resolved nor closed: the administrators ('us') or its user
 * ('them').
 */
export const TICKET_TURNS = ['us', 'them'] as const;
export type TicketTurn = (typeof TICKET_TURNS)[number];

/** Filters of tickets by assignee. */
export const TICKET_ASSIGNMENTS = ['me', 'nobody'] as const;
export type TicketAssignment = (typeof TICKET_ASSIGNMENTS)[number];

/** `queue`: urgent ones first, then those that wait longest. */
export const TICKET_SORTS = [
  'created_desc',
  'queue',
  'last_message_asc',
  'last_message_desc',
  'priority_desc',
  'priority_asc',
] as const;
export type TicketSort = (typeof TICKET_SORTS)[number];

/** The number of messages that a ticket's call answers; `before` asks for earlier ones. */
export const THREAD_PAGE_SIZE = 50;

export const TICKET_SUBJECT_MAX = 200;
export const TICKET_MESSAGE_MAX = 5000;

/** The limits of a user within 24 hours; a ticket's description is not counted as a message. */
export const TICKETS_A_DAY = 20;
export const MESSAGES_A_DAY = 200;

// Digits and letters that cannot be confused when read aloud or written down, without vowels, so that no words appear.
const LETTERS = '23456789BCDFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;

/** Ticket ids are drawn below this number, so that each has its own ticket number. */
export const TICKET_IDS = LETTERS.length ** LENGTH;

/** The readable form of a ticket's id, one for each: 'K7QM-3XPB' (docs/behaviour.md#tickets). */
export function ticketNumber(id: number): string {
  let rest = id;
  let number = '';
  for (let place = 0; place < LENGTH; place++) {
    number = LETTERS.charAt(rest % LETTERS.length) + number;
    rest = Math.floor(rest / LETTERS.length);
  }
  return `${number.slice(0, LENGTH / 2)}-${number.slice(LENGTH / 2)}`;
}
