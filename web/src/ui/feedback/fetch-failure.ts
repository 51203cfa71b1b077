import { useEffect, useRef } from 'react';
import type { FetchState } from './error-state.tsx';
import { errorText } from './error-text.ts';
import { toast } from './toast.ts';

type Fetch = FetchState & { dataUpdatedAt: number };

/**
 * The state of a fetch that is made again and again. Its failure is told by a toast, once until it succeeds again,
 * and while there is nothing to show it stays in the place of the rows, however often it is tried.
 */
export function useFetchFailure(
  { isPending, error, refetch, dataUpdatedAt }: Fetch,
  failure: string,
): FetchState {
  const last = useRef<{ error: Error; of: number } | undefined>(undefined);
  // A fetch without any answer yet forgets its error with each new try.
  if (error) last.current = { error, of: dataUpdatedAt };
  else if (last.current && dataUpdatedAt > last.current.of) last.current = undefined;
  const held = error ?? last.current?.error ?? null;
  const told = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (!error || told.current === dataUpdatedAt) return;
    told.current = dataUpdatedAt;
    toast.error(errorText(error, failure));
  }, [error, dataUpdatedAt, failure]);
  return { isPending: isPending && held === null, error: held, refetch };
}
