import type { ReactNode } from 'react';
import { Postmark } from '../layout/postmark.tsx';
import css from './empty-state.module.css';

type EmptyStateProps = {
  title: string;
  sentence: string;
  /** The next step: a button. */
  action?: ReactNode;
  /** Below the button, such as the steps to a first campaign. */
  children?: ReactNode;
};

/** A list without rows: postmark, title, one sentence, the next step. */
export function EmptyState({ title, sentence, action, children }: EmptyStateProps) {
  return (
    <div className={css.state}>
      <Postmark />
      <h2 className={css.title}>{title}</h2>
      <p className={css.sentence}>{sentence}</p>
      {action ? <div className={css.action}>{action}</div> : null}
      {children}
    </div>
  );
}
