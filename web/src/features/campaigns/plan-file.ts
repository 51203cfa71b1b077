import type { Plan } from '@pigeonpost/contract/calls/plans';

/** What a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** The names that get no message and why, as text for spreadsheets; at most a hundred of each reason. */
export function planFile(leftOut: Pick<Plan['will_not'][number], 'text' | 'people'>[]): Blob {
  const rows = leftOut.flatMap(({ text, people }) => people.map((name) => [name, text]));
  const lines = [['recipient', 'reason'], ...rows].map((cells) => cells.map(cellOf).join(','));
  return new Blob([`\ufeff${lines.join('\r\n')}\r\n`], { type: 'text/csv' });
}

function cellOf(text: string): string {
  const inert = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
