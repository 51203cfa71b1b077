import { Button } from '@mantine/core';
import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import type { NextPerson } from '@pigeonpost/contract/calls/next-people';
import { NEXT_PEOPLE, NEXT_PEOPLE_MAX } from '@pigeonpost/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRefetchOnProgress } from '../../../api/refetch-soon.ts';
import { formatClock, formatDay, formatWeekday } from '../../../format/format-time.ts';
import { PersonLink } from '../../../names/person-link.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { nextPeopleQuery } from '../api.ts';

import css from './next-people.module.css';

/** Whom a running campaign writes to next: opened by a press beside its next message. */
export function NextPeople({ campaign }: { campaign: Campaign }) {
  return (
    <Card title="Next people">
      <div id={NEXT_PEOPLE_ID}>
        <People campaign={campaign} />
      </div>
    </Card>
  );
}

const NEXT_PEOPLE_ID = 'next-people';

/** The press that opens them. */
export type NextToggle = { isOpen: boolean; toggle: () => void };

/** It stands beside the next message. */
export function NextPeopleToggle({ isOpen, toggle }: NextToggle) {
  return (
    <button
      type="button"
      className="link text-button"
      aria-expanded={isOpen}
      aria-controls={isOpen ? NEXT_PEOPLE_ID : undefined}
      aria-label={isOpen ? 'Hide next people' : 'Show next people'}
      onClick={toggle}
    >
      {isOpen ? 'Hide next people' : 'Next people'}
    </button>
  );
}

const STEP = NEXT_PEOPLE;

function People({ campaign: { id } }: { campaign: Campaign }) {
  const [limit, setLimit] = useState(NEXT_PEOPLE);
  const query = useQuery(nextPeopleQuery(id, limit));
  const { data, error, isPlaceholderData } = query;
  useRefetchOnProgress(nextPeopleQuery(id, limit).queryKey);
  if (!data && error)
    return <ErrorState title="Failed to fetch the next people" error={error} onRetry={query.refetch} />;
  if (!data) return <p className="dimmed">Looking who is next…</p>;
  if (data.people.length === 0) return <p className="dimmed">Nobody waits: those in work are the last.</p>;
  return (
    <>
      <ol className={css.people} aria-label="Next people">
        {data.people.map((person) => (
          <li key={person.recipient_id}>
            <PersonLink name={person.recipient} />
            <span className="dimmed">{plannedWords(person, data.as_of)}</span>
          </li>
        ))}
      </ol>
      {data.has_more && limit < NEXT_PEOPLE_MAX ? (
        <Button
          variant="subtle"
          className={css.more}
          loading={isPlaceholderData}
          onClick={() => setLimit(Math.min(NEXT_PEOPLE_MAX, limit + STEP))}
        >
          Show more
        </Button>
      ) : null}
    </>
  );
}

/** 'about 14:12 from kiln.club'; on another day 'about Mon 30-11 09:00 from kiln.club'. */
function plannedWords({ planned_at, profile_name, is_retry }: NextPerson, as_of: string): string {
  const again = is_retry ? ', tried again' : '';
  if (planned_at === null) return `when it goes on${again}`;
  const day =
    formatDay(planned_at) === formatDay(as_of) ? '' : `${formatWeekday(planned_at, Date.parse(as_of))} `;
  return `about ${day}${formatClock(planned_at)} from ${profile_name}${again}`;
}
