import { Button } from '@mantine/core';
import { useState } from 'react';
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

/** The value or, while there is none, the last one: what failed to reload stays on screen. */
export function useLastGood<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
