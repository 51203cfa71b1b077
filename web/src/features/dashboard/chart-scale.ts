const DATE_EVERY_PX = 120;

/** The top line of the chart: a round number at or above `highest`, divisible by two. */
export function axisMaximum(highest: number): number {
  if (highest <= 2) return 2;
  const power = 10 ** Math.floor(Math.log10(highest));
  const step = [1, 2, 3, 4, 5, 6, 8, 10].find((one) => one * power >= highest && (one * power) % 2 === 0);
  return (step ?? 10) * power;
}

/** The interval in days at which dates fit under the bars. */
export function dateStep(days: number, width: number): number {
  return Math.max(1, Math.ceil((days * DATE_EVERY_PX) / Math.max(width, DATE_EVERY_PX)));
}
