import type { ReactNode } from 'react';
import css from './card.module.css';

type CardProps = {
  title?: ReactNode;
  /** At the right of the title: a link, a badge, a button. */
  aside?: ReactNode;
  note?: ReactNode;
  /** Lets rows and tables extend to the edges, with a line under the title. */
  flush?: boolean;
  className?: string | undefined;
  children?: ReactNode;
};

/** One surface with hairlines inside; never a card in a card. */
export function Card({ title, aside, note, flush, className, children }: CardProps) {
  return (
    <section className={`${css.card} ${className ?? ''}`} data-flush={flush}>
      {title ? (
        <div className={css.head}>
          <div className="grow">
            <h2>{title}</h2>
            {note ? (
              <p className="dimmed" dir="auto">
                {note}
              </p>
            ) : null}
          </div>
          {aside}
        </div>
      ) : null}
      {children}
    </section>
  );
}
