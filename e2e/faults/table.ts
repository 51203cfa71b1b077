import { CELLS, cellsOf, FAULTS, nameOf, type PlannedFault, POINTS, type Third } from './plan.ts';

/** The cells of the table, or of a third of it, in which nothing happened. */
export function findEmptyCells(happened: readonly PlannedFault[], third?: Third): string[] {
  const filled = new Set(happened.map(nameOf));
  return cellsOf(third)
    .map(nameOf)
    .filter((cell) => !filled.has(cell));
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
