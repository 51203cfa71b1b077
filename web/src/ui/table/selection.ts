import { useMemo, useReducer, useState } from 'react';

/** The selected rows of a table, by id; it outlives paging. */
export type Selection<Row> = {
  ids: ReadonlySet<number>;
  has: (row: Row) => boolean;
  /** The row's name, for its checkbox: 'Select @lena.hartog'. */
  label: (row: Row) => string;
  /** Toggles a row; with `range`, everything between it and the last toggled one. */
  toggle: (row: Row, range: boolean) => void;
  /** Selects all rows of the page, or none if all are selected. */
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

/** The selection of a table. `id` and `label` must be stable functions. */
export function useSelection<Row>({ rows, id, label }: SelectionOptions<Row>): Selection<Row> {
  // The reducer runs while rendering, so a range uses the rows shown then.
  const [{ ids }, change] = useReducer(
    (current: Selected, made: Change) => changed({ current, made, page: rows?.map(id) ?? [] }),
    NOTHING,
  );
  return useMemo(
    () => ({
      ids,
      has: (row) => ids.has(id(row)),
      label,
      toggle: (row, range) => change({ toggle: id(row), range }),
      toggleAll: (all) => change({ toggleAll: all.map(id) }),
      clear: () => change({ replace: [] }),
      replace: (all) => change({ replace: all }),
    }),
    [ids, id, label],
  );
}

/** 'All that match' lasts as long as the ticks and the filter stay as they are. */
export function useAllMatching<Row>(ticked: Selection<Row>, filter: string) {
  const [all, setAll] = useState<{ ids: ReadonlySet<number>; filter: string }>();
  const isAll = all?.ids === ticked.ids && all.filter === filter;
  const selection = useMemo(() => (isAll ? { ...ticked, has: () => true } : ticked), [isAll, ticked]);
  const selectAll = () => setAll(isAll ? undefined : { ids: ticked.ids, filter });
  return { selection, isAll, selectAll };
}

/** The selected ids, and the last toggled row. */
type Selected = { ids: ReadonlySet<number>; last?: number };
type Change = { toggle: number; range: boolean } | { toggleAll: number[] } | { replace: number[] };

const NOTHING: Selected = { ids: new Set() };

function changed({ current, made, page }: { current: Selected; made: Change; page: number[] }): Selected {
  const { ids } = current;
  if ('replace' in made) return { ...current, ids: new Set(made.replace) };
  if ('toggleAll' in made) {
    const isAll = made.toggleAll.every((id) => ids.has(id));
    return { ...current, ids: withIds(ids, made.toggleAll, !isAll) };
  }
  const { toggle: id, range } = made;
  const touched = range ? between(page, current.last, id) : [id];
  return { ids: withIds(ids, touched, !ids.has(id)), last: id };
}

function withIds(current: ReadonlySet<number>, touched: number[], selected: boolean): ReadonlySet<number> {
  const next = new Set(current);
  for (const id of touched) {
    if (selected) next.add(id);
    else next.delete(id);
  }
  return next;
}

function between(ids: number[], from: number | undefined, to: number): number[] {
  const start = from === undefined ? -1 : ids.indexOf(from);
  const end = ids.indexOf(to);
  return start < 0 ? [to] : ids.slice(Math.min(start, end), Math.max(start, end) + 1);
}
