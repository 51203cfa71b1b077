import { streamXlsxRows } from 'hucre/xlsx';

/** A row with its number as the spreadsheet shows it, from 1. */
type SheetRow = { line: number; cells: string[] };

// A module of its own, which loads with the first spreadsheet: reading one is more code than the whole dialog.
/** The rows of a spreadsheet's first sheet; rejects what is none. */
export async function* sheetRows(file: ArrayBuffer): AsyncGenerator<SheetRow> {
  for await (const { index, values } of streamXlsxRows(file, { sheet: 0 })) {
    yield { line: index + 1, cells: values.map((value) => (value === null ? '' : String(value))) };
  }
}
