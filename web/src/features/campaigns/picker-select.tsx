import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatCount } from '../../format/format-number.ts';
import { SearchField } from '../../ui/table/search-field.tsx';
import css from './new-campaign.module.css';

type Choice = {
  id: number;
  label: string;
  /** It cannot be chosen; the label says why. */
  off?: boolean;
};

type PickerSelectProps = {
  label: string;
  /** The first option, while nothing is chosen: 'Choose a template'. */
  placeholder: string;
  choices: Choice[];
  /** How many there are on the server; more than `choices` brings a search. */
  total: number;
  chosen: Choice | undefined;
  onChoose: (id: number | undefined) => void;
  search: string;
  onSearch: (text: string) => void;
  /** Beside the label, so that nothing moves when it comes. */
  hint?: ReactNode;
  error: ReactNode;
};

/** A select over what the server has; beyond its first hundred it is found by searching there. */
export function PickerSelect(props: PickerSelectProps) {
  const { label, placeholder, choices, total, chosen, onChoose, search, onSearch, hint, error } = props;
  const isKnown = chosen === undefined || choices.some(({ id }) => id === chosen.id);
  const shown = isKnown ? choices : [chosen, ...choices];
  const isSearched = search !== '' || total > choices.length;
  return (
    <div className={css.picker}>
      <NativeSelect
        label={label}
        error={error}
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
      {hint ? <span className={css.hint}>{hint}</span> : null}
      {isSearched ? (
        <div className={css.search}>
          <SearchField
            label={`Search ${label.toLowerCase()}s`}
            value={search}
            onSearch={onSearch}
            slashFocuses={false}
          />
          <span className={css.quiet}>
            {formatCount(choices.length)} of {formatCount(total)} in the choice above
          </span>
        </div>
      ) : null}
    </div>
  );
}
