import type { UnreadRequest } from '@pigeonpost/contract/calls/unread-checker';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { logError } from '../../../log.ts';
import { checkQuery, useStartCheck } from './unread-check.ts';

const POLL_MS = 2000;

/** The state of the check whether a profile is signed in. */
type SignInCheck = {
  isLooking: boolean;
  /** Why the agent could not see it; undefined if it was not asked. */
  error: string | undefined;
};

type Checked = {
  profile_id: number;
  /** Whether a person has its window open. */
  isOpen: boolean;
  /** Whether the agent can count unread messages, which works only for a signed-in account. */
  canCount: boolean;
  onSignedIn: () => void;
};

/**
 * Once the window of a profile is closed, has the agent count its unread messages: a count proves that an account is
 * signed in (docs/behaviour.md#first-campaign).
 */
export function useSignInCheck({ profile_id, isOpen, canCount, onSignedIn }: Checked): SignInCheck {
  const { mutateAsync: start } = useStartCheck();
  const [id, setId] = useState<number>();
  const [error, setError] = useState<string>();
  const [wasOpen, setWasOpen] = useState(isOpen);
  const check = useQuery({ ...checkQuery(id ?? 0), enabled: id !== undefined, refetchInterval: POLL_MS });

  const look = async () => {
    try {
      setId((await start([profile_id])).request_id);
    } catch (thrown) {
      // The owner's confirmation is enough.
      logError('The look whether the profile is signed in failed', thrown);
    }
  };
  const onWindow = useEffectEvent((isOpenNow: boolean) => {
    setWasOpen(isOpenNow);
    setId(undefined);
    setError(undefined);
    if (wasOpen && !isOpenNow && canCount) void look();
  });
  useEffect(() => onWindow(isOpen), [isOpen]);

  const { data } = check;
  const onLook = useEffectEvent((request: UnreadRequest) => {
    if (request.id !== id || request.status === 'pending' || request.status === 'running') return;
    setId(undefined);
    const result = request.results?.results[0];
    if (result && result.error === null) onSignedIn();
    else setError(result?.error ?? request.error_message ?? 'the agent gave no answer');
  });
  useEffect(() => {
    if (data) onLook(data);
  }, [data]);
  return { isLooking: id !== undefined, error };
}
