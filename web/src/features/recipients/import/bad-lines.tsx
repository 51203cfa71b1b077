import { formatCount } from '../../../format/format-number.ts';
import type { LineFault } from './count-lines.ts';
import css from './import.module.css';

/** The first lines that are no usernames, each with its reason. */
export function BadLines({ faults, invalid }: { faults: LineFault[]; invalid: number }) {
  if (faults.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller has to be reached by keyboard
    <section className={css.scroller} tabIndex={0} aria-label="Lines that are left out">
      <ul>
        {faults.map(({ line, value, reason }) => (
          <li key={line} className={css.fault}>
            <span className={css.line}>Line {formatCount(line)}</span>
            <span className={css.value} title={value}>
              {value}
            </span>
            <span className={css.reason}>{reason}</span>
          </li>
        ))}
      </ul>
      {invalid > faults.length ? (
        <p className={css.more}>and {formatCount(invalid - faults.length)} more</p>
      ) : null}
    </section>
  );
}
