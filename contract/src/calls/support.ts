import * as z from 'zod';
import { PACKS, ROLES } from '../account/subscription.ts';
import {
  TICKET_ASSIGNMENTS,
  TICKET_CATEGORIES,
  TICKET_MESSAGE_MAX,
  TICKET_PRIORITIES,
  TICKET_SORTS,
  TICKET_STATUSES,
  TICKET_SUBJECT_MAX,
  TICKET_TURNS,
} from '../account/support.ts';
import { defineCalls } from '../call.ts';
import { changeOf, EmptyAnswer, Id, IdParams, requiredName, requiredText, Time } from '../fields.ts';
import { TICKETS_PAGE_SIZE } from '../limits.ts';
import { PageInfo, pageQuery } from '../paging.ts';

const Status = z.enum(TICKET_STATUSES, 'Status must be open, in_progress, resolved or closed');
const Priority = z.enum(TICKET_PRIORITIES, 'Priority must be low, medium, high or urgent');
const Category = z.enum(
  TICKET_CATEGORIES,
  'Category must be general, technical, billing, feature_request or bug_report',
);

const Turn = z.enum(TICKET_TURNS, 'Waiting for must be us or them');
const Assignment = z.enum(TICKET_ASSIGNMENTS, 'Assigned must be me or nobody');
const Sort = z.enum(TICKET_SORTS, `Sort by must be one of ${TICKET_SORTS.join(', ')}`);

/** The part of the ticket user's account that an administrator needs. */
const TicketOwner = z
  .object({
    id: Id,
    role: z.enum(ROLES),
    pack: z.enum(PACKS),
    subscription_end_date: Time.nullable(),
  })
  .meta({ id: 'TicketOwner' });

export const Ticket = z
  .object({
    id: Id,
    /** The readable ticket number. */
    ticket_number: z.string(),
    subject: z.string(),
    description: z.string(),
    status: z.enum(TICKET_STATUSES),
    priority: z.enum(TICKET_PRIORITIES),
    category: z.enum(TICKET_CATEGORIES),
    /** The description is the first message. */
    message_count: z.int(),
    created_at: Time,
    /** The username of the ticket's user. */
    created_by: z.string(),
    /** The id of an administrator. */
    assigned_to: Id.nullable(),
    assigned_to_name: z.string().nullable(),
    last_message_at: Time,
    /** The author of the last message. */
    last_author_name: z.string(),
    /** The side that it waits for; null once it is resolved or closed. */
    waiting_for: z.enum(TICKET_TURNS).nullable(),
    /** Whether it has an answer that its user has not read; always false for other readers. */
    is_unread: z.boolean(),
    /** For administrators only. */
    owner: TicketOwner.nullable(),
  })
  .meta({ id: 'Ticket' });
export type Ticket = z.infer<typeof Ticket>;

export const TicketMessage = z
  .object({
    /** Counted within its ticket. */
    id: Id,
    /** The author's account. */
    account_id: Id,
    author_name: z.string(),
    message: z.string(),
    created_at: Time,
  })
  .meta({ id: 'TicketMessage' });
export type TicketMessage = z.infer<typeof TicketMessage>;

/** The number of tickets in each view, whichever is shown; for administrators only. */
export const TicketCounts = z
  .object({
    all: z.int(),
    us: z.int(),
    them: z.int(),
    resolved: z.int(),
    closed: z.int(),
    /** Within the shown view. */
    mine: z.int(),
    nobodys: z.int(),
  })
  .meta({ id: 'TicketCounts' });
export type TicketCounts = z.infer<typeof TicketCounts>;

export const supportCalls = defineCalls({
  'GET /api/support': {
    operationId: 'listTickets',
    access: 'user',
    summary:
      'Your support tickets; for an administrator those of all users, also by waiting side and assignee.',
    query: z.object({
      ...pageQuery({ size: TICKETS_PAGE_SIZE }),
      status: Status.optional(),
      priority: Priority.optional(),
      category: Category.optional(),
      waiting_for: Turn.optional(),
      /** Filters by assignee; read for administrators only. */
      assigned: Assignment.optional(),
      sort_by: Sort.default('created_desc'),
    }),
    response: z.object({
      tickets: z.array(Ticket),
      pagination: PageInfo,
      counts: TicketCounts.nullable(),
    }),
  },
  'GET /api/support/waiting': {
    operationId: 'countWaitingTickets',
    access: 'user',
    summary:
      'The number of your tickets with a new answer; for an administrator also of those that wait for one.',
    response: z.object({ unread: z.int(), waiting: z.int().nullable() }),
  },
  'POST /api/support': {
    operationId: 'createTicket',
    access: 'user',
    summary: 'Make a ticket.',
    body: z.object({
      subject: requiredName('Subject', TICKET_SUBJECT_MAX),
      description: requiredText('Description', TICKET_MESSAGE_MAX),
      priority: Priority.default('medium'),
      category: Category.default('general'),
    }),
    status: 201,
    response: z.object({ ticketNumber: z.string(), id: Id }),
  },
  'GET /api/support/{id}': {
    operationId: 'getTicket',
    access: 'user',
    summary: 'A ticket with its last messages, or with those before a message; `earlier` is the number left.',
    params: IdParams,
    query: z.object({ before: z.coerce.number('before must be a number').int().min(1).max(1e9).optional() }),
    response: z.object({ ticket: Ticket, messages: z.array(TicketMessage), earlier: z.int() }),
  },
  'PUT /api/support/{id}/read': {
    operationId: 'markTicketRead',
    access: 'user',
    summary: 'Mark your ticket as read up to a message.',
    params: IdParams,
    body: z.object({ message_id: Id }),
    response: EmptyAnswer,
  },
  'POST /api/support/{id}/messages': {
    operationId: 'addTicketMessage',
    access: 'user',
    summary:
      'Write a message on a ticket, which opens it again; an administrator may resolve it with the same call.',
    params: IdParams,
    body: z.object({
      message: requiredText('Message', TICKET_MESSAGE_MAX),
      resolve: z.boolean('Resolve must be true or false').default(false),
    }),
    status: 201,
    response: z.object({ message: TicketMessage }),
    refusals: { 403: "Only an administrator may resolve a ticket, or the token is an agent's." },
  },
  'PUT /api/support/{id}': {
    operationId: 'updateTicket',
    access: 'admin',
    summary:
      "Set a ticket's status and priority, and assign it to an administrator, or to nobody (null); left-out fields stay.",
    params: IdParams,
    body: changeOf({ status: Status, priority: Priority, assigned_to: Id.nullable() }),
    response: z.object({ ticket: Ticket }),
  },
  'GET /api/support/admin/users': {
    operationId: 'listTicketAssignees',
    access: 'admin',
    summary: 'The administrators, as assignees of tickets.',
    response: z.object({ users: z.array(z.object({ id: Id, username: z.string() })) }),
  },
});
