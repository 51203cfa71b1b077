import { guardFormula } from '@pigeonpost/contract/text/formula-guard';

const CELL_MAX_CHARACTERS = 32_767;
// Characters that XML 1.0 cannot hold: control characters, halves of surrogate pairs, U+FFFE and U+FFFF.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;
// Matches most texts: short, and with a first character that begins no formula.
const HARMLESS = /^(?:[\w.][\x20-\x7e]{0,1000})?$/;
const HALF_A_PAIR_AT_END = /\p{Surrogate}$/u;

/** A text as a cell of a workbook: what XML cannot hold is gone, and no spreadsheet takes it for a formula. */
export function inertText(text: string): string {
  if (HARMLESS.test(text)) return text;
  const clean = text.replace(NOT_IN_XML, '');
  return guardFormula(clean).slice(0, CELL_MAX_CHARACTERS).replace(HALF_A_PAIR_AT_END, '');
}
