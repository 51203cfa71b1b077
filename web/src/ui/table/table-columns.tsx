import type { ReactNode } from 'react';

/** A column of a DataTable. */
export type Column<Row> = {
  /** The head's words; '' says 'Actions' to screen readers only. */
  head: string;
  /** A CSS width such as '32%' or '120px'; exactly one column may leave it out and takes the rest. */
  width?: string;
  align?: 'right';
  cell: (row: Row) => ReactNode;
};

/** The fixed widths that the table and its skeleton share. */
export function Columns<Row>({ columns, selectable }: { columns: Column<Row>[]; selectable: boolean }) {
  return (
    <colgroup>
      {selectable ? <col style={{ width: '52px' }} /> : null}
      {columns.map(({ head, width }, index) => (
        <col key={head || index} style={width ? { width } : undefined} />
      ))}
    </colgroup>
  );
}
