import { useMemo, useRef, useState } from 'react';

/** The selected rows of a table, by id; it outlives paging. */
export type Selection<Row> = {
  ids: ReadonlySet<number>;
  has: (row: Row) => boolean;
  /** The row's name, for its checkbox: 'Select @lena.hartog'. */
  label: (row: Row) => string;
  /** Turns a row over; with `range`, everything between it and the row turned last. */
  toggle: (row: Row, range: boolean) => void;
  /** Selects all of the page, or drops them when all are selected. */
  toggleAll: (rows: Row[]) => void;
  clear: () => void;
  /** Selects exactly these. */
  replace: (ids: number[]) => void;
};

type SelectionOptions<Row> = {
  rows: Row[] | undefined;
  id: (row: Row) => number;
  label: (row: Row) => string;
};

/** Keeps what is selected in a table. `id` and `label` are stable functions. */
export function useSelection<Row>({ rows, id, label }: SelectionOptions<Row>): Selection<Row> {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const last = useRef<number | undefined>(undefined);
  const page = useRef<Row[]>([]);
  page.current = rows ?? [];
  return useMemo(
    () => ({
      ids,
      has: (row) => ids.has(id(row)),
      label,
      toggle: (row, range) => {
        const touched = range
          ? between({ rows: page.current, id, from: last.current, to: id(row) })
          : [id(row)];
        last.current = id(row);
        setIds((current) => withIds(current, touched, !current.has(id(row))));
      },
      toggleAll: (all) => {
        const page = all.map(id);
        setIds((current) => withIds(current, page, !page.every((one) => current.has(one))));
      },
      clear: () => setIds(new Set()),
      replace: (all) => setIds(new Set(all)),
    }),
    [ids, id, label],
  );
}

/** 'All that match' lasts as long as what is ticked and what is looked for stay as they are. */
export function useAllMatching<Row>(ticked: Selection<Row>, filter: string) {
  const [all, setAll] = useState<{ ids: ReadonlySet<number>; filter: string }>();
  const isAll = all?.ids === ticked.ids && all.filter === filter;
  const selection = useMemo(() => (isAll ? { ...ticked, has: () => true } : ticked), [isAll, ticked]);
  const selectAll = () => setAll(isAll ? undefined : { ids: ticked.ids, filter });
  return { selection, isAll, selectAll };
}

function withIds(current: ReadonlySet<number>, touched: number[], selected: boolean): ReadonlySet<number> {
  const next = new Set(current);
  for (const id of touched) {
    if (selected) next.add(id);
    else next.delete(id);
  }
  return next;
}

type Range<Row> = { rows: Row[]; id: (row: Row) => number; from: number | undefined; to: number };

function between<Row>({ rows, id, from, to }: Range<Row>): number[] {
  const ids = rows.map(id);
  const start = from === undefined ? -1 : ids.indexOf(from);
  const end = ids.indexOf(to);
  return start < 0 ? [to] : ids.slice(Math.min(start, end), Math.max(start, end) + 1);
}
