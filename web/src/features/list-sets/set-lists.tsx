import { NativeSelect } from '@mantine/core';
import type { SetKind } from '@pigeonpost/contract/people/list-sets';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatCount } from '../../format/format-number.ts';
import { SearchField } from '../../ui/table/search-field.tsx';
import { listPickerQuery } from '../lists/api.ts';
import type { SourceList } from './parts/set-start.ts';
import css from './set-dialog.module.css';
import { placesOf, type SetValues } from './set-form.ts';

type SetListsProps = {
  values: SetValues;
  error: ReactNode;
  onLists: (lists: SetValues['lists']) => void;
  onInto: (list: SourceList | null) => void;
};

/** The lists whose people are taken, of a merge also where they go. Beyond the first hundred they are found by searching. */
export function SetLists({ values, error, onLists, onInto }: SetListsProps) {
  const { kind, into } = values;
  const [search, setSearch] = useState('');
  const { data } = useQuery(listPickerQuery(search));
  const found = data?.lists ?? [];
  const places = placesOf(values);
  const isSearched = search !== '' || (data?.pagination.totalItems ?? 0) > found.length;
  return (
    <div className={css.lists}>
      {places.map((list, at) => {
        const others = found.filter(({ id }) => places.every((other) => other === list || other?.id !== id));
        const isOptional = at > 1 && list === null;
        return isOptional && others.length === 0 ? null : (
          <ListSelect
            // biome-ignore lint/suspicious/noArrayIndexKey: a place has no other name.
            key={at}
            label={labelOf(kind, at)}
            empty={at > 1 ? 'No other list' : 'Choose a list'}
            isFirst={at === 0}
            chosen={list}
            found={others}
            error={at === 0 ? error : undefined}
            onChoose={(next) => onLists(places.with(at, next))}
          />
        );
      })}
      {kind === 'merge' ? (
        <ListSelect
          label="They go to"
          empty="A new list"
          chosen={into}
          found={found}
          error={undefined}
          onChoose={onInto}
        />
      ) : null}
      {isSearched ? (
        <div className={css.search}>
          <SearchField label="Search lists" value={search} onSearch={setSearch} slashFocuses={false} />
          <span className="note">
            {formatCount(found.length)} of {formatCount(data?.pagination.totalItems)} in the choices above
          </span>
        </div>
      ) : null}
    </div>
  );
}

function labelOf(kind: SetKind, at: number): string {
  if (kind === 'merge') return `List ${at + 1}`;
  if (at === 0) return 'People of';
  return kind === 'subtract' ? 'Without those of' : 'Who are also in';
}

type ListSelectProps = {
  label: string;
  /** The option for none. */
  empty: string;
  isFirst?: boolean;
  chosen: SourceList | null;
  found: SourceList[];
  error: ReactNode;
  onChoose: (list: SourceList | null) => void;
};

function ListSelect({ label, empty, isFirst = false, chosen, found, error, onChoose }: ListSelectProps) {
  const isFound = chosen === null || found.some(({ id }) => id === chosen.id);
  const lists = isFound ? found : [chosen, ...found];
  return (
    <NativeSelect
      label={label}
      error={error}
      {...(isFirst ? { 'data-autofocus': true } : {})}
      value={chosen?.id ?? ''}
      onChange={(event) => {
        const id = Number(event.currentTarget.value);
        const list = lists.find((one) => one.id === id);
        onChoose(list ? { id, name: list.name, recipient_count: list.recipient_count } : null);
      }}
      data={[
        { value: '', label: empty },
        ...lists.map(({ id, name, recipient_count }) => ({
          value: String(id),
          label: `${name} (${formatCount(recipient_count)})`,
        })),
      ]}
    />
  );
}
