import type {
  TicketCategory,
  TicketPriority,
  TicketSort,
  TicketStatus,
  TicketTurn,
} from '@pigeonpost/contract/account/support';
import type { Answer } from '@pigeonpost/contract/client';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { useServerEvent } from '../../api/realtime.ts';
import { ticketKeys } from '../../query-keys.ts';
import type { TicketFilters } from './support-search.ts';

type TicketPlace = Omit<TicketFilters, 'waiting_for'> & {
  waiting_for?: TicketTurn;
  sort_by: TicketSort;
  search: string;
  page: number;
};

/** One page of one's own tickets; for administrators, of all. */
export function ticketsQuery(place: TicketPlace) {
  return queryOptions({
    queryKey: [...ticketKeys.pages, place],
    queryFn: ({ signal }) => call('GET /api/support', { query: place, signal }),
    placeholderData: keepPreviousData,
  });
}

/** A ticket with its messages. */
export function ticketQuery(id: number) {
  return queryOptions({
    queryKey: ticketKeys.one(id),
    queryFn: ({ signal }) => call('GET /api/support/{id}', { params: { id }, signal }),
  });
}

/** The possible assignees of tickets, for administrators only. */
export const adminsQuery = queryOptions({
  queryKey: [...ticketKeys.all, 'admins'],
  queryFn: ({ signal }) => call('GET /api/support/admin/users', { signal }),
});

/** Keeps tickets current: fetches after the server's events. */
export function useLiveTickets(): void {
  const queries = useQueryClient();
  useServerEvent('ticket_update', ({ ticket_id }) => {
    void queries.invalidateQueries({ queryKey: ticketKeys.pages });
    void queries.invalidateQueries({ queryKey: ticketKeys.one(ticket_id) });
  });
}

/** The input of a ticket. */
export type NewTicket = {
  subject: string;
  description: string;
  priority: TicketPriority;
  category: TicketCategory;
};

/** Makes a ticket. */
export function useCreateTicket() {
  return useMutation({
    mutationFn: (body: NewTicket) => call('POST /api/support', { body }),
    meta: { refetch: [ticketKeys.all] },
  });
}

/** Writes a message on a ticket; an administrator's may resolve it. */
export function useSendMessage(id: number) {
  return useMutation({
    mutationFn: (body: { message: string; resolve: boolean }) =>
      call('POST /api/support/{id}/messages', { params: { id }, body }),
    meta: { refetch: [ticketKeys.all] },
  });
}

/** Marks a ticket as read up to a message. */
export function useMarkRead(id: number) {
  return useMutation({
    mutationFn: (message_id: number) =>
      call('PUT /api/support/{id}/read', { params: { id }, body: { message_id } }),
    onSuccess: (_answer, _message_id, _result, { client }) => {
      // The previous list is shown as it was until it is fetched again.
      client.setQueriesData<Answer<'GET /api/support'>>(
        { queryKey: ticketKeys.pages },
        (page) =>
          page && {
            ...page,
            tickets: page.tickets.map((one) => (one.id === id ? { ...one, is_unread: false } : one)),
          },
      );
    },
    meta: { refetch: [ticketKeys.all] },
  });
}

/** Fetches the messages of a ticket before one of them. */
export function fetchEarlier(id: number, before: number) {
  return call('GET /api/support/{id}', { params: { id }, query: { before } });
}

/** Sets an administrator's fields of a ticket; left-out ones stay. `failure` is the text of the toast. */
export function useUpdateTicket(id: number, failure?: string) {
  return useMutation({
    mutationFn: (body: { status?: TicketStatus; priority?: TicketPriority; assigned_to?: number | null }) =>
      call('PUT /api/support/{id}', { params: { id }, body }),
    meta: { failure, refetch: [ticketKeys.all] },
  });
}
