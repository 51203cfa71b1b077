import type { CSSProperties, ReactNode } from 'react';
import css from './data-table.module.css';

/** A column of a DataTable. */
export type Column<Row> = {
  /** The head's text; '' is 'Actions' for screen readers only. */
  head: string;
  /** A CSS width such as '32%' or '120px'; exactly one column may leave it out and takes the rest. */
  width?: string;
  /** Its width between 48 and 75em, or 'gone': then another cell has its value in its second line. */
  narrow?: 'gone' | (string & {});
  align?: 'right';
  /** The orders of a press on the head: the first, and if it is sorted by one of them already, the next. */
  sort?: readonly [first: string, ...others: string[]];
  cell: (row: Row) => ReactNode;
};

/** When the boxes of rows that can be selected are seen: on hover also by key, and once one is ticked. */
export type Boxes = 'always' | 'on-hover';

type ColumnsProps<Row> = {
  columns: Column<Row>[];
  /** Undefined if rows cannot be selected. */
  boxes: Boxes | undefined;
};

/** The fixed widths that the table and its skeleton share. */
export function Columns<Row>({ columns, boxes }: ColumnsProps<Row>) {
  return (
    <colgroup>
      {boxes ? <col style={{ width: boxes === 'always' ? '52px' : '24px' }} /> : null}
      {columns.map(({ head, width, narrow }, index) => (
        <col
          key={head || index}
          className={css.column}
          data-narrow={narrow === 'gone' ? narrow : undefined}
          style={{ '--wide': width, '--narrow': narrow ?? width } as CSSProperties}
        />
      ))}
    </colgroup>
  );
}
