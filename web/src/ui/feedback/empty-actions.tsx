import { Button } from '@mantine/core';
import css from './empty-actions.module.css';

type EmptyActionsProps = {
  /** Takes the filters away; undefined where none is set. */
  onReset: (() => void) | undefined;
  onCreate: () => void;
  /** What makes the first one: 'Create First User'. */
  children: string;
};

/** The next steps of a list that is empty, or empty for its filters: all of it, and the first of what it holds. */
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
