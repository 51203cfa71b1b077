import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNoun } from '../../format/format-number.ts';
import { SearchField } from '../../ui/table/search-field.tsx';
import { listPickerQuery } from '../lists/api.ts';
import type { ShownList } from './api.ts';

type PeopleOfProps = { shown: ShownList; onList: (id: number) => void };

/** Which list's people read the message that is being written; beyond the first hundred lists are found by searching. */
export function PeopleOf({ shown: { id, name, people }, onList }: PeopleOfProps) {
  const [search, setSearch] = useState('');
  const { data } = useQuery(listPickerQuery(search));
  const lists = data?.lists.filter((list) => list.id !== id && list.recipient_count > 0) ?? [];
  const total = data?.pagination.totalItems ?? 0;
  if (search === '' && lists.length === 0) return null;
  return (
    <div>
      <NativeSelect
        label="People of"
        value={id}
        onChange={(event) => onList(Number(event.currentTarget.value))}
        data={[{ id, name, recipient_count: people }, ...lists].map((list) => ({
          value: String(list.id),
          label: `${list.name} (${formatNoun(list.recipient_count, 'recipient')})`,
        }))}
      />
      {search !== '' || total > (data?.lists.length ?? 0) ? (
        <SearchField label="Search lists" value={search} onSearch={setSearch} slashFocuses={false} />
      ) : null}
    </div>
  );
}
