import {
  THREAD_PAGE_SIZE,
  type TicketCategory,
  type TicketPriority,
  type TicketStatus,
} from '@pigeonpost/contract/account/support';
import type { TicketMessage } from '@pigeonpost/contract/calls/support';
import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import { findTickets, type Owner, type TicketRow, withColumns } from './list-queries.ts';

/** With its owner. Undefined if there is none, or if it is not the asking owner's. */
export async function findTicket(
  tx: Tx,
  { owner, id }: { owner: Owner; id: number },
): Promise<TicketRow | undefined> {
  return withColumns(findTickets(tx, owner, {}))
    .where('tickets.id', '=', id)
    .executeTakeFirst();
}

/**
 * The last messages of a ticket, or the last ones before a message, oldest first; and the number of those before them.
 */
export async function listMessages(
  tx: Tx,
  { user_id, id, before }: { user_id: number; id: number; before: number | undefined },
): Promise<{ messages: TicketMessage[]; earlier: number }> {
  const newestFirst = await tx
    .selectFrom('ticket_messages')
    .select(['id', 'account_id', 'author_name', 'message', 'created_at'])
    .where('user_id', '=', user_id)
    .where('ticket_id', '=', id)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(THREAD_PAGE_SIZE)
    .execute();
  const messages = newestFirst.reverse();
  // They are numbered from 1 within their ticket, and never deleted.
  return { messages, earlier: (messages[0]?.id ?? 1) - 1 };
}

/** False if the id is taken already. */
export async function insertTicket(
  tx: Tx,
  ticket: {
    user_id: number;
    id: number;
    ticket_number: string;
    subject: string;
    description: string;
    priority: TicketPriority;
    category: TicketCategory;
    created_at: Date;
  },
): Promise<boolean> {
  // Its description follows as the first message, under the name of its author.
  const first = { last_message_at: ticket.created_at, last_author_id: ticket.user_id, last_author_name: '' };
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('tickets')
    .values({ ...ticket, ...first })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/**
 * Counts the message, which gives it its number; two simultaneous ones wait for each other there. It reopens a resolved
 * or closed ticket (the trigger ticket_opens_again), and marks it as read for a user who writes.
 */
export async function insertMessage(
  tx: Tx,
  key: { user_id: number; ticket_id: number },
  message: { account_id: number; author_name: string; message: string; created_at: Date },
): Promise<TicketMessage> {
  const { message_count } = await tx
    .updateTable('tickets')
    .set(({ eb }) => ({
      message_count: eb('message_count', '+', 1),
      last_message_at: message.created_at,
      last_author_id: message.account_id,
      last_author_name: message.author_name,
      ...(message.account_id === key.user_id && { read_count: eb('message_count', '+', 1) }),
    }))
    .where('user_id', '=', key.user_id)
    .where('id', '=', key.ticket_id)
    .returning('message_count')
    .executeTakeFirstOrThrow();
  return tx
    .insertInto('ticket_messages')
    .values({ ...key, ...message, id: message_count })
    .returning(['id', 'account_id', 'author_name', 'message', 'created_at'])
    .executeTakeFirstOrThrow();
}

/**
 * Notes the last message that a user has read in their ticket, never moving back; false if they have no such ticket.
 */
export async function markRead(
  tx: Tx,
  { user_id, id, message_id }: { user_id: number; id: number; message_id: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('tickets')
    .set({ read_count: sql<number>`greatest(read_count, least(message_count, ${message_id}::bigint))` })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The time of the nth newest of a user's tickets. */
export async function findTicketTime(
  tx: Tx,
  { user_id, nth }: { user_id: number; nth: number },
): Promise<string | undefined> {
  const ticket = await tx
    .selectFrom('tickets')
    .select('created_at')
    .where('user_id', '=', user_id)
    .orderBy('created_at', 'desc')
    .offset(nth - 1)
    .limit(1)
    .executeTakeFirst();
  return ticket?.created_at;
}

/** The time of a user's nth newest message, without the descriptions of tickets. */
export async function findMessageTime(
  tx: Tx,
  { user_id, nth }: { user_id: number; nth: number },
): Promise<string | undefined> {
  const message = await tx
    .selectFrom('ticket_messages')
    .select('created_at')
    .where('user_id', '=', user_id)
    .where('account_id', '=', user_id)
    .where('id', '>', 1)
    .orderBy('created_at', 'desc')
    .offset(nth - 1)
    .limit(1)
    .executeTakeFirst();
  return message?.created_at;
}

/** Writes the given fields. */
export async function updateTicket(
  tx: Tx,
  key: { user_id: number; id: number },
  change: {
    status?: TicketStatus | undefined;
    priority?: TicketPriority | undefined;
    assigned_to?: number | null | undefined;
  },
): Promise<void> {
  await tx
    .updateTable('tickets')
    .set(change)
    .where('user_id', '=', key.user_id)
    .where('id', '=', key.id)
    .execute();
}

/** Administrators whose accounts are not disabled, by name. */
export async function listAdmins(tx: Tx): Promise<{ id: number; username: string }[]> {
  return tx
    .selectFrom('users')
    .select(['id', 'username'])
    .where('role', '=', 'admin')
    .where('is_active', '=', true)
    .orderBy('username')
    .execute();
}

/** Unassigns an administrator from all tickets; returns those tickets. */
export async function unassignTickets(
  tx: Tx,
  assigned_to: number,
): Promise<{ user_id: number; id: number }[]> {
  return tx
    .updateTable('tickets')
    .set({ assigned_to: null })
    .where('assigned_to', '=', assigned_to)
    .returning(['user_id', 'id'])
    .execute();
}
