import { Button } from '@mantine/core';
import type { Ticket } from '@pigeonpost/contract/calls/support';
import { type Answer, ApiError } from '@pigeonpost/contract/client';
import { IconArrowLeft, IconChevronDown, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useUser } from '../../api/session.ts';
import { formatNoun } from '../../format/format-number.ts';
import { paths } from '../../paths.ts';
import { useDelayed } from '../../ui/feedback/delayed.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { NotFoundState } from '../../ui/feedback/not-found-state.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { useKeptState } from '../../ui/form/use-kept-form.ts';
import { Breadcrumbs } from '../../ui/layout/breadcrumbs.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { DescriptionList } from '../../ui/layout/description-list.tsx';
import { useIsPhone } from '../../ui/layout/media.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { DateTime } from '../../ui/layout/time.tsx';
import { ticketQuery, useLiveTickets } from './api.ts';
import { SendBox } from './send-box.tsx';
import css from './support.module.css';
import threadCss from './thread.module.css';
import { Thread } from './thread.tsx';
import { CATEGORY_OPTIONS, labelOf, Priority, STATUS_OPTIONS, TicketStatusBadge } from './ticket-labels.tsx';
import { OwnerAccount, UserLink } from './ticket-people.tsx';
import { useReadMark, useThread } from './use-thread.ts';

const UpdateTicketDialog = lazyPart(() =>
  import('./update-ticket-dialog.tsx').then((m) => m.UpdateTicketDialog),
);

const route = getRouteApi('/users/support/$id');

/** One ticket: its thread, and its facts. */
export function TicketPage() {
  const { id } = route.useParams();
  return Number.isSafeInteger(id) && id > 0 ? <TicketById key={id} id={id} /> : <TicketNotFound />;
}

function TicketById({ id }: { id: number }) {
  const { data, error } = useQuery(ticketQuery(id));
  const isMissing = error instanceof ApiError && error.status === 404;
  const showSkeleton = useDelayed(!data);
  useLiveTickets();
  useWayBack(data || isMissing ? null : error);
  if (isMissing) return <TicketNotFound />;
  return (
    <>
      <TicketHead ticket={data?.ticket} />
      {data ? <OpenTicket {...data} /> : null}
      {showSkeleton ? (
        <div
          className={`${css.skeleton} surface`}
          role="status"
          aria-busy="true"
          aria-label="Loading ticket"
        />
      ) : null}
    </>
  );
}

/** Rendered at once, so that the screen has its heading while the ticket is fetched. */
function TicketHead({ ticket }: { ticket: Ticket | undefined }) {
  const isAdmin = useUser()?.role === 'admin';
  const [isUpdating, setUpdating] = useKeptState('ticket update dialog', false);
  return (
    <>
      <Breadcrumbs
        section="Support"
        to={paths.support}
        current={ticket ? `#${ticket.ticket_number}` : 'Ticket'}
      />
      <Link to={paths.support} className={`${css.back} dimmed`}>
        <IconArrowLeft size={16} aria-hidden="true" />
        Back to Support
      </Link>
      <PageHeader
        title={ticket?.subject ?? 'Ticket'}
        badge={ticket ? <TicketStatusBadge status={ticket.status} /> : null}
        note={
          ticket
            ? `Ticket #${ticket.ticket_number}, ${formatNoun(ticket.message_count, 'message')}`
            : '\u00a0'
        }
        actions={
          isAdmin ? (
            <Button
              variant="default"
              leftSection={<IconPencil size={16} />}
              disabled={!ticket}
              onClick={() => setUpdating(true)}
            >
              Update Ticket
            </Button>
          ) : null
        }
      />
      {ticket && isUpdating ? (
        <UpdateTicketDialog ticket={ticket} onClose={() => setUpdating(false)} />
      ) : null}
    </>
  );
}

function OpenTicket({ ticket, messages }: Answer<'GET /api/support/{id}'>) {
  const user = useUser();
  const isAdmin = user?.role === 'admin';
  const isOwn = user?.username === ticket.created_by;
  const thread = useThread(ticket.id, messages);
  useReadMark(ticket.id, { isUnread: ticket.is_unread, last: messages.at(-1)?.id ?? 1 });
  return (
    <div className={`${css.columns} columns`}>
      <div className={`${threadCss.card} surface shrink`}>
        <Thread {...thread} />
        <SendBox
          ticket_id={ticket.id}
          to={isAdmin && !isOwn ? ticket.created_by : 'support'}
          canResolve={isAdmin && ticket.status !== 'resolved'}
        />
      </div>
      <TicketFields ticket={ticket} isAdmin={isAdmin} />
    </div>
  );
}

/** The facts of a ticket, folded on phones; administrators also see its user and assignee. */
function TicketFields({ ticket, isAdmin }: { ticket: Ticket; isAdmin: boolean }) {
  const { status, priority, category, created_at, created_by, assigned_to_name } = ticket;
  const isPhone = useIsPhone();
  const fields = (
    <DescriptionList
      items={[
        ['Status', labelOf(STATUS_OPTIONS, status)],
        ['Priority', <Priority key="priority" priority={priority} />],
        ['Category', labelOf(CATEGORY_OPTIONS, category)],
        ['Created', <DateTime key="created" iso={created_at} />],
        ...(isAdmin
          ? ([
              ['Created By', <UserLink key="user" username={created_by} />],
              ['Subscription', <OwnerAccount key="account" ticket={ticket} />],
              ['Assigned To', assigned_to_name ?? 'Unassigned'],
            ] as [string, ReactNode][])
          : []),
      ]}
    />
  );
  if (!isPhone) return <Card title="Ticket">{fields}</Card>;
  return (
    <details className={`${css.folded} surface`}>
      <summary>
        <Priority priority={priority} />
        <span>{labelOf(CATEGORY_OPTIONS, category)}</span>
        <IconChevronDown size={16} aria-hidden="true" />
      </summary>
      {fields}
    </details>
  );
}

/** Any failure except a 404 leads back to the tickets, and says why. */
function useWayBack(error: Error | null): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!error) return;
    toast.failure(error, 'Failed to fetch ticket details');
    void navigate({ to: paths.support, replace: true });
  }, [error, navigate]);
}

function TicketNotFound() {
  return (
    <NotFoundState
      title="Support ticket not found"
      sentence="The support ticket you're looking for doesn't exist or has been removed."
      section={{ label: 'Support', to: paths.support }}
    />
  );
}
