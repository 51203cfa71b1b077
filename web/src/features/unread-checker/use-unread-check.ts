import type { UnreadRequest } from '@pigeonpost/contract/calls/unread-checker';
import { ApiError } from '@pigeonpost/contract/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { logError } from '../../log.ts';
import type { FetchState } from '../../ui/feedback/error-state.tsx';
import { useFetchFailure } from '../../ui/feedback/fetch-failure.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { checkQuery, useStartCheck } from '../profiles/parts/unread-check.ts';
import { latestCheckQuery, useClearChecks } from './api.ts';
import { countTry, isTooMany, type Tries } from './count-tries.ts';
import { type EndedCheck, keepEndedCheck, readEndedCheck } from './saved-check.ts';

const POLL_MS = 5000;
const FAILED = 'Unread check failed';

/** The state of the user's unread check. */
export type UnreadCheck = {
  /** The one under way. */
  running: UnreadRequest | undefined;
  /** The results of the last one that ended. */
  ended: EndedCheck | undefined;
  /** Why the last one gave no results. */
  failure: string | undefined;
  /** Whether a check is requested or running. */
  isChecking: boolean;
  start: (profileIds: number[]) => void;
  clear: () => Promise<void>;
  lookUp: FetchState;
};

/** Follows the user's unread check, also one that was started before the screen was opened. */
export function useUnreadCheck(user_id: number): UnreadCheck {
  const latest = useQuery(latestCheckQuery);
  const lookUp = useFetchFailure(latest, 'Failed to check unread messages');
  const [id, setId] = useState<number>();
  const [ended, setEnded] = useState(() => readEndedCheck(user_id));
  const [failure, setFailure] = useState<string>();
  const polled = useQuery({ ...checkQuery(id ?? 0), enabled: id !== undefined, refetchInterval: POLL_MS });
  const starting = useStartCheck({
    done: 'Unread check request submitted! Processing...',
    failure: 'Failed to create unread check request',
  });
  const clearing = useClearChecks();
  const tries = useRef<Tries | undefined>(undefined);

  /** Takes over the results of an ended check. */
  const takeOver = (request: UnreadRequest) => {
    const { status, results, completed_at, error_message } = request;
    setFailure(status === 'failed' ? (error_message ?? FAILED) : undefined);
    if (!results || (status === 'failed' && results.profiles_checked === 0)) return;
    const check = { results, checked_at: completed_at ?? request.created_at };
    setEnded(check);
    keepEndedCheck(user_id, check);
  };

  const { data: newest } = latest;
  const onNewest = useEffectEvent((request: UnreadRequest) => {
    if (isUnderWay(request)) setId(request.id);
    else takeOver(request);
  });
  // Before the paint, so that the page does not change after it.
  useLayoutEffect(() => {
    if (newest) onNewest(newest);
  }, [newest]);

  const { data, error, dataUpdatedAt, errorUpdatedAt } = polled;
  // It was cleared elsewhere.
  const isGone = error instanceof ApiError && error.status === 404;
  useFetchFailure(isGone ? { ...polled, error: null } : polled, 'Failed to get unread check results');
  const onLook = useEffectEvent((id: number) => {
    if (isGone) return setId(undefined);
    if (data && !isUnderWay(data)) {
      setId(undefined);
      takeOver(data);
      if (data.status === 'completed') toast.success('Unread messages check completed successfully!');
      else toast.error(data.error_message ?? FAILED);
      return;
    }
    tries.current = countTry(tries.current, id, error ? undefined : data);
    if (!isTooMany(tries.current)) return;
    setId(undefined);
    setFailure('Unread check timed out');
    toast.error('Unread check timed out');
  });
  // By its time, because every look counts, also an equal or a failed one.
  const lookedAt = Math.max(dataUpdatedAt, errorUpdatedAt);
  useEffect(() => {
    if (id !== undefined && lookedAt > 0) onLook(id);
  }, [id, lookedAt]);

  const start = (profileIds: number[]) =>
    starting.mutate(profileIds, {
      onSuccess: ({ request_id }) => {
        setFailure(undefined);
        tries.current = undefined;
        setId(request_id);
      },
      onError: (thrown) => {
        // Perhaps another tab has started one.
        if (thrown instanceof ApiError && thrown.status === 409) void latest.refetch();
      },
    });
  const clear = async () => {
    setEnded(undefined);
    setFailure(undefined);
    keepEndedCheck(user_id, undefined);
    await clearing.mutateAsync().catch((thrown: unknown) => logError('The checks were not cleared', thrown));
    toast.success('All requests and results cleared successfully!');
  };
  return {
    running: id === undefined ? undefined : data,
    ended,
    failure,
    isChecking: id !== undefined || starting.isPending,
    start,
    clear,
    lookUp,
  };
}

function isUnderWay({ status }: UnreadRequest): boolean {
  return status === 'pending' || status === 'running';
}
