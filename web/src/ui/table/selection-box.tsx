import type { Selection } from './selection.ts';
import css from './selection-box.module.css';

/** A row's checkbox; Shift and a click select everything since the last one. */
export function SelectBox<Row>(props: { selection: Selection<Row>; row: Row; checked: boolean }) {
  const { selection, row, checked } = props;
  return (
    <input
      type="checkbox"
      className={css.box}
      aria-label={`Select ${selection.label(row)}`}
      checked={checked}
      onChange={({ nativeEvent }) => selection.toggle(row, (nativeEvent as MouseEvent).shiftKey)}
    />
  );
}

/** The head's checkbox: mixed while only a part of the page is selected. */
export function SelectAllBox<Row>({ selection, rows }: { selection: Selection<Row>; rows: Row[] }) {
  const count = rows.filter(selection.has).length;
  return (
    <input
      type="checkbox"
      className={css.box}
      aria-label="Select all on this page"
      checked={count > 0 && count === rows.length}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && count < rows.length;
      }}
      onChange={() => selection.toggleAll(rows)}
    />
  );
}
