import { shownName } from '@pigeonpost/contract/recipients';
import { formatCount } from '../../../format/format-number.ts';
import css from './import.module.css';
import type { LineCounts } from './read/count-rows.ts';
import type { Known } from './use-import-check.ts';

/** Whether fields of people who are there already keep what they have. */
export type Fill = 'empty' | 'replace';

const FILLS: Record<Fill, string> = { empty: 'gaps filled', replace: 'replaced' };

type ImportCountsProps = {
  counts: LineCounts;
  /** Undefined until the server has answered. */
  known: Known | undefined;
  isReading: boolean;
  /** What becomes of what is known of those already there; nothing where only names are imported. */
  fill: Fill | undefined;
};

/** What becomes of the rows, counted while they are typed; together they are all rows that are not blank. */
export function ImportCounts({ counts, known, isReading, fill }: ImportCountsProps) {
  const { valid, duplicates, invalid, aside, first, last } = counts;
  const asked = (count: number | undefined) => (valid === 0 ? 0 : count);
  const added = known && valid - known.already_there - known.blocked;
  const figures = [
    { words: 'New in this list', count: asked(added), tone: 'completed' },
    {
      words: 'Already there',
      count: asked(known?.already_there),
      tone: undefined,
      note: fill && FILLS[fill],
    },
    { words: 'Same person again', count: duplicates, tone: 'paused' },
    { words: 'Left out', count: invalid + aside, tone: 'failed' },
    { words: 'Do not contact', count: asked(known?.blocked), tone: 'paused' },
  ];
  return (
    <div>
      <dl className={css.counts} aria-busy={isReading}>
        {figures.map(({ words, count, tone, note }) => (
          <div key={words}>
            <dt>{words}</dt>
            <dd data-tone={count ? tone : undefined}>
              {count === undefined ? '…' : formatCount(count)}
              {note && count ? <span className={css.figureNote}> {note}</span> : null}
            </dd>
          </div>
        ))}
      </dl>
      <p className={`${css.names} one-line note`}>
        {first.length > 0 ? `First: ${first.map(shownName).join(', ')}` : '\u00a0'}
        {last ? ` … last: ${shownName(last)}` : ''}
      </p>
    </div>
  );
}
