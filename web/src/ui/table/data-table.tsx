import { Fragment, type ReactNode } from 'react';
import { useDelayed } from '../feedback/delayed.ts';
import { ErrorState, type FetchState } from '../feedback/error-state.tsx';
import { useIsPhone } from '../layout/media.ts';
import css from './data-table.module.css';
import { GroupCard, GroupRow, type RowGroups } from './row-group.tsx';
import { useRowPlaces } from './row-places.ts';
import type { Selection } from './selection.ts';
import { SelectAllBox } from './selection-box.tsx';
import { type Boxes, type Column, Columns } from './table-columns.tsx';
import { ColumnHead, type Sort } from './table-head.tsx';
import { CardRow, TableRow } from './table-row.tsx';
import { TableSkeleton } from './table-skeleton.tsx';

type DataTableProps<Row> = {
  /** The noun of the rows, for its accessible name: 'Campaigns'. */
  label: string;
  /** Above the head, inside the card. */
  title?: string;
  /** Stable between renders (module level or useMemo): rows are memoised. */
  columns: Column<Row>[];
  /** Undefined until the first answer. */
  rows: Row[] | undefined;
  rowKey: (row: Row) => number | string;
  /** Its rows keep no state, so the next page's rows may reuse their elements. */
  reusesRows?: boolean;
  /** The query behind the rows, so that loading and error cannot be forgotten. */
  query: FetchState;
  /** The title of its error state: 'Failed to fetch campaigns'. */
  failure: string;
  /** Shown when there is no row. */
  empty: ReactNode;
  /**
   * A row on phones: the inside of an `<li>`. It depends on the same data as the columns, because it is memoised like
   * them.
   */
  card: (row: Row) => ReactNode;
  /** Rows of 64 px with two lines, or of 44. */
  rowHeight?: 'two-line' | 'one-line';
  /** The number of skeleton rows before the first answer. */
  skeletonRows?: number;
  /** The sort order, if some columns are sortable. */
  sort?: Sort;
  selection?: Selection<Row> | undefined;
  /** When the boxes of a selection are seen; on phones, and without a pointer, always. */
  boxes?: Boxes;
  /** A thin grey heading row above neighbouring rows of one kind. */
  groups?: RowGroups<Row> | undefined;
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
  const isLate = useDelayed(query.isPlaceholderData ?? false);
  if (!rows) {
    return (
      <div className="surface" tabIndex={-1} data-focus-home>
        {title}
        {query.error ? (
          <ErrorState title={failure} error={query.error} onRetry={query.refetch} />
        ) : (
          <TableSkeleton
            label={props.label}
            columns={props.columns}
            rowHeight={props.rowHeight ?? 'two-line'}
            skeletonRows={props.skeletonRows ?? 5}
            boxes={props.selection && (props.boxes ?? 'always')}
            sort={props.sort}
            visible={showSkeleton}
            isPhone={isPhone}
          />
        )}
      </div>
    );
  }
  return (
    <div className="surface" tabIndex={-1} data-focus-home aria-busy={isLate} data-late={isLate}>
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
  reusesRows = false,
  rowHeight = 'two-line',
  sort,
  selection,
  boxes = 'always',
  groups,
  bulkBar,
}: Filled<Row>) {
  const span = columns.length + (selection ? 1 : 0);
  const gone = columns.filter(({ narrow }) => narrow === 'gone').length;
  const places = useRowPlaces({ rows, rowKey, reusesRows });
  return (
    <div className={css.frame}>
      {bulkBar ? <div className={css.bulk}>{bulkBar}</div> : null}
      <table
        className={css.table}
        aria-label={label}
        data-height={rowHeight}
        data-boxes={selection && boxes}
        data-ticked={selection !== undefined && selection.ids.size > 0}
      >
        <Columns columns={columns} boxes={selection && boxes} />
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
          {rows.map((row, index) => (
            <Fragment key={places[index]}>
              <GroupRow groups={groups} row={row} before={rows[index - 1]} span={span} gone={gone} />
              <TableRow
                row={row}
                columns={columns}
                selection={selection}
                selected={selection?.has(row) ?? false}
              />
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cards<Row>(props: Filled<Row>) {
  const { label, columns, rows, rowKey, reusesRows = false, card, selection, groups, bulkBar } = props;
  const places = useRowPlaces({ rows, rowKey, reusesRows });
  return (
    <>
      {bulkBar ? <div className={css.bulk}>{bulkBar}</div> : null}
      <ul className={css.cards} aria-label={label}>
        {rows.map((row, index) => (
          <Fragment key={places[index]}>
            <GroupCard groups={groups} row={row} before={rows[index - 1]} />
            <CardRow
              row={row}
              card={card}
              columns={columns}
              selection={selection}
              selected={selection?.has(row) ?? false}
            />
          </Fragment>
        ))}
      </ul>
    </>
  );
}
