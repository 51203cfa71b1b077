import { formatNoun } from '../../../format/format-number.ts';
import { CheckField } from '../../../ui/form/check-field.tsx';
import { ASIDES, type Aside } from './read/asides.ts';
import type { LineCounts } from './read/count-rows.ts';
import { MENDS, type Mend } from './read/mend.ts';
import css from './row-choices.module.css';

type RowChoicesProps = {
  counts: LineCounts;
  taken: readonly Aside[];
  mends: readonly Mend[];
  onTake: (aside: Aside) => void;
  onMend: (mend: Mend) => void;
};

const ASIDE_WORDS: Record<Aside, (count: number) => string> = {
  hidden: (count) => `${formatNoun(count, 'row')} ${is(count)} hidden in the spreadsheet`,
  sum: (count) => `${formatNoun(count, 'row')} ${count === 1 ? 'looks' : 'look'} like a sum of the table`,
  repeated: (count) =>
    `${formatNoun(count, 'further row')} of a person ${count === 1 ? 'has' : 'have'} other values`,
};

const MEND_WORDS: Record<Mend, (count: number) => string> = {
  entities: (count) => `Mend ${formatNoun(count, 'value')} with codes of a web page`,
  letters: (count) => `Mend ${formatNoun(count, 'value')} with broken letters`,
  capitals: (count) => `Write ${formatNoun(count, 'value')} in capitals as names are written`,
};

const is = (count: number) => (count === 1 ? 'is' : 'are');

/**
 * Rows that start as left out, a line for each kind with its press, and values that another program broke
 * (docs/behaviour.md#rows-that-start-as-left-out).
 */
export function RowChoices({ counts: { asides, broken }, taken, mends, onTake, onMend }: RowChoicesProps) {
  const rows = ASIDES.filter((aside) => asides[aside] > 0);
  const values = MENDS.filter((mend) => broken && broken[mend].count > 0);
  if (rows.length + values.length === 0) return null;
  return (
    <div className={css.choices}>
      {rows.map((aside) => {
        const isTaken = taken.includes(aside);
        return (
          <p key={aside} className={css.line}>
            <span>
              {ASIDE_WORDS[aside](asides[aside])}: {isTaken ? 'taken' : 'left out'}.
            </span>
            <button type="button" className="text-button" onClick={() => onTake(aside)}>
              {isTaken ? 'Leave' : 'Take'} {asides[aside] === 1 ? 'it' : 'them'}
              {isTaken ? ' out' : ''}
            </button>
          </p>
        );
      })}
      {values.map((mend) => {
        const { count = 0, examples = [] } = broken?.[mend] ?? {};
        return (
          <CheckField
            key={mend}
            label={MEND_WORDS[mend](count)}
            hint={examples.map(([before, after]) => `${before} → ${after}`).join(', ')}
            checked={mends.includes(mend)}
            onChange={() => onMend(mend)}
          />
        );
      })}
    </div>
  );
}
