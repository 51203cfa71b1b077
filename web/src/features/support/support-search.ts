import {
  TICKET_CATEGORIES,
  TICKET_PRIORITIES,
  TICKET_STATUSES,
  type TicketCategory,
  type TicketPriority,
  type TicketStatus,
} from '@pigeonpost/contract/support';
import { type ListSearch, validateListSearch } from '../../list-search.ts';

/** What the list of tickets is filtered by, besides a text. */
export type TicketFilters = { status?: TicketStatus; priority?: TicketPriority; category?: TicketCategory };

/** The `validateSearch` of the list of tickets: drops what it does not know. */
export function validateSupportSearch(raw: Record<string, unknown>): ListSearch & TicketFilters {
  const status = TICKET_STATUSES.find((one) => one === raw.status);
  const priority = TICKET_PRIORITIES.find((one) => one === raw.priority);
  const category = TICKET_CATEGORIES.find((one) => one === raw.category);
  const { search, page } = validateListSearch(raw);
  return {
    ...(search ? { search } : {}),
    ...(page ? { page } : {}),
    ...(status ? { status } : {}),
    ...(priority ? { priority } : {}),
    ...(category ? { category } : {}),
  };
}
