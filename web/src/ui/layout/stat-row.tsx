import type { ReactNode } from 'react';
import css from './stat-row.module.css';

export type Stat = {
  label: string;
  /** Undefined while it loads: the row keeps its height. */
  value: ReactNode;
  /** Explains the figure, in one line. */
  note?: ReactNode;
  /** The square before the label: the legend of a bar or chart, or the colour of its state. */
  mark?: 'sent' | 'replied' | 'failed' | 'pending';
};

type StatRowProps = {
  stats: Stat[];
  /** Small and without notes, while they count nothing. */
  isQuiet?: boolean;
};

/** Figures side by side inside one card, with hairlines between; two by two on phones. */
export function StatRow({ stats, isQuiet = false }: StatRowProps) {
  return (
    <dl className={css.row} data-odd={stats.length % 2 === 1 || undefined} data-quiet={isQuiet || undefined}>
      {stats.map(({ label, value, note, mark }) => (
        <div key={label} className={css.stat}>
          <dt className={`${css.label} dimmed`} data-mark={mark}>
            {label}
          </dt>
          <dd className={css.value}>{value ?? <span className={css.blank} />}</dd>
          {isQuiet ? null : <dd className={`${css.note} two-lines note`}>{note ?? '\u00a0'}</dd>}
        </div>
      ))}
    </dl>
  );
}
