import { ActionIcon } from '@mantine/core';
import type { Plan } from '@pigeonpost/contract/calls/plans';
import { countCharacters } from '@pigeonpost/contract/text/characters';
import { findUnfilled, parseText, type Values } from '@pigeonpost/contract/text/message-text';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatCount } from '../../format/format-number.ts';
import { failureLine } from '../../ui/feedback/failure.ts';
import { type DraftPlan, READERS_AT_ONCE, readersQuery, type ShownList } from './api.ts';
import { MessageBubble } from './parts/message-bubble.tsx';
import { wordsOf } from './parts/plain-text.ts';
import css from './readers.module.css';

type ReadersProps = { list_id: number; content: string; shown: ShownList; planned: DraftPlan | undefined };

/** What the people of a list read, one after another, and the worst case below (docs/behaviour.md#templates). */
export function Readers({ list_id, content, shown, planned }: ReadersProps) {
  const [at, setAt] = useState(0);
  const { parts } = parseText(content);
  const used = new Set(parts.flatMap((part) => (typeof part === 'string' ? [] : [part.name])));
  const fields = shown.fields.filter(({ name }) => used.has(name));
  const page = Math.floor(at / READERS_AT_ONCE) + 1;
  const query = useQuery(readersQuery(list_id, page, fields));
  const reader = query.data?.readers[at % READERS_AT_ONCE];
  const total = query.data?.total ?? shown.people;
  // Beyond the last one comes the first: a button that goes off would lose the focus.
  const move = (by: number) => setAt((at + by + total) % total);
  const lacked = reader ? findUnfilled(parts, reader.values) : [];
  return (
    <>
      <Reader
        title={<h3 aria-live="polite">{reader ? `What ${reader.name} reads` : 'What people read'}</h3>}
        aside={
          total > 1 ? (
            <span className={css.pager}>
              <ActionIcon variant="subtle" aria-label="Previous person" onClick={() => move(-1)}>
                <IconChevronLeft size={16} />
              </ActionIcon>
              <span>
                {formatCount(at + 1)} of {formatCount(total)}
              </span>
              <ActionIcon variant="subtle" aria-label="Next person" onClick={() => move(1)}>
                <IconChevronRight size={16} />
              </ActionIcon>
            </span>
          ) : null
        }
        content={content}
        name={reader?.name}
        values={reader?.values}
      />
      {reader && lacked.length > 0 ? (
        <p className="note">
          {reader.name} has nothing for “{lacked.map(wordsOf).join('” and “')}”: campaigns leave them out.
        </p>
      ) : null}
      {query.error && !query.data ? (
        <p className="note" role="alert">
          {failureLine(query.error, 'Failed to fetch recipients.')}{' '}
          <button type="button" className="link text-button" onClick={() => query.refetch()}>
            Retry
          </button>
        </p>
      ) : null}
      {planned && total > 1 ? <WorstCase planned={planned} /> : null}
    </>
  );
}

type ReaderProps = {
  title: ReactNode;
  aside: ReactNode;
  content: string;
  name: string | undefined;
  values: Values | undefined;
};

function Reader({ title, aside, content, name, values }: ReaderProps) {
  return (
    <div>
      <div className={css.head}>
        {title}
        {aside}
      </div>
      {content.trim() ? (
        <MessageBubble text={content} name={name} values={values} />
      ) : (
        <p className={`${css.nothing} dimmed`}>The message appears here as its reader gets it.</p>
      )}
    </div>
  );
}

/** Who would get the most fallbacks; without any, the longest message. */
function WorstCase({ planned: { content, plan } }: { planned: DraftPlan }) {
  const worst = worstOf(plan);
  if (!worst) return null;
  const fallbacks = fallbacksOf(worst);
  const why =
    fallbacks.length > 0
      ? `no ${fallbacks.map(wordsOf).join(', no ')}`
      : `the longest, ${formatCount(countCharacters(worst.text))} characters`;
  const values = Object.fromEntries(
    worst.filled.map(({ name, value, is_fallback }) => [name, is_fallback ? '' : value]),
  );
  return (
    <Reader
      title={<h3>What {worst.recipient} reads</h3>}
      aside={<span className={css.why}>{why}</span>}
      content={content}
      name={worst.recipient}
      values={values}
    />
  );
}

type Sample = Plan['sample'][number];

const fallbacksOf = ({ filled }: Sample) =>
  filled.filter(({ is_fallback }) => is_fallback).map(({ name }) => name);

function worstOf({ sample }: Plan): Sample | undefined {
  const most = (measure: (one: Sample) => number) =>
    sample.toSorted((one, other) => measure(other) - measure(one))[0];
  const holes = most((one) => fallbacksOf(one).length);
  if (!holes || fallbacksOf(holes).length > 0) return holes;
  return most(({ text }) => countCharacters(text));
}
