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

/** Whose turn a ticket is that is neither resolved nor closed: the administrators' ('us') or its user's ('them'). */
export const TICKET_TURNS = ['us', 'them'] as const;
export type TicketTurn = (typeof TICKET_TURNS)[number];

/** Whose tickets an administrator looks at, by who works on them. */
export const TICKET_ASSIGNMENTS = ['me', 'nobody'] as const;
export type TicketAssignment = (typeof TICKET_ASSIGNMENTS)[number];

/** `queue` is urgent first, then those who wait longest. */
export const TICKET_SORTS = [
  'created_desc',
  'queue',
  'last_message_asc',
  'last_message_desc',
  'priority_desc',
  'priority_asc',
] as const;
export type TicketSort = (typeof TICKET_SORTS)[number];

/** Messages that a ticket's call answers at once; earlier ones are asked for with `before`. */
export const THREAD_PAGE_SIZE = 50;

export const TICKET_SUBJECT_MAX = 200;
export const TICKET_MESSAGE_MAX = 5000;

/** What a user may write within 24 hours; a ticket's description is no message here. */
export const TICKETS_A_DAY = 20;
export const MESSAGES_A_DAY = 200;

// Digits and letters that nobody mixes up when they are read aloud or written down, and none that form words.
const LETTERS = '23456789BCDFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;

/** Ids of tickets are drawn below this number, so that each has a ticket number of its own. */
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
