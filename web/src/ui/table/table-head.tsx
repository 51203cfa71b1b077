import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import css from './data-table.module.css';
import type { Column } from './table-columns.tsx';

/** The order of a table: a word of one of its columns, with _asc or _desc at its end if there is a direction. */
export type Sort = { by: string; onSort: (by: string) => void };

/** The head of one column; if rows can be sorted by it, it shows the direction, and a press changes it. */
export function ColumnHead<Row>({ column, sort }: { column: Column<Row>; sort: Sort | undefined }) {
  const { head, align, narrow } = column;
  const isSorted = sort !== undefined && column.sort?.includes(sort.by);
  return (
    <th
      scope="col"
      data-align={align}
      data-narrow={narrow === 'gone' ? narrow : undefined}
      aria-sort={isSorted ? directionOf(sort.by) : undefined}
    >
      {sort && column.sort ? (
        <SortButton head={head} by={column.sort} sort={sort} />
      ) : (
        <PlainHead head={head} />
      )}
    </th>
  );
}

/** A field's label may be longer than its column. */
function PlainHead({ head }: { head: string }) {
  if (!head) return <span className="visually-hidden">Actions</span>;
  return (
    <div className="one-line" title={head} dir="auto">
      {head}
    </div>
  );
}

type SortButtonProps = { head: string; by: readonly [string, ...string[]]; sort: Sort };

function SortButton({ head, by, sort }: SortButtonProps) {
  const at = by.indexOf(sort.by);
  const isSorted = at >= 0;
  const Arrow = isSorted ? ARROWS[directionOf(sort.by)] : IconArrowsSort;
  return (
    <button
      type="button"
      className={css.sort}
      data-sorted={isSorted}
      onClick={() => sort.onSort(by[at + 1] ?? by[0])}
    >
      {head}
      <Arrow size={14} aria-hidden="true" />
    </button>
  );
}

const ARROWS = { ascending: IconArrowUp, descending: IconArrowDown, other: IconArrowDown };

function directionOf(by: string): keyof typeof ARROWS {
  if (by.endsWith('_asc')) return 'ascending';
  return by.endsWith('_desc') ? 'descending' : 'other';
}
