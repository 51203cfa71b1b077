import type { ReactNode } from 'react';
import { Drawing, type DrawingName } from '../drawings/drawing.tsx';
import css from './empty-state.module.css';

type EmptyStateProps = {
  drawing: DrawingName;
  title: string;
  sentence: string;
  /** The next step: a button. */
  action?: ReactNode;
  /** Below the button, such as the steps to a first campaign. */
  children?: ReactNode;
};

/** A list without rows: a drawing of the missing thing, title, one sentence, the next step. */
export function EmptyState({ drawing, title, sentence, action, children }: EmptyStateProps) {
  return (
    <div className={css.state}>
      <Drawing of={drawing} />
      <h2 className={css.title}>{title}</h2>
      <p className={css.sentence}>{sentence}</p>
      {action ? <div className={css.action}>{action}</div> : null}
      {children}
    </div>
  );
}
