import type { ReactNode } from 'react';
import type { Tone } from './badge.tsx';
import css from './notice.module.css';

type NoticeProps = {
  tone?: Tone;
  icon?: ReactNode;
  title: ReactNode;
  /** What the notice is called, if its title is more than text. */
  label?: string;
  /** What stopped, what still works. */
  children: ReactNode;
  /** One button or link. */
  action?: ReactNode;
  /** Below the sentence, on the page's own background: content that is too long for a line. */
  below?: ReactNode;
};

/** A tint card above the page. */
export function Notice({ tone = 'paused', icon, title, label, children, action, below }: NoticeProps) {
  return (
    <section
      className={css.notice}
      data-tone={tone}
      data-below={below ? true : undefined}
      aria-label={label ?? (typeof title === 'string' ? title : undefined)}
    >
      {icon ? <span className={css.icon}>{icon}</span> : null}
      <p className={css.words}>
        <b>{title}</b> {children}
      </p>
      {action}
      {below ? <div className={css.below}>{below}</div> : null}
    </section>
  );
}
