import { useState } from 'react';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import type { PartStates } from '../part-states.tsx';
import { doNothing } from '../samples.ts';
import { COLUMNS, QUERIES, ROWS, type Row, rowCard } from './rows.tsx';

/** The common props of all shown tables. */
export const TABLE = {
  columns: COLUMNS,
  rows: ROWS,
  rowKey: ({ id }: Row) => id,
  query: QUERIES.answered,
  failure: 'Failed to fetch campaigns',
  card: rowCard,
  empty: <EmptyState drawing="envelope" title="No campaigns yet" sentence="Create the first one." />,
};

/** Tables with rows. */
export const tables: PartStates[] = [
  {
    part: 'DataTable',
    note: 'Cards on phones.',
    isWide: true,
    states: {
      'Rows of two lines, with a title and pages': (
        <DataTable
          {...TABLE}
          label="Campaigns"
          title="Campaigns"
          foot={<Pagination page={2} pageSize={5} totalItems={1284} onPage={doNothing} numbered />}
        />
      ),
      'Rows of one line, sorted by a press on the head': <SortedTable />,
      'Rows in groups': (
        <DataTable
          {...TABLE}
          label="Campaigns by state"
          rowHeight="one-line"
          groups={{ of: ({ sent }) => (sent > 0 ? 'Under way' : 'Not begun'), head: (kind) => kind }}
        />
      ),
    },
  },
];

function SortedTable() {
  const [by, setBy] = useState('name_asc');
  const sign = by.endsWith('_asc') ? 1 : -1;
  const compare = by.startsWith('name')
    ? (one: Row, other: Row) => one.name.localeCompare(other.name)
    : (one: Row, other: Row) => one.sent - other.sent;
  return (
    <DataTable
      {...TABLE}
      label="Campaigns in order"
      rowHeight="one-line"
      rows={ROWS.toSorted((one, other) => sign * compare(one, other))}
      sort={{ by, onSort: setBy }}
    />
  );
}
