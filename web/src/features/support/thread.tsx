import { Button } from '@mantine/core';
import type { TicketMessage } from '@pigeonpost/contract/calls/support';
import { useEffect, useMemo, useRef } from 'react';
import { useUser } from '../../api/session.ts';
import { formatClock, formatFull } from '../../format/format-time.ts';
import { groupMessages, type Run } from './group-messages.ts';
import css from './thread.module.css';
import { UserLink } from './ticket-people.tsx';

type ThreadProps = {
  messages: TicketMessage[];
  /** Fetches the messages before these; undefined if there are none. */
  onEarlier: (() => void) | undefined;
  isFetchingEarlier: boolean;
};

/** The messages of a ticket: one's own right, others left. It follows its end while that is visible. */
export function Thread({ messages, onEarlier, isFetchingEarlier }: ThreadProps) {
  const ownId = useUser()?.id;
  const days = useMemo(() => groupMessages(messages), [messages]);
  const end = useFollowedEnd(messages.at(-1)?.id ?? 0, messages.at(-1)?.account_id === ownId);
  return (
    <div className={css.thread} role="log" aria-label="Messages">
      {onEarlier ? (
        <p className={css.earlier}>
          <Button variant="default" size="compact-sm" disabled={isFetchingEarlier} onClick={onEarlier}>
            Show earlier messages
          </Button>
        </p>
      ) : null}
      {days.map(({ day, runs }) => (
        <section key={day} className={css.day} aria-label={day}>
          <h2 className={`${css.date} note`}>
            <span>{day}</span>
          </h2>
          {runs.map((run) => (
            <RunOfMessages key={run.messages[0]?.id} run={run} isOwn={run.account_id === ownId} />
          ))}
        </section>
      ))}
      <div ref={end} className={css.end} />
    </div>
  );
}

function RunOfMessages({ run, isOwn }: { run: Run; isOwn: boolean }) {
  return (
    <div className={css.run} data-own={isOwn}>
      <p className={`${css.author} note`}>
        <b dir="auto">
          <Author name={run.author_name} isOwn={isOwn} />
        </b>
        <time dateTime={run.created_at} title={formatFull(run.created_at)}>
          {formatClock(run.created_at)}
        </time>
      </p>
      {run.messages.map(({ id, message, created_at }) => (
        <p key={id} className={css.bubble} dir="auto" title={formatFull(created_at)}>
          {message}
        </p>
      ))}
    </div>
  );
}

/** For administrators an author's name leads to the account. */
function Author({ name, isOwn }: { name: string; isOwn: boolean }) {
  const isAdmin = useUser()?.role === 'admin';
  return isAdmin && !isOwn ? <UserLink username={name} /> : name;
}

/** Scrolls to the end at first, with one's own messages, and with others' while the end is visible. */
function useFollowedEnd(last: number, isOwn: boolean) {
  const end = useRef<HTMLDivElement>(null);
  const seen = useRef(0);
  const isInView = useRef(true);
  useEffect(() => {
    if (!end.current) return;
    const observer = new IntersectionObserver(([entry]) => {
      isInView.current = entry?.isIntersecting ?? true;
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const isFirst = seen.current === 0;
    const isMore = last > seen.current;
    seen.current = last;
    if (isMore && (isFirst || isOwn || isInView.current)) end.current?.scrollIntoView({ block: 'nearest' });
  }, [last, isOwn]);
  return end;
}
