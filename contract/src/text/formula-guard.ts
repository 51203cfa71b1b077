// Spreadsheets drop leading space and invisible characters, and some read the full-width signs alike.
const FORMULA = /^[\s\p{Cc}\p{Cf}\p{Z}]*[=+\-@＝＋－＠]|^[\t\r]/u;
// Matches most texts: a first character that begins no formula and is no apostrophe.
const HARMLESS = /^[\p{L}\p{N}_.]/u;
const APOSTROPHES = /^'+/;

/**
 * A text that no spreadsheet takes for a formula, even after it was saved as CSV and opened again: an apostrophe stands
 * before what would be one, and one more before apostrophes that stand there already. `unguardFormula` gives the text
 * back. All files that spreadsheets open are written with it (docs/behaviour.md#files-for-spreadsheets).
 */
export function guardFormula(text: string): string {
  return isRisky(text) ? `'${text}` : text;
}

/** A cell as it was before `guardFormula`. */
export function unguardFormula(cell: string): string {
  return cell.startsWith("'") && isRisky(cell.slice(1)) ? cell.slice(1) : cell;
}

const isRisky = (text: string) => !HARMLESS.test(text) && FORMULA.test(text.replace(APOSTROPHES, ''));

/** A cell of a text for spreadsheets: guarded, and in quotes where it has to be. */
export function csvCell(value: string, separator = ','): string {
  const text = guardFormula(value);
  return /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text;
}
