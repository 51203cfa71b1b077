import type { Ticket } from '@pigeonpost/contract/calls/support';
import { formatCount } from '../../format/format-number.ts';
import { formatDay, formatFull } from '../../format/format-time.ts';
import type { Column } from '../../ui/table/table-columns.tsx';
import css from './support.module.css';
import { Subject, ViewLink } from './ticket-columns.tsx';
import { CATEGORY_OPTIONS, labelOf, Priority, TicketStatusBadge } from './ticket-labels.tsx';
import { Assigned, LastMessage, TicketUser } from './ticket-people.tsx';

/** The columns of the administrators' queue. */
export const QUEUE_COLUMNS: Column<Ticket>[] = [
  { head: 'Ticket', cell: (ticket) => <Subject ticket={ticket} /> },
  { head: 'User', width: '192px', narrow: '124px', cell: (ticket) => <TicketUser ticket={ticket} /> },
  {
    head: 'Last message',
    width: '124px',
    narrow: '112px',
    sort: ['last_message_asc', 'last_message_desc'],
    cell: (ticket) => <LastMessage ticket={ticket} />,
  },
  { head: 'Assigned to', width: '104px', narrow: '92px', cell: (ticket) => <Assigned ticket={ticket} /> },
  {
    head: 'Priority',
    width: '104px',
    narrow: '92px',
    sort: ['priority_desc', 'priority_asc'],
    cell: ({ priority }) => <Priority priority={priority} />,
  },
  {
    head: 'Status, category',
    width: '136px',
    narrow: 'gone',
    cell: ({ status, category }) => (
      <div className={css.names}>
        <TicketStatusBadge status={status} />
        <p className={css.second}>{labelOf(CATEGORY_OPTIONS, category)}</p>
      </div>
    ),
  },
  {
    head: 'Messages',
    width: '88px',
    narrow: 'gone',
    align: 'right',
    cell: ({ message_count }) => formatCount(message_count),
  },
  {
    head: 'Created',
    width: '100px',
    narrow: 'gone',
    cell: ({ created_at }) => (
      <time className={css.dimmed} dateTime={created_at} title={formatFull(created_at)}>
        {formatDay(created_at)}
      </time>
    ),
  },
  { head: '', width: '64px', narrow: '56px', align: 'right', cell: (ticket) => <ViewLink ticket={ticket} /> },
];
