import { memo, type ReactNode, useMemo } from 'react';
import { useDelayed } from '../feedback/delayed.ts';
import { ErrorState, type FetchState } from '../feedback/error-state.tsx';
import { useIsPhone } from '../layout/media.ts';
import css from './data-table.module.css';
import type { Selection } from './selection.ts';
import { SelectAllBox, SelectBox } from './selection-box.tsx';
import { type Column, Columns } from './table-columns.tsx';
import { ColumnHead, type Sort } from './table-head.tsx';
import { TableSkeleton } from './table-skeleton.tsx';

export type DataTableProps<Row> = {
  /** What the table holds, for its accessible name: 'Campaigns'. */
  label: string;
  /** Stands above the head, inside the card. */
  title?: string;
  /** Stable between renders (module level or useMemo): rows are memoised. */
  columns: Column<Row>[];
  /** Undefined until the first answer. */
  rows: Row[] | undefined;
  rowKey: (row: Row) => number | string;
  /** The query behind the rows, so that loading and error cannot be forgotten. */
  query: FetchState;
  /** The title of its error state: 'Failed to fetch campaigns'. */
  failure: string;
  /** Shown when there is no row. */
  empty: ReactNode;
  /** A row on phones: the inside of an `<li>`. Stable between renders. */
  card: (row: Row) => ReactNode;
  /** Rows of 64 px with two lines, or of 44. */
  rowHeight?: 'two-line' | 'one-line';
  /** How many skeleton rows stand for the first answer. */
  skeletonRows?: number;
  /** How the rows are sorted, where some columns can be sorted by. */
  sort?: Sort;
  selection?: Selection<Row> | undefined;
  /** Covers the head while rows are selected. */
  bulkBar?: ReactNode;
  /** Pagination, inside the card's foot. */
  foot?: ReactNode;
};

/** The frame of every list: table on wide screens, cards on phones, and its three other states. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, query, failure } = props;
  const title = props.title ? <h2 className={css.title}>{props.title}</h2> : null;
  const isPhone = useIsPhone();
  const showSkeleton = useDelayed(!rows && query.isPending);
  if (!rows) {
    return (
      <div className={css.card} tabIndex={-1} data-focus-home>
        {title}
        {query.error ? (
          <ErrorState title={failure} error={query.error} onRetry={query.refetch} />
        ) : (
          <TableSkeleton
            label={props.label}
            columns={props.columns}
            rowHeight={props.rowHeight ?? 'two-line'}
            skeletonRows={props.skeletonRows ?? 5}
            selectable={Boolean(props.selection)}
            sort={props.sort}
            visible={showSkeleton}
            isPhone={isPhone}
          />
        )}
      </div>
    );
  }
  return (
    <div className={css.card} tabIndex={-1} data-focus-home>
      {title}
      <Rows {...props} rows={rows} isPhone={isPhone} />
    </div>
  );
}

type Filled<Row> = DataTableProps<Row> & { rows: Row[] };

function Rows<Row>({ isPhone, ...props }: Filled<Row> & { isPhone: boolean }) {
  if (props.rows.length === 0) return props.empty;
  return (
    <>
      {isPhone ? <Cards {...props} /> : <Table {...props} />}
      {props.foot}
    </>
  );
}

function Table<Row>({
  label,
  columns,
  rows,
  rowKey,
  rowHeight = 'two-line',
  sort,
  selection,
  bulkBar,
}: Filled<Row>) {
  return (
    <div className={css.frame}>
      {bulkBar ? <div className={css.bulk}>{bulkBar}</div> : null}
      <table className={css.table} aria-label={label} data-height={rowHeight}>
        <Columns columns={columns} selectable={Boolean(selection)} />
        <thead>
          <tr>
            {selection ? (
              <th scope="col" className={css.box}>
                <SelectAllBox selection={selection} rows={rows} />
              </th>
            ) : null}
            {columns.map((column, index) => (
              <ColumnHead key={column.head || index} column={column} sort={sort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow
              key={rowKey(row)}
              row={row}
              columns={columns}
              selection={selection}
              selected={selection?.has(row) ?? false}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type TableRowProps<Row> = {
  row: Row;
  columns: Column<Row>[];
  selection: Selection<Row> | undefined;
  selected: boolean;
};

function PlainTableRow<Row>({ row, columns, selection, selected }: TableRowProps<Row>) {
  // Selecting a page turns fifty rows over: only their boxes are rendered anew, not what the cells show.
  const cells = useMemo(
    () =>
      columns.map(({ head, align, narrow, cell }, index) => (
        <td key={head || index} data-align={align} data-narrow={narrow === 'gone' ? narrow : undefined}>
          {cell(row)}
        </td>
      )),
    [row, columns],
  );
  return (
    <tr data-row data-selected={selected}>
      {selection ? (
        <td className={css.box}>
          <SelectBox selection={selection} row={row} checked={selected} />
        </td>
      ) : null}
      {cells}
    </tr>
  );
}

// A selection is a new object on every change; what a row shows of it is `selected` alone, and its
// functions read the current state themselves.
const TableRow = memo(
  PlainTableRow,
  (a, b) => a.row === b.row && a.columns === b.columns && a.selected === b.selected,
) as typeof PlainTableRow;

function Cards<Row>({ label, rows, rowKey, card, selection, bulkBar }: Filled<Row>) {
  return (
    <>
      {bulkBar ? <div className={css.bulk}>{bulkBar}</div> : null}
      <ul className={css.cards} aria-label={label}>
        {rows.map((row) => (
          <li key={rowKey(row)} data-row data-selected={selection?.has(row)}>
            {selection ? <SelectBox selection={selection} row={row} checked={selection.has(row)} /> : null}
            <div className={css.cardBody}>{card(row)}</div>
          </li>
        ))}
      </ul>
    </>
  );
}
