import type { Limited } from './judge-grants.ts';
import { CELLS, cellsOf, FAULTS, nameOf, type PlannedFault, POINTS, type Third } from './plan.ts';

/** The cells of the table, or of a third of it, in which nothing happened. */
export function findEmptyCells(happened: readonly PlannedFault[], third?: Third): string[] {
  const filled = new Set(happened.map(nameOf));
  return cellsOf(third)
    .map(nameOf)
    .filter((cell) => !filled.has(cell));
}

/** What a run met beside its faults. */
export interface Met extends Limited {
  unfilled: number;
  tooLong: number;
  followed: number;
}

const MET = {
  unfilled: 'a person without a value',
  tooLong: 'a text that is too long',
  followed: 'a message of a follow-up',
  fullDays: 'a day on which an account sent all that its cap allows',
  scheduled: 'a start by itself, at its moment',
  looks: 'a pause for a look after a canary',
} as const satisfies Record<keyof Met, string>;

/** What must happen in a run of at least one round of all cells, and has not. A shorter run may do without. */
export function findUnmet(met: Met, faults: number): string[] {
  if (faults < CELLS.length) return [];
  return Object.entries(MET).flatMap(([what, words]) => (met[what as keyof Met] > 0 ? [] : [words]));
}

/** Lines with the count of each fault at each point. */
export function describeFaults(happened: readonly PlannedFault[]): string[] {
  const counts = Map.groupBy(happened, nameOf);
  const cells = new Set(CELLS.map(nameOf));
  const width = Math.max(...FAULTS.map((fault) => fault.length));
  const row = (name: string, texts: readonly (string | number)[]) =>
    `${name.padEnd(width)}${texts.map((text, index) => `  ${String(text).padStart((POINTS[index] ?? '').length || 4)}`).join('')}`;
  const lines = FAULTS.map((fault) =>
    row(
      fault,
      POINTS.map((point) => {
        const key = nameOf({ fault, point });
        return cells.has(key) ? (counts.get(key)?.length ?? 0) : '–';
      }),
    ),
  );
  const sums = POINTS.map((point) => happened.filter((one) => one.point === point).length);
  return [row('', POINTS), ...lines, row('all', sums)];
}
