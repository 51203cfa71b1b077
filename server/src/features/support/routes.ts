import type { supportCalls, Ticket } from '@pigeonpost/contract/calls/support';
import type { Tx } from '../../database/transaction.ts';
import type { AfterCommit } from '../../database/transactions.ts';
import type { Deps } from '../../deps.ts';
import { badRequest, notFound } from '../../http/errors.ts';
import type { Caller, Routes } from '../../http/handler.ts';
import { pageInfoOf, pageSlice } from '../../http/paging.ts';
import { createTicket } from './create-ticket.ts';
import { limitMessages, limitTickets } from './limit-writing.ts';
import {
  findTicket,
  insertMessage,
  listAdmins,
  listMessages,
  listTickets,
  type Owner,
  updateTicket,
} from './queries.ts';

const NOT_AN_ADMIN = 'Tickets are assigned to administrators only';

/** Tickets, of their user and of every administrator (docs/behaviour.md#support). */
export function supportRoutes(deps: Deps): Routes<typeof supportCalls> {
  const { clock } = deps;

  /** The owner and every administrator hear of a ticket's change. */
  function announce(afterCommit: AfterCommit, ticket: { user_id: number; id: number }): void {
    afterCommit(() => deps.publishWithAdmins(ticket.user_id, 'ticket_update', { ticket_id: ticket.id }));
  }

  return {
    'GET /api/support': {
      async acrossUsersForAdmins({ tx, caller, query }) {
        const slice = pageSlice(query);
        const { tickets, total } = await listTickets(tx, { owner: ownerOf(caller), filter: query, slice });
        return {
          tickets: tickets.map((ticket) => asSeenBy(caller, ticket)),
          pagination: pageInfoOf(slice, total),
        };
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
      async acrossUsersForAdmins({ tx, caller, params }) {
        const ticket = await getTicket(tx, caller, params.id);
        return { ticket: asSeenBy(caller, ticket), messages: await listMessages(tx, ticket) };
      },
    },

    'POST /api/support/{id}/messages': {
      async acrossUsersForAdmins({ tx, afterCommit, caller, params, body }) {
        const now = clock.now();
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
        announce(afterCommit, ticket);
        return { message };
      },
    },

    'PUT /api/support/{id}': async ({ tx, afterCommit, caller, params, body }) => {
      const { user_id, id } = await getTicket(tx, caller, params.id);
      const { assigned_to } = body;
      if (assigned_to && !(await listAdmins(tx)).some((admin) => admin.id === assigned_to))
        throw badRequest(NOT_AN_ADMIN, { fields: { assigned_to: NOT_AN_ADMIN } });
      await updateTicket(tx, { user_id, id }, body);
      announce(afterCommit, { user_id, id });
      return { ticket: await getTicket(tx, caller, id) };
    },

    'GET /api/support/admin/users': async ({ tx }) => ({ users: await listAdmins(tx) }),
  };
}

function ownerOf({ user }: Caller): Owner {
  return user.role === 'admin' ? undefined : user.id;
}

async function getTicket(tx: Tx, caller: Caller, id: number): Promise<Ticket & { user_id: number }> {
  const ticket = await findTicket(tx, { owner: ownerOf(caller), id });
  if (!ticket) throw notFound('Support ticket not found');
  return ticket;
}

/** Who works on it is told to administrators only. */
function asSeenBy({ user }: Caller, ticket: Ticket): Ticket {
  return user.role === 'admin' ? ticket : { ...ticket, assigned_to: null, assigned_to_name: null };
}
