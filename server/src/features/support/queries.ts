import type { Ticket, TicketMessage } from '@pigeonpost/contract/calls/support';
import type { TicketCategory, TicketPriority, TicketStatus } from '@pigeonpost/contract/support';
import { countRows } from '../../database/count-rows.ts';
import { contains } from '../../database/search.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Slice } from '../../http/paging.ts';

/** Whose tickets: a user's own, or for an administrator (undefined) those of everybody. */
export type Owner = number | undefined;

interface TicketFilter {
  search?: string | undefined;
  status?: TicketStatus | undefined;
  priority?: TicketPriority | undefined;
  category?: TicketCategory | undefined;
}

/** One page of tickets, the newest first, and how many there are. */
export async function listTickets(
  tx: Tx,
  { owner, filter, slice }: { owner: Owner; filter: TicketFilter; slice: Slice & { limit: number } },
): Promise<{ tickets: Ticket[]; total: number }> {
  const found = findTickets(tx, owner, filter);
  const total = await countRows(found);
  const tickets = await withColumns(found)
    .orderBy('tickets.created_at', 'desc')
    .orderBy('tickets.id', 'desc')
    .offset(slice.offset)
    .limit(slice.limit)
    .execute();
  return { tickets, total };
}

/** With whose it is. Undefined where there is none, or where the owner who asks has no such ticket. */
export async function findTicket(
  tx: Tx,
  { owner, id }: { owner: Owner; id: number },
): Promise<(Ticket & { user_id: number }) | undefined> {
  return withColumns(findTickets(tx, owner, {}))
    .select('tickets.user_id')
    .where('tickets.id', '=', id)
    .executeTakeFirst();
}

/** Oldest first. */
export async function listMessages(
  tx: Tx,
  { user_id, id }: { user_id: number; id: number },
): Promise<TicketMessage[]> {
  return tx
    .selectFrom('ticket_messages')
    .select(['id', 'account_id', 'author_name', 'message', 'created_at'])
    .where('user_id', '=', user_id)
    .where('ticket_id', '=', id)
    .orderBy('id')
    .execute();
}

/** False when the id is taken already. */
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
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('tickets')
    .values(ticket)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Counts the message, which gives it its place; two at the same moment wait for each other there. */
export async function insertMessage(
  tx: Tx,
  key: { user_id: number; ticket_id: number },
  message: { account_id: number; author_name: string; message: string; created_at: Date },
): Promise<TicketMessage> {
  const { message_count } = await tx
    .updateTable('tickets')
    .set(({ eb }) => ({ message_count: eb('message_count', '+', 1) }))
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

/** When the nth newest of a user's tickets was made. */
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

/** When a user wrote their nth newest message, without the descriptions of tickets. */
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

/** Writes what is given and leaves the rest. */
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

// The tickets of a user who was deleted are gone at once, before their rows are.
function findTickets(tx: Tx, owner: Owner, { search, status, priority, category }: TicketFilter) {
  return tx
    .selectFrom('tickets')
    .innerJoin('users', 'users.id', 'tickets.user_id')
    .$if(owner !== undefined, (query) => query.where('tickets.user_id', '=', owner ?? 0))
    .$if(status !== undefined, (query) => query.where('tickets.status', '=', status ?? 'open'))
    .$if(priority !== undefined, (query) => query.where('tickets.priority', '=', priority ?? 'medium'))
    .$if(category !== undefined, (query) => query.where('tickets.category', '=', category ?? 'general'))
    .$if(Boolean(search), (query) =>
      query.where(({ or, ref }) =>
        or([
          contains(ref('tickets.subject'), search ?? ''),
          contains(ref('tickets.ticket_number'), (search ?? '').replace(/^#/, '')),
          ...(owner === undefined ? [contains(ref('users.username'), search ?? '')] : []),
        ]),
      ),
    );
}

function withColumns(found: ReturnType<typeof findTickets>) {
  return found
    .leftJoin('users as assigned', 'assigned.id', 'tickets.assigned_to')
    .select([
      'tickets.id',
      'tickets.ticket_number',
      'tickets.subject',
      'tickets.description',
      'tickets.status',
      'tickets.priority',
      'tickets.category',
      'tickets.message_count',
      'tickets.created_at',
      'users.username as created_by',
      'tickets.assigned_to',
      'assigned.username as assigned_to_name',
    ]);
}
