import type { NameKind } from '@pigeonpost/contract/recipients';
import type { ColumnUse } from './columns.ts';
import { readValue } from './count-rows.ts';
import { COLUMNS_SHOWN } from './format-words.ts';
import { fitRow, type Layout, type Row } from './layout.ts';
import type { Mend } from './mend.ts';
import type { Opened } from './opened.ts';
import { takenValue } from './table-rows.ts';

/** One of the first rows: the name that is read from it, or why none is. */
export type SampleRow = Row & { name: string | undefined; reason: string | undefined };

const ROWS_SHOWN = 5;

type SampleOptions = {
  layout: Layout;
  uses: readonly ColumnUse[];
  form: Opened['form'];
  kind: NameKind;
  mends: readonly Mend[];
};

/** The first rows as they will be taken; what is skipped stands as it is in the file. */
export function sampleOf(rows: readonly Row[], { layout, uses, mends, ...how }: SampleOptions): SampleRow[] {
  const people = rows
    .filter((row) => row.line > (layout.headLine ?? 0) && !isBlank(row))
    .slice(0, ROWS_SHOWN);
  const fitted = people.map((row) => fitRow(row, layout));
  const shown = fitted.map((row) => ({
    ...row,
    cells: row.cells.slice(0, COLUMNS_SHOWN).map((cell, at) => {
      const use = uses[at] ?? 'skip';
      return use === 'skip' || at === layout.column ? cell : takenValue(cell, use, mends);
    }),
  }));
  return shown.map((row) => {
    if (layout.column === undefined) return { ...row, name: undefined, reason: undefined };
    const { names, reason } = readValue(row.cells[layout.column] ?? '', how);
    return { ...row, name: names?.join(', '), reason };
  });
}

/** Whether a row has nothing. */
export const isBlank = ({ cells }: Row) => cells.every((cell) => cell.trim() === '');
