import { Button } from '@mantine/core';
import css from './dashboard.module.css';

/** A quiet way to try again: the numbers on screen stay as they are. */
export function RetryLine({ children, onRetry }: { children: string; onRetry: () => unknown }) {
  return (
    <p className={css.retry}>
      {children}
      <Button variant="subtle" size="compact-sm" onClick={() => onRetry()}>
        Retry
      </Button>
    </p>
  );
}
