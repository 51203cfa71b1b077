import { NAME_WORDS, type NameKind } from '@pigeonpost/contract/recipients';
import { csvCell } from '@pigeonpost/contract/text/formula-guard';
import { isOwnHeads, type Layout, type Row } from './layout.ts';

/** What the rows that are left out have as their columns: those of their table, or a name's. */
type LeftOutForm = { kind: NameKind; separator: string; isTable: boolean; hasFiles: boolean };

type LeftOutRow = { row: Row; column: number; value: string; reason: string; file: string };

/** Collects the rows that are left out. */
export type LeftOut = {
  begin: (layout: Layout) => void;
  add: (row: LeftOutRow) => void;
  /** As a file that spreadsheets open without running anything in it; undefined without a row. */
  file: () => Blob | undefined;
};

const ROWS_IN_PART = 10_000;
const OWN_HEADS = ['line', 'reason'];

/** A table with the columns of the file, then line and reason; those of an earlier one of these are written anew. */
export function createLeftOut({ kind, separator, isTable, hasFiles }: LeftOutForm): LeftOut {
  const parts: Blob[] = [];
  let rows: string[] = [];
  let width = 1;
  let heads: string[] = [NAME_WORDS[kind].one];
  const write = (cells: readonly string[]) =>
    rows.push(cells.map((cell) => csvCell(cell, separator)).join(separator));
  const begin = (layout: Layout) => {
    if (!isTable) return;
    width = isOwnHeads(layout.heads) ? layout.width - 2 : layout.width;
    heads = layout.heads.slice(0, width);
  };
  const add = ({ row, column, value, reason, file }: LeftOutRow) => {
    const own = isTable
      ? Array.from({ length: width }, (_, at) => (at === column ? value.trim() : (row.cells[at] ?? '')))
      : [value.trim()];
    write([...own, ...(hasFiles ? [file] : []), String(row.line), reason]);
    if (rows.length < ROWS_IN_PART) return;
    parts.push(new Blob([rows.join('\r\n'), '\r\n']));
    rows = [];
  };
  const file = () => {
    if (parts.length === 0 && rows.length === 0) return undefined;
    const first = [...heads, ...(hasFiles ? ['file'] : []), ...OWN_HEADS].map((cell) =>
      csvCell(cell, separator),
    );
    // The mark tells spreadsheets that it is UTF-8.
    return new Blob(['\ufeff', first.join(separator), '\r\n', ...parts, rows.join('\r\n')], {
      type: 'text/csv',
    });
  };
  return { begin, add, file };
}
