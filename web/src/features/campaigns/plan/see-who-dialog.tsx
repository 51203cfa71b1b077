import { Button } from '@mantine/core';
import type { PlanGroup } from '@pigeonpost/contract/calls/plans';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PersonLink } from '../../../names/person-link.tsx';
import { DialogFrame } from '../../../ui/feedback/dialog-frame.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { SearchField } from '../../../ui/table/search-field.tsx';
import css from './plan.module.css';
import { plannedQuery } from './plan-api.ts';
import { whyWords } from './see-who-words.ts';

/** A group of a campaign's plan that can be looked at. */
export type SeenGroup = { group: PlanGroup; field: string | null; title: string };

type SeeWhoDialogProps = {
  campaign: { id: number; list_id: number };
  seen: SeenGroup;
  onClose: () => void;
};

/** The people of a group of a plan, fifty at a time, with a search (docs/behaviour.md#plan). */
export function SeeWhoDialog({ campaign, seen: { group, field, title }, onClose }: SeeWhoDialogProps) {
  const [search, setSearch] = useState('');
  const query = useInfiniteQuery(plannedQuery(campaign, { group, field, search }));
  const people = query.data?.pages.flatMap((page) => page.people) ?? [];
  const { hasNextPage, isFetchingNextPage, isFetching, error } = query;
  return (
    <DialogFrame title={title} size="wide" onClose={onClose}>
      <SearchField label="Search these people" value={search} onSearch={setSearch} slashFocuses={false} />
      {error && !query.data ? (
        <ErrorState title="Failed to fetch these people" error={error} onRetry={query.refetch} />
      ) : (
        <>
          <ul className={css.seen} aria-label={title} aria-busy={isFetching}>
            {people.map(({ recipient_id, recipient, ...person }) => (
              <li key={recipient_id} className={css.seenRow}>
                <PersonLink name={recipient} />
                <span className="dimmed" dir="auto">
                  {whyWords(group, person)}
                </span>
              </li>
            ))}
          </ul>
          <p className="dimmed" role="status">
            {endWords(people.length, { isFetching, hasNextPage, search })}
          </p>
          {hasNextPage ? (
            <Button variant="default" loading={isFetchingNextPage} onClick={() => query.fetchNextPage()}>
              Show more
            </Button>
          ) : null}
        </>
      )}
    </DialogFrame>
  );
}

type Found = { isFetching: boolean; hasNextPage: boolean; search: string };

function endWords(count: number, { isFetching, hasNextPage, search }: Found): string {
  if (isFetching) return count === 0 ? 'Looking…' : '';
  if (count > 0) return '';
  if (hasNextPage) return 'Nobody found so far.';
  return search === '' ? 'Nobody is in this group any more.' : 'Nobody found.';
}
