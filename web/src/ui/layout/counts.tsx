import { formatCount } from '../../format/format-number.ts';
import css from './counts.module.css';

type Count = {
  count: number;
  word: string;
  /** Its figure is red. */
  isBad?: boolean;
  /** What is among them, in brackets. */
  note?: string | undefined;
};

/** '1,284 sent  31 failed (14 unclear)  685 pending', in one small line. */
export function Counts({ counts }: { counts: Count[] }) {
  return (
    <p className={`${css.counts} note`}>
      {counts.map(({ count, word, isBad, note }) => (
        <span key={word}>
          <b data-bad={isBad}>{formatCount(count)}</b> {word}
          {note ? ` (${note})` : null}
        </span>
      ))}
    </p>
  );
}
