import { Button } from '@mantine/core';
import type { PersonEvent } from '@pigeonpost/contract/calls/person-events';
import { PEOPLE_PAGE_SIZE } from '@pigeonpost/contract/limits';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { personEventsQuery, personQuery } from '../api.ts';
import { EventRow, UntimedRow } from './event-row.tsx';
import css from './happened.module.css';

const NoteForm = lazyPart(() => import('./note-form.tsx').then((m) => m.NoteForm));

type HappenedProps = {
  name: string;
  isWriting: boolean;
  onWrite: () => void;
  onWritten: () => void;
};

/** Campaigns that have a person in line, then what happened, newest first (docs/behaviour.md#what-happened-to-a-person). */
export function Happened({ name, isWriting, onWrite, onWritten }: HappenedProps) {
  const query = useInfiniteQuery(personEventsQuery(name));
  const events = query.data?.pages.flatMap((page) => page.events);
  // Those without a moment are on the first page, whichever one the address names.
  const first = useQuery(personQuery(name, { page: 1, limit: PEOPLE_PAGE_SIZE }));
  const untimed = first.data?.campaigns.filter(({ at }) => at === null) ?? [];
  const isNothing = events?.length === 0 && first.isFetched && untimed.length === 0 && !isWriting;
  return (
    <Card
      flush
      title="What happened"
      aside={
        isWriting ? null : (
          <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={14} />} onClick={onWrite}>
            Note
          </Button>
        )
      }
    >
      {isWriting ? <NoteForm name={name} onClose={onWritten} /> : null}
      {isNothing ? <p className={`${css.none} dimmed`}>Nothing yet.</p> : null}
      {query.error && !events ? (
        <ErrorState title="Failed to fetch what happened" error={query.error} onRetry={query.refetch} />
      ) : (
        <ol
          className={css.events}
          aria-label="What happened"
          aria-busy={query.isPending}
          tabIndex={-1}
          data-focus-home
        >
          {untimed.map((one) => (
            <li key={`${one.campaign_id} ${one.list_name}`} className={css.event} data-row>
              <UntimedRow campaign={one} />
            </li>
          ))}
          {events?.map((event) => (
            <li key={keyOf(event)} className={css.event} data-row>
              <EventRow name={name} event={event} />
            </li>
          ))}
        </ol>
      )}
      {query.hasNextPage ? (
        <div className={css.more}>
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            Show earlier
          </Button>
        </div>
      ) : null}
    </Card>
  );
}

function keyOf(event: PersonEvent): string {
  const { kind, at } = event;
  if (kind === 'message') return `${kind} ${event.campaign_id} ${event.list_name} ${at}`;
  if (kind === 'added') return `${kind} ${event.list_id}`;
  return 'id' in event ? `${kind} ${event.id}` : `${kind} ${at}`;
}
