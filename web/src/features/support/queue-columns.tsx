import type { Ticket } from '@pigeonpost/contract/calls/support';
import { formatDay } from '../../format/format-time.ts';
import type { Column } from '../../ui/table/table-columns.tsx';
import { messagesOf, Subject, ViewLink } from './ticket-columns.tsx';
import { CATEGORY_OPTIONS, labelOf, Priority, STATUS_OPTIONS } from './ticket-labels.tsx';
import { Assigned, LastMessage, TicketUser } from './ticket-people.tsx';

/** The columns of the administrators' queue; what is not compared from row to row stands below the subject. */
export const QUEUE_COLUMNS: Column<Ticket>[] = [
  { head: 'Ticket', cell: (ticket) => <Subject ticket={ticket} facts={factsOf(ticket)} /> },
  { head: 'User', width: '196px', narrow: '132px', cell: (ticket) => <TicketUser ticket={ticket} /> },
  {
    head: 'Last message',
    width: '140px',
    narrow: '112px',
    sort: ['last_message_asc', 'last_message_desc'],
    cell: (ticket) => <LastMessage ticket={ticket} />,
  },
  { head: 'Assigned to', width: '128px', narrow: '92px', cell: (ticket) => <Assigned ticket={ticket} /> },
  {
    head: 'Priority',
    width: '116px',
    narrow: '98px',
    sort: ['priority_desc', 'priority_asc'],
    cell: ({ priority }) => <Priority priority={priority} />,
  },
  {
    head: '',
    width: '128px',
    narrow: '80px',
    align: 'right',
    cell: (ticket) => <ViewLink ticket={ticket} />,
  },
];

function factsOf(ticket: Ticket): string[] {
  const { status, category, created_at } = ticket;
  return [
    labelOf(STATUS_OPTIONS, status),
    labelOf(CATEGORY_OPTIONS, category),
    messagesOf(ticket),
    `created ${formatDay(created_at)}`,
  ];
}
