import { Button } from '@mantine/core';
import css from './empty-actions.module.css';

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
