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
} from '@pigeonpost/contract/support';
import { type ListSearch, validateListSearch } from '../../list-search.ts';

const TURNS = [...TICKET_TURNS, 'all'] as const;

/** What the list of tickets is filtered by, besides a text. */
export type TicketFilters = {
  status?: TicketStatus;
  priority?: TicketPriority;
  category?: TicketCategory;
  waiting_for?: TicketTurn | 'all';
  assigned?: TicketAssignment;
};

/** The `validateSearch` of the list of tickets: drops what it does not know. */
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

/** The parts of the queue that administrators see as tabs. */
export const TICKET_VIEWS = ['us', 'them', 'resolved', 'closed', 'all'] as const;
export type TicketView = (typeof TICKET_VIEWS)[number];

/** Which tab an address is of: what is resolved or closed waits for nobody. `first` is the one where it says nothing. */
export function viewOf({ status, waiting_for }: TicketFilters, first: TicketView): TicketView {
  return status === 'resolved' || status === 'closed' ? status : (waiting_for ?? first);
}

/** What changes in the address when a tab is chosen. */
export function searchOfView(view: TicketView): Record<string, string | undefined> {
  if (view === 'resolved' || view === 'closed') return { status: view, waiting_for: undefined };
  return { status: undefined, waiting_for: view };
}
