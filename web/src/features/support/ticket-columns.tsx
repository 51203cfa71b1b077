import type { Ticket } from '@pigeonpost/contract/calls/support';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useUser } from '../../api/session.ts';
import { formatCount, formatNoun } from '../../format/format-number.ts';
import { paths } from '../../paths.ts';
import { DateTime } from '../../ui/layout/time.tsx';
import type { Column } from '../../ui/table/table-columns.tsx';
import css from './support.module.css';
import { CATEGORY_OPTIONS, labelOf, Priority, TicketStatusBadge } from './ticket-labels.tsx';
import { Assigned, LastMessage, TicketUser } from './ticket-people.tsx';

/** The columns of the tickets table. */
export const TICKET_COLUMNS: Column<Ticket>[] = [
  {
    head: 'Ticket',
    cell: (ticket) => (
      <Subject ticket={ticket} narrow={[labelOf(CATEGORY_OPTIONS, ticket.category), messagesOf(ticket)]} />
    ),
  },
  {
    head: 'Status',
    width: '148px',
    narrow: '126px',
    cell: ({ status }) => <TicketStatusBadge status={status} />,
  },
  {
    head: 'Priority',
    width: '112px',
    narrow: '98px',
    cell: ({ priority }) => <Priority priority={priority} />,
  },
  {
    head: 'Category',
    width: '136px',
    narrow: 'gone',
    cell: ({ category }) => <span className="dimmed">{labelOf(CATEGORY_OPTIONS, category)}</span>,
  },
  {
    head: 'Messages',
    width: '92px',
    narrow: 'gone',
    align: 'right',
    cell: ({ message_count }) => formatCount(message_count),
  },
  {
    head: 'Created',
    width: '152px',
    narrow: '140px',
    cell: ({ created_at }) => (
      <span className="dimmed">
        <DateTime iso={created_at} />
      </span>
    ),
  },
  {
    head: '',
    width: '128px',
    narrow: '108px',
    align: 'right',
    cell: (ticket) => <ViewLink ticket={ticket} />,
  },
];

/** A ticket on phones. */
export function TicketCard({ ticket }: { ticket: Ticket }) {
  const isAdmin = useUser()?.role === 'admin';
  return (
    <div>
      <div className={css.cardHead}>
        <Subject ticket={ticket} />
        <TicketStatusBadge status={ticket.status} />
      </div>
      <div className={`${css.cardLine} dimmed`}>
        <Priority priority={ticket.priority} />
        <span>{labelOf(CATEGORY_OPTIONS, ticket.category)}</span>
      </div>
      <div className={`${css.cardLine} dimmed`}>
        <span>{messagesOf(ticket)}</span>
        <DateTime iso={ticket.created_at} />
        <ViewLink ticket={ticket} />
      </div>
      {isAdmin ? (
        <div className={`${css.cardLine} dimmed`}>
          <TicketUser ticket={ticket} />
          <LastMessage ticket={ticket} />
          <Assigned ticket={ticket} />
        </div>
      ) : null}
    </div>
  );
}

type SubjectProps = {
  ticket: Ticket;
  /** The values without a column between 48 and 75em, in words. */
  narrow?: string[];
  /** What stands beside the number, whatever the width. */
  facts?: string[];
};

/** The subject as a link to the ticket, over its number; a new answer is marked until it is read. */
export function Subject({ ticket, narrow, facts }: SubjectProps) {
  const { id, subject, ticket_number, is_unread } = ticket;
  return (
    <div className={`${css.names} shrink`}>
      <Link to={paths.ticket} params={{ id }} className={`${css.subject} name`} title={subject} dir="auto">
        {subject}
      </Link>
      <p className={`${facts ? css.facts : css.second} dimmed`}>
        <Parts parts={[`#${ticket_number}`, ...(facts ?? [])]} />
        {is_unread ? <span className={css.unread}>New answer</span> : null}
      </p>
      {narrow ? (
        <p className={`${css.narrow} dimmed`}>
          <Parts parts={narrow} />
        </p>
      ) : null}
    </div>
  );
}

/** In a line that breaks between them. */
function Parts({ parts }: { parts: string[] }) {
  return parts.map((part, index) => (
    <Fragment key={part}>
      {index > 0 ? ', ' : null}
      <span>{part}</span>
    </Fragment>
  ));
}

/** '3 messages' */
export function messagesOf({ message_count }: Ticket): string {
  return formatNoun(message_count, 'message');
}

/** Leads to the ticket from the end of its row. */
export function ViewLink({ ticket: { id, ticket_number } }: { ticket: Ticket }) {
  return (
    <Link
      to={paths.ticket}
      params={{ id }}
      className={`${css.view} link`}
      aria-label={`View details of #${ticket_number}`}
    >
      View details
    </Link>
  );
}
