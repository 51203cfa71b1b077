import { Button } from '@mantine/core';
import { useState } from 'react';
import css from './dashboard.module.css';

/** A quiet Retry: the numbers on screen stay. */
export function RetryLine({ children, onRetry }: { children: string; onRetry: () => unknown }) {
  return (
    <p className={`${css.retry} dimmed`}>
      {children}
      <Button variant="subtle" size="compact-sm" onClick={() => onRetry()}>
        Retry
      </Button>
    </p>
  );
}

/** The value or, while there is none, the last one: data that failed to reload stays on screen. */
export function useLastGood<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
