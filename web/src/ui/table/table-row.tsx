import { memo, type ReactNode, useMemo } from 'react';
import css from './data-table.module.css';
import type { Selection } from './selection.ts';
import { SelectBox } from './selection-box.tsx';
import type { Column } from './table-columns.tsx';

type RowProps<Row> = {
  row: Row;
  columns: Column<Row>[];
  selection: Selection<Row> | undefined;
  selected: boolean;
};

function PlainTableRow<Row>({ row, columns, selection, selected }: RowProps<Row>) {
  // Selecting a page changes fifty rows: only their checkboxes are rendered again, not the cells.
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

type CardRowProps<Row> = RowProps<Row> & { card: (row: Row) => ReactNode };

function PlainCardRow<Row>({ row, columns, card, selection, selected }: CardRowProps<Row>) {
  return (
    <li data-row data-selected={selected}>
      {selection ? <SelectBox selection={selection} row={row} checked={selected} /> : null}
      <CardBody row={row} columns={columns} card={card} />
    </li>
  );
}

type CardBodyProps<Row> = Pick<CardRowProps<Row>, 'row' | 'columns' | 'card'>;

function PlainCardBody<Row>({ row, card }: CardBodyProps<Row>) {
  return <div className="grow">{card(row)}</div>;
}

/** The content of a card, made from the columns. */
const CardBody = memo(
  PlainCardBody,
  <Row,>(a: CardBodyProps<Row>, b: CardBodyProps<Row>) => a.row === b.row && a.columns === b.columns,
) as typeof PlainCardBody;

// A selection is a new object on every change; a row shows only `selected`, and its functions read the current state
// themselves.
function isSame<Row>(a: RowProps<Row>, b: RowProps<Row>): boolean {
  return a.row === b.row && a.columns === b.columns && a.selected === b.selected;
}

/** A row of a table; rendered only when it, its columns or its selection changed. */
export const TableRow = memo(PlainTableRow, isSame) as typeof PlainTableRow;

/** The same row as a card of a phone. */
export const CardRow = memo(PlainCardRow, isSame) as typeof PlainCardRow;
