import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { changeOf, Id, IdParams, requiredText, Time } from '../fields.ts';
import { TICKETS_PAGE_SIZE } from '../limits.ts';
import { PageInfo, pageQuery } from '../paging.ts';
import {
  TICKET_CATEGORIES,
  TICKET_MESSAGE_MAX,
  TICKET_PRIORITIES,
  TICKET_STATUSES,
  TICKET_SUBJECT_MAX,
} from '../support.ts';

const Status = z.enum(TICKET_STATUSES, 'Status must be open, in_progress, resolved or closed');
const Priority = z.enum(TICKET_PRIORITIES, 'Priority must be low, medium, high or urgent');
const Category = z.enum(
  TICKET_CATEGORIES,
  'Category must be general, technical, billing, feature_request or bug_report',
);

export const Ticket = z.object({
  id: Id,
  /** Its readable name. */
  ticket_number: z.string(),
  subject: z.string(),
  description: z.string(),
  status: z.enum(TICKET_STATUSES),
  priority: z.enum(TICKET_PRIORITIES),
  category: z.enum(TICKET_CATEGORIES),
  /** Its description is the first of them. */
  message_count: z.int(),
  created_at: Time,
  /** The username of whose ticket it is. */
  created_by: z.string(),
  /** The id of an administrator. */
  assigned_to: Id.nullable(),
  assigned_to_name: z.string().nullable(),
});
export type Ticket = z.infer<typeof Ticket>;

export const TicketMessage = z.object({
  /** Counted within its ticket. */
  id: Id,
  /** Whose message it is. */
  account_id: Id,
  author_name: z.string(),
  message: z.string(),
  created_at: Time,
});
export type TicketMessage = z.infer<typeof TicketMessage>;

export const supportCalls = defineCalls({
  'GET /api/support': {
    access: 'user',
    summary: 'Your support tickets, the newest first; for an administrator those of everybody.',
    query: z.object({
      ...pageQuery({ size: TICKETS_PAGE_SIZE }),
      status: Status.optional(),
      priority: Priority.optional(),
      category: Category.optional(),
    }),
    response: z.object({ tickets: z.array(Ticket), pagination: PageInfo }),
  },
  'POST /api/support': {
    access: 'user',
    summary: 'Make a ticket.',
    body: z.object({
      subject: requiredText('Subject', TICKET_SUBJECT_MAX),
      description: requiredText('Description', TICKET_MESSAGE_MAX),
      priority: Priority.default('medium'),
      category: Category.default('general'),
    }),
    status: 201,
    response: z.object({ ticketNumber: z.string(), id: Id }),
  },
  'GET /api/support/{id}': {
    access: 'user',
    summary: 'A ticket with its messages.',
    params: IdParams,
    response: z.object({ ticket: Ticket, messages: z.array(TicketMessage) }),
  },
  'POST /api/support/{id}/messages': {
    access: 'user',
    summary: 'Write a message on a ticket.',
    params: IdParams,
    body: z.object({ message: requiredText('Message', TICKET_MESSAGE_MAX) }),
    status: 201,
    response: z.object({ message: TicketMessage }),
  },
  'PUT /api/support/{id}': {
    access: 'admin',
    summary:
      "Set a ticket's status and priority, and assign it to an administrator, or to nobody (null); what is left out stays.",
    params: IdParams,
    body: changeOf({ status: Status, priority: Priority, assigned_to: Id.nullable() }),
    response: z.object({ ticket: Ticket }),
  },
  'GET /api/support/admin/users': {
    access: 'admin',
    summary: 'The administrators, to whom tickets are assigned.',
    response: z.object({ users: z.array(z.object({ id: Id, username: z.string() })) }),
  },
});
