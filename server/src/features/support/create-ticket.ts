import { randomInt } from 'node:crypto';
import {
  TICKET_IDS,
  type TicketCategory,
  type TicketPriority,
  ticketNumber,
} from '@pigeonpost/contract/account/support';
import type { Tx } from '../../database/transaction.ts';
import { insertMessage, insertTicket } from './queries.ts';

// There are 378 billion ids: a random one is hardly ever taken, and then a second draw finds a free one.
const DRAWS = 5;

interface NewTicket {
  user: { id: number; username: string };
  subject: string;
  description: string;
  priority: TicketPriority;
  category: TicketCategory;
  now: Date;
}

/** Makes a ticket, whose description is the first message of its thread. */
export async function createTicket(
  tx: Tx,
  { user, now, ...ticket }: NewTicket,
): Promise<{ id: number; ticketNumber: string }> {
  for (let draw = 0; draw < DRAWS; draw++) {
    // Random, not counted: a number reveals neither how many tickets there are, nor the next one.
    const id = randomInt(1, TICKET_IDS);
    const number = ticketNumber(id);
    const row = { ...ticket, user_id: user.id, id, ticket_number: number, created_at: now };
    if (!(await insertTicket(tx, row))) continue;
    await insertMessage(
      tx,
      { user_id: user.id, ticket_id: id },
      { account_id: user.id, author_name: user.username, message: ticket.description, created_at: now },
    );
    return { id, ticketNumber: number };
  }
  throw new Error('No free id for a ticket was drawn.');
}
