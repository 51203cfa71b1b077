import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { useFetchFailure } from '../../ui/feedback/fetch-failure.ts';
import css from './setting-line.module.css';

/** An answer that lines of a part need: whether it is there, or why not. */
type Need = { isThere: boolean; failure: string; error: Error | null; refetch: () => unknown };

/** The state of a query that a part needs; `failure` is the title of its error. */
export function useNeed(query: UseQueryResult<unknown>, failure: string): Need {
  const { error, refetch } = useFetchFailure(query, failure);
  return { isThere: query.data !== undefined, failure, error, refetch };
}

type SettingLinesProps = { label: string; needs: readonly Need[]; children: ReactNode };

/** The lines of a part. They come together, so that none moves another; what could not be fetched stands above them. */
export function SettingLines({ label, needs, children }: SettingLinesProps) {
  const failed = needs.find(({ isThere, error }) => !isThere && error);
  const isSettled = needs.every(({ isThere, error }) => isThere || error);
  return (
    <section className={`${css.lines} surface`} aria-label={label} aria-busy={!isSettled}>
      {failed?.error ? (
        <ErrorState title={failed.failure} error={failed.error} onRetry={failed.refetch} />
      ) : null}
      {isSettled ? children : null}
    </section>
  );
}
