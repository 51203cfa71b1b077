import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatCount } from '../../format/format-number.ts';
import { SearchField } from '../table/search-field.tsx';
import css from './picker-select.module.css';

export type PickerChoice = {
  id: number;
  label: string;
  /** It cannot be chosen; the label says why. */
  off?: boolean;
};

type PickerSelectProps = {
  label: string;
  /** The first option, while nothing is chosen: 'Choose a template'. */
  placeholder: string;
  choices: PickerChoice[];
  /** The numbers of rows that were fetched and that are on the server; more there adds a search. */
  fetched: number;
  total: number;
  chosen: PickerChoice | undefined;
  onChoose: (id: number | undefined) => void;
  search: string;
  onSearch: (text: string) => void;
  /** Whether it takes the focus when its dialog opens. */
  isFirst?: boolean;
  /** Beside the label, so that nothing shifts when it comes. */
  hint?: ReactNode;
  error: ReactNode;
};

/** A select of the server's rows; beyond the first hundred they are found by searching there. */
export function PickerSelect(props: PickerSelectProps) {
  const { label, placeholder, choices, fetched, total, chosen, onChoose, search, onSearch } = props;
  // A search that does not find what is chosen leaves it chosen.
  const isKnown = chosen === undefined || choices.some(({ id }) => id === chosen.id);
  const shown = isKnown ? choices : [chosen, ...choices];
  return (
    <div className={css.picker}>
      <NativeSelect
        label={label}
        error={props.error}
        data-autofocus={props.isFirst || undefined}
        value={chosen?.id ?? ''}
        onChange={(event) => onChoose(Number(event.currentTarget.value) || undefined)}
        data={[
          { value: '', label: placeholder },
          ...shown.map(({ id, label: words, off = false }) => ({
            value: String(id),
            label: words,
            disabled: off,
          })),
        ]}
      />
      {props.hint ? <span className={css.hint}>{props.hint}</span> : null}
      {search !== '' || total > fetched ? (
        <div className={css.search}>
          <SearchField
            label={`Search ${label.toLowerCase()}s`}
            value={search}
            onSearch={onSearch}
            slashFocuses={false}
          />
          <span className="dimmed">
            {formatCount(fetched)} of {formatCount(total)} in the choice above
          </span>
        </div>
      ) : null}
    </div>
  );
}
