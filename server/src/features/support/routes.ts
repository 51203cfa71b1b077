import type { supportCalls, Ticket } from '@pigeonpost/contract/calls/support';
import type { Caller } from '../../access/caller.ts';
import { lockAdmins } from '../../database/locks.ts';
import type { Tx } from '../../database/transaction.ts';
import type { AfterCommit } from '../../database/transactions.ts';
import type { Deps } from '../../deps.ts';
import { badRequest, forbidden, notFound } from '../../errors.ts';
import type { Routes } from '../../http/handler.ts';
import { pageInfoOf, pageSlice } from '../../http/paging.ts';
import { notifyUser } from '../../notifications/notify-user.ts';
import { createTicket } from './create-ticket.ts';
import { limitMessages, limitTickets } from './limit-writing.ts';
import { countTickets, countWaiting, listTickets, type Owner, type TicketRow } from './list-queries.ts';
import { findTicket, insertMessage, listAdmins, listMessages, markRead, updateTicket } from './queries.ts';

const ADMINS_RESOLVE = 'Only an administrator may resolve a ticket.';
const NOT_AN_ADMIN = 'Tickets are assigned to administrators only';

/** Tickets, for their user and for every administrator (docs/behaviour.md#tickets). */
export function supportRoutes(deps: Deps): Routes<typeof supportCalls> {
  const { clock } = deps;

  /** Announces a ticket's change to the owner and every administrator. */
  function announce(afterCommit: AfterCommit, ticket: { user_id: number; id: number }): void {
    afterCommit(() => deps.publishWithAdmins(ticket.user_id, 'ticket_update', { ticket_id: ticket.id }));
  }

  return {
    'GET /api/support': {
      async acrossUsersForAdmins({ tx, caller, query }) {
        const slice = pageSlice(query);
        const { assigned, sort_by, ...rest } = query;
        const isAdmin = caller.user.role === 'admin';
        const assigned_to = assigned === 'me' ? caller.user.id : null;
        const filter = { ...rest, ...(isAdmin && assigned && { assigned_to }) };
        const { tickets, total } = await listTickets(tx, { owner: ownerOf(caller), filter, sort_by, slice });
        return {
          tickets: tickets.map((ticket) => asSeenBy(caller, ticket)),
          pagination: pageInfoOf(slice, total),
          counts: isAdmin ? await countTickets(tx, caller.user.id, filter) : null,
        };
      },
    },

    'GET /api/support/waiting': {
      async acrossUsersForAdmins({ tx, caller: { user } }) {
        const owner = user.role === 'admin' ? undefined : user.id;
        const { unread, waiting } = await countWaiting(tx, { owner, user_id: user.id });
        return { unread, waiting: user.role === 'admin' ? waiting : null };
      },
    },

    'POST /api/support': async ({ tx, afterCommit, caller, body }) => {
      const now = clock.now();
      await limitTickets(tx, caller, now);
      const ticket = await createTicket(tx, { ...body, user: caller.user, now });
      announce(afterCommit, { user_id: caller.user.id, id: ticket.id });
      return ticket;
    },

    'GET /api/support/{id}': {
      async acrossUsersForAdmins({ tx, caller, params, query }) {
        const ticket = await getTicket(tx, caller, params.id);
        const thread = await listMessages(tx, { ...ticket, before: query.before });
        return { ticket: asSeenBy(caller, ticket), ...thread };
      },
    },

    'PUT /api/support/{id}/read': async ({ tx, afterCommit, caller, params, body }) => {
      const user_id = caller.user.id;
      if (!(await markRead(tx, { user_id, id: params.id, message_id: body.message_id }))) throw noTicket();
      afterCommit(() => deps.publish(user_id, 'ticket_update', { ticket_id: params.id }));
      return {};
    },

    'POST /api/support/{id}/messages': {
      async acrossUsersForAdmins({ tx, afterCommit, caller, params, body }) {
        const now = clock.now();
        if (body.resolve && caller.user.role !== 'admin') throw forbidden(ADMINS_RESOLVE);
        await limitMessages(tx, caller, now);
        const ticket = await getTicket(tx, caller, params.id);
        const message = await insertMessage(
          tx,
          { user_id: ticket.user_id, ticket_id: ticket.id },
          {
            account_id: caller.user.id,
            author_name: caller.user.username,
            message: body.message,
            created_at: now,
          },
        );
        if (body.resolve) await updateTicket(tx, ticket, { status: 'resolved' });
        const { user_id, id: ticket_id, subject } = ticket;
        if (caller.user.id !== user_id)
          await notifyUser(
            { tx, afterCommit, deps },
            { user_id, kind: 'ticket_answered', args: { ticket_id, subject } },
          );
        announce(afterCommit, ticket);
        return { message };
      },
    },

    'PUT /api/support/{id}': async ({ tx, afterCommit, caller, params, body }) => {
      const { assigned_to } = body;
      // The assignee's role cannot change until the assignment is written.
      if (assigned_to) await lockAdmins(tx);
      const { user_id, id } = await getTicket(tx, caller, params.id);
      if (assigned_to && !(await listAdmins(tx)).some((admin) => admin.id === assigned_to))
        throw badRequest(NOT_AN_ADMIN, { fields: { assigned_to: NOT_AN_ADMIN } });
      await updateTicket(tx, { user_id, id }, body);
      announce(afterCommit, { user_id, id });
      return { ticket: asSeenBy(caller, await getTicket(tx, caller, id)) };
    },

    'GET /api/support/admin/users': async ({ tx }) => ({ users: await listAdmins(tx) }),
  };
}

function ownerOf({ user }: Caller): Owner {
  return user.role === 'admin' ? undefined : user.id;
}

const noTicket = () => notFound('Support ticket not found');

async function getTicket(tx: Tx, caller: Caller, id: number): Promise<TicketRow> {
  const ticket = await findTicket(tx, { owner: ownerOf(caller), id });
  if (!ticket) throw noTicket();
  return ticket;
}

/** The assignee and the user's account are for administrators; the unread mark is for its user. */
function asSeenBy({ user }: Caller, row: TicketRow): Ticket {
  const { user_id, owner_role: role, owner_pack: pack, owner_ends: subscription_end_date, ...ticket } = row;
  const seen = { ...ticket, is_unread: ticket.is_unread && user_id === user.id };
  if (user.role !== 'admin') return { ...seen, assigned_to: null, assigned_to_name: null, owner: null };
  return { ...seen, owner: { id: user_id, role, pack, subscription_end_date } };
}
