/** A line of a measure's table: its name, ours, the peer's, the ratio, and the aim. */
export interface Figure {
  what: string;
  ours: string;
  peer?: string;
  ratio?: string;
  aim?: string;
}

/** The report of a measure to the command that runs it. */
export interface Report {
  figures: Figure[];
  /** Sizes and checks, for readers of the figures. */
  notes: string[];
}

/** Prints a measure's figures, and sends them to `npm run bench` if that runs it. */
export function reportFigures(report: Report): void {
  console.table(report.figures);
  for (const note of report.notes) console.log(note);
  process.send?.(report);
}

/** The value below which this share of the others lies. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The middle value. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

/** The duration of the work in milliseconds. */
export async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** 'p50, p95, worst' of milliseconds. */
export function showWaits(waits: number[], shares = [0.5, 0.95, 1]): string {
  return `${shares.map((share) => showMs(quantile(waits, share))).join(', ')} ms`;
}

/** The median of the rounds' ratios, and the range of all. */
export function showRatio(ones: number[], others: number[]): string {
  const ratios = ones.map((one, round) => one / (others[round] ?? Number.NaN));
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  return `${showNumber(median(ratios))} (${showNumber(least)} to ${showNumber(most)})`;
}

/** With as many digits as are significant. */
export function showNumber(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en-US');
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function showMs(value: number): string {
  return value >= 10 ? value.toFixed(0) : value.toFixed(1);
}
