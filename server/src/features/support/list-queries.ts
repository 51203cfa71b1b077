import type { Pack, Role } from '@pigeonpost/contract/account/subscription';
import type {
  TicketCategory,
  TicketPriority,
  TicketSort,
  TicketStatus,
  TicketTurn,
} from '@pigeonpost/contract/account/support';
import type { Ticket, TicketCounts } from '@pigeonpost/contract/calls/support';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { countRows } from '../../database/sql/count-rows.ts';
import { contains } from '../../database/sql/search.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Slice } from '../../http/paging.ts';

/** The owner of tickets: a user, or all users for an administrator (undefined). */
export type Owner = number | undefined;

/** A ticket with its owner. */
export type TicketRow = Omit<Ticket, 'owner'> & {
  user_id: number;
  owner_role: Role;
  owner_pack: Pack;
  owner_ends: string | null;
};

interface TicketFilter {
  search?: string | undefined;
  status?: TicketStatus | undefined;
  priority?: TicketPriority | undefined;
  category?: TicketCategory | undefined;
  waiting_for?: TicketTurn | undefined;
  /** The id of an administrator, or null for unassigned tickets. */
  assigned_to?: number | null | undefined;
}

/** The side that a ticket waits for: its user after an answer of somebody else. */
const WAITING_FOR = sql<TicketTurn | null>`case when tickets.status in ('resolved', 'closed') then null
  when tickets.last_author_id = tickets.user_id then 'us' else 'them' end`;

/** It waits for an administrator. */
export const IS_WAITING = sql<SqlBool>`coalesce(${WAITING_FOR} = 'us', false)`;

/** The last answer of a ticket is newer than what its user has read. */
export const IS_UNREAD = sql<SqlBool>`(tickets.last_author_id <> tickets.user_id
  and tickets.read_count < tickets.message_count)`;

const PRIORITY_RANK = sql`array_position(array['low', 'medium', 'high', 'urgent'], tickets.priority)`;

const ORDERS: Record<TicketSort, RawBuilder<unknown>> = {
  created_desc: sql`tickets.created_at desc, tickets.id desc`,
  queue: sql`(tickets.priority = 'urgent') desc, tickets.last_message_at, tickets.id`,
  last_message_asc: sql`tickets.last_message_at, tickets.id`,
  last_message_desc: sql`tickets.last_message_at desc, tickets.id desc`,
  priority_desc: sql`${PRIORITY_RANK} desc, tickets.last_message_at, tickets.id`,
  priority_asc: sql`${PRIORITY_RANK}, tickets.last_message_at, tickets.id`,
};

/** One page of tickets in the requested order, and their number. */
export async function listTickets(
  tx: Tx,
  options: { owner: Owner; filter: TicketFilter; sort_by?: TicketSort; slice: Slice },
): Promise<{ tickets: TicketRow[]; total: number }> {
  const { owner, filter, sort_by = 'created_desc', slice } = options;
  const found = findTickets(tx, owner, filter);
  const total = await countRows(found);
  const tickets = await withColumns(found)
    .orderBy(ORDERS[sort_by])
    .offset(slice.offset)
    .limit(slice.limit)
    .execute();
  return { tickets, total };
}

/** The number of tickets in each of the administrators' views, under the filters that all of them share. */
export async function countTickets(tx: Tx, admin_id: number, filter: TicketFilter): Promise<TicketCounts> {
  const { status, waiting_for, assigned_to, ...shared } = filter;
  const isOf = (assigned: RawBuilder<SqlBool>, view: RawBuilder<SqlBool>) =>
    sql<number>`count(*) filter (where ${assigned} and ${view})`;
  const anyView = sql<SqlBool>`true`;
  const inView = sql<SqlBool>`${status ? sql`tickets.status = ${status}` : anyView}
    and ${waiting_for ? sql`${WAITING_FOR} = ${waiting_for}` : anyView}`;
  const assigned = assignedTo(assigned_to);
  return findTickets(tx, undefined, shared)
    .select([
      isOf(assigned, anyView).as('all'),
      isOf(assigned, sql`${WAITING_FOR} = 'us'`).as('us'),
      isOf(assigned, sql`${WAITING_FOR} = 'them'`).as('them'),
      isOf(assigned, sql`tickets.status = 'resolved'`).as('resolved'),
      isOf(assigned, sql`tickets.status = 'closed'`).as('closed'),
      isOf(assignedTo(admin_id), inView).as('mine'),
      isOf(assignedTo(null), inView).as('nobodys'),
    ])
    .executeTakeFirstOrThrow();
}

/** The number of a user's tickets with a new answer, and of all tickets that wait for administrators. */
export async function countWaiting(tx: Tx, { owner, user_id }: { owner: Owner; user_id: number }) {
  return findTickets(tx, owner, {})
    .select([
      sql<number>`count(*) filter (where ${IS_UNREAD} and tickets.user_id = ${user_id})`.as('unread'),
      sql<number>`count(*) filter (where ${WAITING_FOR} = 'us')`.as('waiting'),
    ])
    .executeTakeFirstOrThrow();
}

/** The matching tickets. Those of a deleted user are hidden at once, before their rows are deleted. */
export function findTickets(tx: Tx, owner: Owner, filter: TicketFilter) {
  const { search, status, priority, category, waiting_for, assigned_to } = filter;
  return tx
    .selectFrom('tickets')
    .innerJoin('users', 'users.id', 'tickets.user_id')
    .$if(owner !== undefined, (query) => query.where('tickets.user_id', '=', owner ?? 0))
    .$if(status !== undefined, (query) => query.where('tickets.status', '=', status ?? 'open'))
    .$if(priority !== undefined, (query) => query.where('tickets.priority', '=', priority ?? 'medium'))
    .$if(category !== undefined, (query) => query.where('tickets.category', '=', category ?? 'general'))
    .$if(waiting_for !== undefined, (query) => query.where(WAITING_FOR, '=', waiting_for ?? 'us'))
    .$if(assigned_to !== undefined, (query) => query.where(assignedTo(assigned_to)))
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

function assignedTo(admin: number | null | undefined): RawBuilder<SqlBool> {
  if (admin === undefined) return sql`true`;
  return admin === null ? sql`tickets.assigned_to is null` : sql`tickets.assigned_to = ${admin}`;
}

/** The found tickets, with the fields of their answers. */
export function withColumns(found: ReturnType<typeof findTickets>) {
  return found
    .leftJoin('users as assigned', 'assigned.id', 'tickets.assigned_to')
    .select([
      'tickets.id',
      'tickets.user_id',
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
      'tickets.last_message_at',
      'tickets.last_author_name',
      WAITING_FOR.as('waiting_for'),
      IS_UNREAD.$castTo<boolean>().as('is_unread'),
      'users.role as owner_role',
      'users.pack as owner_pack',
      'users.subscription_end_date as owner_ends',
    ]);
}
