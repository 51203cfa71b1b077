import { NativeSelect } from '@mantine/core';
import type { LeaveOut } from '@pigeonpost/contract/calls/leave-out';
import { LEFT_OUT_MAX } from '@pigeonpost/contract/campaigns/leave-out';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { SearchField } from '../../../ui/table/search-field.tsx';
import { listPickerQuery } from '../../lists/api.ts';
import { tagsQuery } from '../../tags/api.ts';
import css from './leave-out-field.module.css';
import { leaveOutMore, leftOutParts, repliedWords } from './leave-out-form.ts';

const DAYS = [7, 30, 90, 365];

type LeaveOutFieldProps = {
  chosen: LeaveOut | null;
  onChange: (chosen: LeaveOut) => void;
  /** The campaign's own list, which cannot be left out. */
  own: number | undefined;
  takesFocus: boolean;
  error: ReactNode;
};

/** Whom a campaign leaves out (docs/behaviour.md#leaving-people-out). */
export function LeaveOutField({ chosen, onChange, own, takesFocus, error }: LeaveOutFieldProps) {
  const parts = leftOutParts(chosen);
  return (
    <div className={css.field}>
      {parts.length > 0 ? (
        <ul className={css.chips} aria-label="Left out">
          {parts.map(({ words, without }) => (
            <li key={words} className={css.chip}>
              <span className="one-line" dir="auto" title={words}>
                {words}
              </span>
              <button
                type="button"
                aria-label={`Do not leave out ${words}`}
                onClick={() => onChange(without)}
              >
                <IconX size={12} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <Choices
        chosen={chosen}
        own={own}
        takesFocus={takesFocus}
        onAdd={(more) => onChange(leaveOutMore(chosen, more))}
      />
      {error ? (
        <p className={css.error} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
}

type ChoicesProps = {
  chosen: LeaveOut | null;
  own: number | undefined;
  takesFocus: boolean;
  onAdd: (more: Partial<LeaveOut>) => void;
};

function Choices({ chosen, own, takesFocus, onAdd }: ChoicesProps) {
  const [search, setSearch] = useState('');
  const found = useQuery(listPickerQuery(search)).data;
  const { data: allTags = [] } = useQuery(tagsQuery);
  const { lists: out = [], tags: tagsOut = [] } = chosen ?? {};
  const lists = (found?.lists ?? []).filter(({ id }) => id !== own && !out.some((one) => one.id === id));
  const tags = allTags.filter(({ id }) => !tagsOut.some((one) => one.id === id));
  const isSearched = search !== '' || (found?.pagination.totalItems ?? 0) > (found?.lists.length ?? 0);
  return (
    <div className={css.choices}>
      <AddSelect
        label="People of a list"
        takesFocus={takesFocus}
        things={lists}
        isFull={out.length >= LEFT_OUT_MAX}
        onAdd={(list) => onAdd({ lists: [list] })}
      />
      {allTags.length > 0 ? (
        <AddSelect
          label="People with a tag"
          things={tags}
          isFull={tagsOut.length >= LEFT_OUT_MAX}
          onAdd={(tag) => onAdd({ tags: [tag] })}
        />
      ) : null}
      <AddSelect
        label="People who replied"
        things={DAYS.map((id) => ({ id, name: repliedWords(id) }))}
        onAdd={({ id }) => onAdd({ replied_days: id })}
      />
      {isSearched ? (
        <SearchField
          label="Search lists to leave out"
          value={search}
          onSearch={setSearch}
          slashFocuses={false}
        />
      ) : null}
    </div>
  );
}

type Thing = { id: number; name: string };

type AddSelectProps = {
  label: string;
  things: Thing[];
  takesFocus?: boolean;
  isFull?: boolean;
  onAdd: (thing: Thing) => void;
};

/** Each choice is added; the select is back at its label then. */
function AddSelect({ label, things, takesFocus = false, isFull = false, onAdd }: AddSelectProps) {
  return (
    <NativeSelect
      aria-label={label}
      value=""
      autoFocus={takesFocus}
      disabled={isFull}
      onChange={(event) => {
        const thing = things.find(({ id }) => String(id) === event.currentTarget.value);
        if (thing) onAdd({ id: thing.id, name: thing.name });
      }}
      data={[
        { value: '', label: isFull ? `${label}: ${LEFT_OUT_MAX} at most` : `${label}…` },
        ...things.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  );
}
