import { REQUEST_TIMED_OUT } from '@pigeonpost/contract/agent';
import type { ProfileRequest } from '@pigeonpost/contract/calls/profiles';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { now } from '../../clock.ts';
import { useFetchFailure } from '../../ui/feedback/fetch-failure.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { firefoxRequestsQuery, useAskForList } from './api.ts';
import { type Following, follow, isUnseen, isWaiting, withRequest } from './follow-requests.ts';

const POLL_MS = 3000;
/** Shown if the list cannot be had, whatever the reason. */
export const LIST_FAILED = 'Failed to fetch Firefox profiles';

/** The requests to a machine: those under way, and the last list. */
export type FirefoxRequests = {
  /** Undefined until there is one. */
  list: ProfileRequest | undefined;
  /** Why there is none. */
  error: Error | null;
  inFlight: ProfileRequest[];
  /** Whether a request is being made that is not among those under way yet. */
  isAsking: boolean;
  /** Follows a request made on this screen. */
  track: (id: number) => Promise<unknown>;
  refresh: () => void;
};

/**
 * Asks a machine for its Firefox profiles on arrival and after each change, follows every request to it, and reports
 * the results.
 */
export function useFirefoxRequests(agent_id: number | undefined, isConnected: boolean): FirefoxRequests {
  const [following, setFollowing] = useState<Following>(new Map());
  const [inFlight, setInFlight] = useState<ProfileRequest[]>([]);
  const [isAsking, setAsking] = useState(false);
  const [listError, setListError] = useState<Error | null>(null);
  const requests = useQuery({
    ...firefoxRequestsQuery,
    // Also after a failed look, because a result may have come since.
    refetchInterval: isWaiting(following) ? POLL_MS : false,
  });
  const { data, dataUpdatedAt, errorUpdatedAt, refetch } = requests;
  const { error } = useFetchFailure(requests, LIST_FAILED);
  const { mutateAsync: ask } = useAskForList();
  const track = useCallback(
    (id: number) => {
      setFollowing((before) => withRequest(before, id, now()));
      return refetch();
    },
    [refetch],
  );
  const askForList = async () => {
    if (agent_id === undefined || !isConnected) return;
    setAsking(true);
    try {
      await track((await ask(agent_id)).request_id);
      setListError(null);
    } catch (error) {
      toast.failure(error, LIST_FAILED);
      setListError(error as Error);
    } finally {
      setAsking(false);
    }
  };
  const asked = useRef<number | undefined>(undefined);
  const onMachine = useEffectEvent((machine: number | undefined) => {
    // Strict mode runs effects twice, but a machine is asked once.
    if (asked.current === machine) return;
    asked.current = machine;
    setListError(null);
    void askForList();
  });
  useEffect(() => onMachine(isConnected ? agent_id : undefined), [agent_id, isConnected]);

  const onLook = useEffectEvent((requests: ProfileRequest[]) => {
    const step = follow(following, requests, now());
    setFollowing(step.following);
    setInFlight(step.inFlight);
    for (const request of step.givenUp) toast.error(`${failureText(request)}: ${REQUEST_TIMED_OUT}`);
    for (const request of step.ended) sayEnd(request);
    for (const { request_type, status, error_message } of step.ended)
      if (request_type === 'list') setListError(status === 'failed' ? new Error(error_message ?? '') : null);
    if (step.ended.some(({ request_type }) => request_type !== 'list')) void askForList();
  });
  // By its time, because every look counts, also an equal or a failed one.
  const lookedAt = Math.max(dataUpdatedAt, errorUpdatedAt);
  useEffect(() => {
    if (data && lookedAt > 0) onLook(data);
  }, [data, lookedAt]);
  return {
    list: useLastList(agent_id, data),
    error: error ?? listError,
    // Otherwise everything could be pressed between the answer of a look and its effects.
    isAsking: isAsking || isUnseen(following),
    inFlight: useMemo(() => inFlight.filter((one) => isOf(agent_id, one)), [inFlight, agent_id]),
    track,
    refresh: () => void askForList(),
  };
}

/** The last list of a machine, which the server keeps until the next one has come. */
function useLastList(agent_id: number | undefined, requests: ProfileRequest[] | undefined) {
  const [lists, setLists] = useState<ReadonlyMap<number | undefined, ProfileRequest>>(new Map());
  const found = requests?.find(
    (request) => isOf(agent_id, request) && request.request_type === 'list' && request.status === 'completed',
  );
  if (found && lists.get(agent_id) !== found) setLists(new Map(lists).set(agent_id, found));
  return found ?? lists.get(agent_id);
}

function isOf(agent_id: number | undefined, request: ProfileRequest): boolean {
  return request.agent_id === null || request.agent_id === agent_id;
}

function failureText({ request_type }: ProfileRequest): string {
  if (request_type === 'list') return LIST_FAILED;
  if (request_type === 'test') return 'Profile test failed';
  return `Failed to ${request_type} the Firefox profile`;
}

function sayEnd(request: ProfileRequest): void {
  const { request_type, status, results, error_message } = request;
  if (status === 'failed') toast.error(`${failureText(request)}: ${error_message}`);
  else if (request_type === 'test') toast.success(`Profile test completed: ${results?.message ?? ''}`);
  else if (request_type !== 'list') toast.success(`Firefox profile ${request_type}d.`);
}
