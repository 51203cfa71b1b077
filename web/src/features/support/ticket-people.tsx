import { Button } from '@mantine/core';
import { PLANS } from '@pigeonpost/contract/account/subscription';
import type { Ticket } from '@pigeonpost/contract/calls/support';
import { Link } from '@tanstack/react-router';
import { useUser } from '../../api/session.ts';
import { useNow } from '../../clock.ts';
import { formatEnd, isEndingSoon } from '../../format/end-of-subscription.ts';
import { paths } from '../../paths.ts';
import { RelativeTime } from '../../ui/layout/time.tsx';
import { useUpdateTicket } from './api.ts';
import css from './support.module.css';

/** The ticket's user as a link to the account, over its pack and end. */
export function TicketUser({ ticket }: { ticket: Ticket }) {
  return (
    <div className={`${css.names} shrink`}>
      <UserLink username={ticket.created_by} />
      <p className={`${css.second} dimmed`}>
        <OwnerAccount ticket={ticket} />
      </p>
    </div>
  );
}

/** The pack of a ticket's user and its end, in amber if it is near. */
export function OwnerAccount({ ticket: { owner } }: { ticket: Ticket }) {
  const nowMs = useNow(60);
  if (!owner) return null;
  const { role, pack, subscription_end_date: end } = owner;
  if (role === 'admin') return 'Admin';
  const ends = formatEnd(end, nowMs);
  return (
    <span className={isEndingSoon(end, nowMs) ? css.soon : undefined} title={`${PLANS[pack].name}, ${ends}`}>
      {PLANS[pack].name}, <span className={css.end}>{ends}</span>
    </span>
  );
}

/** Leads an administrator to an account. */
export function UserLink({ username }: { username: string }) {
  return (
    <Link
      to={paths.users}
      search={{ search: username }}
      className={`${css.user} one-line link`}
      dir="auto"
      title={username}
    >
      {username}
    </Link>
  );
}

/** The author of the last message, and its time. */
export function LastMessage({ ticket }: { ticket: Ticket }) {
  const isOwn = useUser()?.username === ticket.last_author_name;
  return (
    <div className={`${css.names} ${css.last} shrink`}>
      <p className={`${css.first} one-line`} dir="auto" title={ticket.last_author_name}>
        {isOwn ? 'You' : ticket.last_author_name}
      </p>
      <p className={`${css.second} dimmed`}>
        <RelativeTime iso={ticket.last_message_at} />
      </p>
    </div>
  );
}

/** The assignee of a ticket; without one, a press takes it. */
export function Assigned({ ticket }: { ticket: Ticket }) {
  const isOwn = useUser()?.id === ticket.assigned_to;
  if (ticket.assigned_to === null) return <Take ticket={ticket} />;
  return (
    <span className={`${css.first} one-line`} dir="auto" title={ticket.assigned_to_name ?? undefined}>
      {isOwn ? 'You' : ticket.assigned_to_name}
    </span>
  );
}

function Take({ ticket }: { ticket: Ticket }) {
  const user = useUser();
  const { mutate, isPending } = useUpdateTicket(ticket.id, 'Failed to update ticket');
  return (
    <Button
      variant="default"
      size="compact-sm"
      className={css.take}
      disabled={isPending}
      aria-label={`Take #${ticket.ticket_number}`}
      onClick={() => user && mutate({ assigned_to: user.id })}
    >
      Take
    </Button>
  );
}
