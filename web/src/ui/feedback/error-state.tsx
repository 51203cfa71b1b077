import { Button } from '@mantine/core';
import css from './empty-state.module.css';
import { failureOf } from './failure.ts';

/** The state of a query: TanStack Query's result fits. */
export type FetchState = {
  isPending: boolean;
  error: Error | null;
  refetch: () => unknown;
  /** The shown rows are of the previous filter or page, until the answer comes. */
  isPlaceholderData?: boolean;
};

type ErrorStateProps = {
  title: string;
  /** Left out if the title has the reason already. */
  error?: Error;
  onRetry: () => unknown;
};

/** In place of the rows: a title, the server's sentence, Retry. */
export function ErrorState({ title, error, onRetry }: ErrorStateProps) {
  const { text, reason } = failureOf(error, title);
  const sentence = reason ?? text;
  return (
    <div className={css.state} role="alert">
      <h2 className={css.title}>{title}</h2>
      {sentence === title ? null : <p className={css.sentence}>{sentence}</p>}
      <Button variant="default" className={css.action} onClick={() => onRetry()}>
        Retry
      </Button>
    </div>
  );
}
