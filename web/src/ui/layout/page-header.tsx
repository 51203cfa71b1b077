import type { ReactNode } from 'react';
import css from './page-header.module.css';

type PageHeaderProps = {
  title: string;
  badge?: ReactNode;
  /** One grey line under the title. */
  note?: ReactNode;
  /** Buttons at the right, below the title on phones; one filled button a screen. */
  actions?: ReactNode;
  /** On phones the note is cut to one line, and the first action takes what the others leave of one line. */
  isLow?: boolean;
};

/** The head of a detail page: its h1, badge, one grey line, actions. */
export function PageHeader({ title, badge, note, actions, isLow }: PageHeaderProps) {
  return (
    <header className={css.header} data-low={isLow}>
      <div className="grow">
        <div className={css.line}>
          <h1 className={css.title} dir="auto">
            {title}
          </h1>
          {badge}
        </div>
        {note ? (
          <p className={`${css.note} dimmed`} dir="auto">
            {note}
          </p>
        ) : null}
      </div>
      {actions ? <div className={css.actions}>{actions}</div> : null}
    </header>
  );
}
