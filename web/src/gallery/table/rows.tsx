import { IconPencil, IconTrash } from '@tabler/icons-react';
import { StatusBadge } from '../../campaign-state/status-badge.tsx';
import { formatCount } from '../../format/format-number.ts';
import type { FetchState } from '../../ui/feedback/error-state.tsx';
import { RelativeTime } from '../../ui/layout/time.tsx';
import { RowMenu } from '../../ui/table/row-menu.tsx';
import type { Column } from '../../ui/table/table-columns.tsx';
import css from '../gallery.module.css';
import { doNothing, LONG_NAME, LONG_RIGHT_TO_LEFT, LONG_WORD, minutesAgo, REFUSED } from '../samples.ts';

/** A row of the shown tables. */
export type Row = { id: number; name: string; status: string; sent: number; created_at: string };

/** Rows with names of every sort. */
export const ROWS: Row[] = [
  { id: 1, name: 'Sept class', status: 'running', sent: 1284, created_at: minutesAgo(3) },
  { id: 2, name: 'Kiln night', status: 'paused', sent: 36, created_at: minutesAgo(90) },
  { id: 3, name: LONG_NAME, status: 'completed', sent: 10_000_000, created_at: minutesAgo(5000) },
  { id: 4, name: LONG_WORD, status: 'failed', sent: 0, created_at: minutesAgo(60_000) },
  { id: 5, name: LONG_RIGHT_TO_LEFT, status: 'pending', sent: 0, created_at: minutesAgo(600_000) },
];

/** Columns of every sort: the widest takes the rest, one is sortable, one is hidden on narrow screens. */
export const COLUMNS: Column<Row>[] = [
  { head: 'Name', sort: ['name_asc', 'name_desc'], cell: ({ name }) => <Name>{name}</Name> },
  { head: 'Status', width: '160px', cell: ({ status }) => <StatusBadge status={status} dense /> },
  {
    head: 'Sent',
    width: '120px',
    align: 'right',
    sort: ['sent_desc', 'sent_asc'],
    cell: ({ sent }) => formatCount(sent),
  },
  {
    head: 'Created',
    width: '140px',
    narrow: 'gone',
    cell: ({ created_at }) => <RelativeTime iso={created_at} />,
  },
  { head: '', width: '68px', align: 'right', cell: (row) => <Menu row={row} /> },
];

/** A row as a card on a phone. */
export function rowCard(row: Row) {
  return (
    <div className={css.cardRow}>
      <Name>{row.name}</Name>
      <StatusBadge status={row.status} />
      <Menu row={row} />
    </div>
  );
}

/** The states of a query. */
export const QUERIES = {
  answered: { isPending: false, error: null, refetch: doNothing },
  pending: { isPending: true, error: null, refetch: doNothing },
  refused: { isPending: false, error: REFUSED, refetch: doNothing },
  late: { isPending: false, error: null, refetch: doNothing, isPlaceholderData: true },
} satisfies Record<string, FetchState>;

function Name({ children }: { children: string }) {
  return (
    <span className={`${css.cut} one-line`} title={children} dir="auto">
      {children}
    </span>
  );
}

function Menu({ row: { name } }: { row: Row }) {
  return (
    <RowMenu
      label={`More for ${name}`}
      items={[
        { label: 'Edit', icon: IconPencil, onPress: doNothing },
        { label: 'Delete', icon: IconTrash, onPress: doNothing, danger: true },
      ]}
    />
  );
}
