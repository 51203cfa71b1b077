import { Button } from '@mantine/core';
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

type EmptyActionsProps = {
  /** Removes the filters; undefined if none is set. */
  onReset: (() => void) | undefined;
  onCreate: () => void;
  /** The button that makes the first one: 'Create First User'. */
  children: string;
};

/** The next steps of a list that is empty, or empty because of its filters: reset them, or make the first row. */
export function EmptyActions({ onReset, onCreate, children }: EmptyActionsProps) {
  return (
    <div className={css.actions}>
      {onReset ? (
        <Button variant="default" onClick={onReset}>
          Show all
        </Button>
      ) : null}
      <Button variant={onReset ? 'subtle' : 'filled'} onClick={onCreate}>
        {children}
      </Button>
    </div>
  );
}
