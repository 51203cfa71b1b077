import { useEffect, useRef, useState } from 'react';
import type { FetchState } from './error-state.tsx';
import { toast } from './toast.ts';

type Fetch = FetchState & { dataUpdatedAt: number };

/**
 * The state of a fetch whose failure is also shown by a toast (docs/behaviour.md#errors): once until it succeeds again.
 * Without rows it stays in their place, however often it is retried.
 */
export function useFetchFailure(
  { isPending, error, refetch, dataUpdatedAt, isPlaceholderData = false }: Fetch,
  failure: string,
): FetchState {
  const [last, setLast] = useState<{ error: Error; of: number }>();
  // A fetch without any answer yet forgets its error with each new try.
  if (error && (last?.error !== error || last.of !== dataUpdatedAt)) setLast({ error, of: dataUpdatedAt });
  else if (!error && last && dataUpdatedAt > last.of) setLast(undefined);
  const held = error ?? last?.error ?? null;
  const told = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (!error && told.current !== undefined && dataUpdatedAt > told.current) told.current = undefined;
    if (!error || told.current === dataUpdatedAt) return;
    told.current = dataUpdatedAt;
    toast.failure(error, failure);
  }, [error, dataUpdatedAt, failure]);
  return { isPending: isPending && held === null, error: held, refetch, isPlaceholderData };
}
