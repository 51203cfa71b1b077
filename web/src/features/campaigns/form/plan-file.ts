import type { Plan } from '@pigeonpost/contract/calls/plans';
import { reasonOfMany } from '@pigeonpost/contract/reasons';
import { csvCell } from '@pigeonpost/contract/text/formula-guard';

/** The names that get no message and why, as text for spreadsheets; at most a hundred of each reason. */
export function planFile(
  leftOut: Pick<Plan['will_not'][number], 'reason' | 'field' | 'text' | 'people'>[],
): Blob {
  const rows = leftOut.flatMap(({ people, ...reason }) => people.map((name) => [name, reasonOfMany(reason)]));
  const lines = [['recipient', 'reason'], ...rows].map((cells) =>
    cells.map((cell) => csvCell(cell)).join(','),
  );
  return new Blob([`\ufeff${lines.join('\r\n')}\r\n`], { type: 'text/csv' });
}
