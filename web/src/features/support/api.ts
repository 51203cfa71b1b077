import type { TicketCategory, TicketPriority, TicketStatus } from '@pigeonpost/contract/support';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { useServerEvent } from '../../api/realtime.ts';
import type { TicketFilters } from './support-search.ts';

const TICKETS = ['tickets'];

/** One page of one's own tickets, for administrators of everybody's. */
export function ticketsQuery(place: TicketFilters & { search: string; page: number }) {
  return queryOptions({
    queryKey: [...TICKETS, 'list', place],
    queryFn: ({ signal }) => call('GET /api/support', { query: place, signal }),
    placeholderData: keepPreviousData,
  });
}

/** A ticket with its messages. */
export function ticketQuery(id: number) {
  return queryOptions({
    queryKey: [...TICKETS, id],
    queryFn: ({ signal }) => call('GET /api/support/{id}', { params: { id }, signal }),
  });
}

/** To whom tickets are assigned; administrators alone may ask. */
export const adminsQuery = queryOptions({
  queryKey: [...TICKETS, 'admins'],
  queryFn: ({ signal }) => call('GET /api/support/admin/users', { signal }),
});

/** Keeps tickets current: what is new is asked for when the server says that there is something. */
export function useLiveTickets(): void {
  const queries = useQueryClient();
  useServerEvent('ticket_update', ({ ticket_id }) => {
    void queries.invalidateQueries({ queryKey: [...TICKETS, 'list'] });
    void queries.invalidateQueries({ queryKey: [...TICKETS, ticket_id] });
  });
}

/** What a ticket is made of. */
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
    onSuccess: refetchTickets,
  });
}

/** Writes a message on a ticket. */
export function useSendMessage(id: number) {
  return useMutation({
    mutationFn: (message: string) =>
      call('POST /api/support/{id}/messages', { params: { id }, body: { message } }),
    onSuccess: refetchTickets,
  });
}

/** Sets what administrators set on a ticket; what is left out stays as it is. */
export function useUpdateTicket(id: number) {
  return useMutation({
    mutationFn: (body: { status?: TicketStatus; priority?: TicketPriority; assigned_to?: number | null }) =>
      call('PUT /api/support/{id}', { params: { id }, body }),
    onSuccess: refetchTickets,
  });
}

function refetchTickets(
  _answer: unknown,
  _variables: unknown,
  _result: unknown,
  { client }: { client: QueryClient },
): Promise<void> {
  return client.invalidateQueries({ queryKey: TICKETS });
}
