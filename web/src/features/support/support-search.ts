import {
  TICKET_ASSIGNMENTS,
  TICKET_CATEGORIES,
  TICKET_PRIORITIES,
  TICKET_SORTS,
  TICKET_STATUSES,
  TICKET_TURNS,
  type TicketAssignment,
  type TicketCategory,
  type TicketPriority,
  type TicketSort,
  type TicketStatus,
  type TicketTurn,
} from '@pigeonpost/contract/account/support';
import { type ListSearch, validateListSearch } from '../../list-search.ts';

const TURNS = [...TICKET_TURNS, 'all'] as const;

/** The filters of the tickets besides a text. */
export type TicketFilters = {
  status?: TicketStatus;
  priority?: TicketPriority;
  category?: TicketCategory;
  waiting_for?: TicketTurn | 'all';
  assigned?: TicketAssignment;
};

/** The `validateSearch` of the list of tickets: drops unknown values. */
export function validateSupportSearch(
  raw: Record<string, unknown>,
): ListSearch & TicketFilters & { sort_by?: TicketSort } {
  const status = TICKET_STATUSES.find((one) => one === raw.status);
  const priority = TICKET_PRIORITIES.find((one) => one === raw.priority);
  const category = TICKET_CATEGORIES.find((one) => one === raw.category);
  const waiting_for = TURNS.find((one) => one === raw.waiting_for);
  const assigned = TICKET_ASSIGNMENTS.find((one) => one === raw.assigned);
  const sort_by = TICKET_SORTS.find((one) => one === raw.sort_by);
  const { search, page } = validateListSearch(raw);
  return {
    ...(search ? { search } : {}),
    ...(page ? { page } : {}),
    ...(status ? { status } : {}),
    ...(priority ? { priority } : {}),
    ...(category ? { category } : {}),
    ...(waiting_for ? { waiting_for } : {}),
    ...(assigned ? { assigned } : {}),
    ...(sort_by ? { sort_by } : {}),
  };
}

/** The tabs of the administrators' queue. */
export const TICKET_VIEWS = ['us', 'them', 'resolved', 'closed', 'all'] as const;
export type TicketView = (typeof TICKET_VIEWS)[number];

/** The tab of an address: resolved and closed tickets wait for neither side. `first` is the default. */
export function viewOf({ status, waiting_for }: TicketFilters, first: TicketView): TicketView {
  return status === 'resolved' || status === 'closed' ? status : (waiting_for ?? first);
}

/** The changes of the address when a tab is chosen. */
export function searchOfView(view: TicketView): Record<string, string | undefined> {
  if (view === 'resolved' || view === 'closed') return { status: view, waiting_for: undefined };
  return { status: undefined, waiting_for: view };
}
