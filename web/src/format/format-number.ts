const GOOD = 80;
const FAIR = 60;

const whole = new Intl.NumberFormat('en-US');

/** '1,284'; '–' for none. */
export function formatCount(count: number | null | undefined): string {
  return count === null || count === undefined ? '–' : whole.format(count);
}

/** '65.8%'. `value` is already a percentage. */
export function formatPercent(value: number): string {
  return `${value.toFixed(1)}%`;
}

/** '1 recipient', '2,000 recipients'. */
export function formatNoun(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : plural}`;
}

/** '2 running, 1 paused': only those that are not zero, or nothing. */
export function formatParts(parts: readonly (readonly [count: number, words: string])[]): string {
  return parts
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${formatCount(count)} ${words}`)
    .join(', ');
}

/** The colour of a success rate: 80 and above green, 60 and above yellow, otherwise red. */
export function successTone(percent: number): 'completed' | 'paused' | 'failed' {
  if (percent >= GOOD) return 'completed';
  return percent >= FAIR ? 'paused' : 'failed';
}
