import type { Ticket } from '@pigeonpost/contract/calls/support';
import { formatCount } from '../../format/format-number.ts';
import { formatDay, formatFull } from '../../format/format-time.ts';
import type { Column } from '../../ui/table/table-columns.tsx';
import { messagesOf, Subject, ViewLink } from './ticket-columns.tsx';
import { CATEGORY_OPTIONS, labelOf, Priority, STATUS_OPTIONS, TicketStatusBadge } from './ticket-labels.tsx';
import { Assigned, LastMessage, TicketUser } from './ticket-people.tsx';

/** The columns of the administrators' queue. */
export const QUEUE_COLUMNS: Column<Ticket>[] = [
  { head: 'Ticket', cell: (ticket) => <Subject ticket={ticket} narrow={narrowOf(ticket)} /> },
  { head: 'User', width: '132px', cell: (ticket) => <TicketUser ticket={ticket} /> },
  {
    head: 'Last message',
    width: '116px',
    narrow: '112px',
    sort: ['last_message_asc', 'last_message_desc'],
    cell: (ticket) => <LastMessage ticket={ticket} />,
  },
  { head: 'Assigned to', width: '94px', narrow: '92px', cell: (ticket) => <Assigned ticket={ticket} /> },
  {
    head: 'Priority',
    width: '98px',
    sort: ['priority_desc', 'priority_asc'],
    cell: ({ priority }) => <Priority priority={priority} />,
  },
  {
    head: 'Status',
    width: '126px',
    narrow: 'gone',
    cell: ({ status }) => <TicketStatusBadge status={status} />,
  },
  {
    head: 'Category',
    width: '92px',
    narrow: 'gone',
    cell: ({ category }) => <span className="dimmed">{labelOf(CATEGORY_OPTIONS, category)}</span>,
  },
  {
    head: 'Messages',
    width: '82px',
    narrow: 'gone',
    align: 'right',
    cell: ({ message_count }) => formatCount(message_count),
  },
  {
    head: 'Created',
    width: '98px',
    narrow: 'gone',
    cell: ({ created_at }) => (
      <time className="dimmed" dateTime={created_at} title={formatFull(created_at)}>
        {formatDay(created_at)}
      </time>
    ),
  },
  {
    head: '',
    width: '108px',
    narrow: '80px',
    align: 'right',
    cell: (ticket) => <ViewLink ticket={ticket} />,
  },
];

/** The values of columns that are hidden on narrow screens. */
function narrowOf(ticket: Ticket): string[] {
  const { status, category, created_at } = ticket;
  return [
    labelOf(STATUS_OPTIONS, status),
    labelOf(CATEGORY_OPTIONS, category),
    messagesOf(ticket),
    `created ${formatDay(created_at)}`,
  ];
}
