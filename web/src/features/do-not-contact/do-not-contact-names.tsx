import { ActionIcon } from '@mantine/core';
import type { DoNotContactEntry } from '@pigeonpost/contract/calls/do-not-contact';
import { ERASED_NAME } from '@pigeonpost/contract/people/erasures';
import { shownName } from '@pigeonpost/contract/recipients';
import { IconX } from '@tabler/icons-react';
import type { Ref } from 'react';
import { formatDay } from '../../format/format-time.ts';
import { PersonLink } from '../../names/person-link.tsx';
import { DateTime } from '../../ui/layout/time.tsx';
import css from './do-not-contact.module.css';
import { howWords } from './parts/how-words.ts';

type DoNotContactNamesProps = {
  /** Undefined until the first answer. */
  entries: DoNotContactEntry[] | undefined;
  searched: boolean;
  /** The number of rows that the list keeps room for, so that nothing shifts between pages. */
  places: number;
  listRef: Ref<HTMLUListElement>;
  onRemove: (entry: DoNotContactEntry) => void;
};

/** The names of one page, each with Remove. */
export function DoNotContactNames({ entries, searched, places, listRef, onRemove }: DoNotContactNamesProps) {
  const style = { minHeight: places * 44 };
  if (entries?.length === 0) {
    return (
      <p className={`${css.nobody} dimmed`} style={style}>
        {searched ? 'No name matches.' : 'Nobody yet. Add people who ask not to be contacted.'}
      </p>
    );
  }
  return (
    <ul ref={listRef} tabIndex={-1} className={css.names} aria-label="Names" style={style}>
      {entries?.map((entry) => (
        <li key={entry.id} className={css.row}>
          <span className="one-line grow medium">
            {entry.how === 'erased' ? (
              <span className="dimmed">{ERASED_NAME}</span>
            ) : (
              <PersonLink name={entry.recipient} />
            )}
          </span>
          <span className={`${css.how} dimmed`}>
            {/* An erased person's row begins with the word. */}
            {entry.how === 'erased' ? null : <span>{howWords(entry.how)}</span>}{' '}
            <DateTime iso={entry.created_at} />
          </span>
          <ActionIcon
            variant="subtle"
            size={32}
            aria-label={
              entry.how === 'erased'
                ? `Take the person erased on ${formatDay(entry.created_at)} off`
                : `Take ${shownName(entry.recipient)} off`
            }
            onClick={() => onRemove(entry)}
          >
            <IconX size={16} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
