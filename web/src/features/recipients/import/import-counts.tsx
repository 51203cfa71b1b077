import { formatCount } from '../../../format/format-number.ts';
import type { LineCounts } from './count-lines.ts';
import css from './import.module.css';
import type { Known } from './use-import-check.ts';

type ImportCountsProps = {
  counts: LineCounts;
  /** Undefined until the server has answered. */
  known: Known | undefined;
  isReading: boolean;
};

/** What the names are, counted while they are typed. */
export function ImportCounts({ counts, known, isReading }: ImportCountsProps) {
  const { valid, duplicates, invalid } = counts;
  const asked = (count: number | undefined) => (valid === 0 ? 0 : count);
  const figures = [
    { words: 'Valid', count: valid, tone: 'completed' },
    { words: 'Duplicate', count: duplicates, tone: 'paused' },
    { words: 'Invalid', count: invalid, tone: 'failed' },
    { words: 'Already there', count: asked(known?.already_there), tone: undefined },
    { words: 'Do not contact', count: asked(known?.blocked), tone: 'paused' },
  ];
  return (
    <dl className={css.counts} aria-busy={isReading}>
      {figures.map(({ words, count, tone }) => (
        <div key={words}>
          <dt>{words}</dt>
          <dd data-tone={count ? tone : undefined}>{count === undefined ? '…' : formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
