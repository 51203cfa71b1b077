import type { ProfileRequest } from '@pigeonpost/contract/calls/profiles';
import { ApiError } from '@pigeonpost/contract/client';
import { PROFILE_ALREADY_PROCESSING } from '@pigeonpost/contract/errors';
import { useRef } from 'react';
import { formatNoun } from '../../../format/format-number.ts';
import { logError } from '../../../log.ts';
import { confirm } from '../../../ui/feedback/confirm.ts';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { useOpenProfile, useResumeProfile } from '../api.ts';
import { ASKING, formatRequest } from './under-way.ts';

/** A profile that rests, or could: every answer that holds one fits. */
type Resting = { id: number; profile_name: string; signed_out_at: string | null };

/** A campaign that was paused because none of its profiles could send. */
export type StartAgain = { name: string; start: () => Promise<unknown> };

const BLOCKED =
  'Its account was limited or challenged. Open it in Firefox and look first: once resumed, it sends in its campaigns again.';
const SIGNED_OUT =
  'Its session has ended. Open it in Firefox and sign in first: once resumed, it sends in its campaigns again.';

/** Asks, lets a blocked or signed-out profile send again, and starts the campaign that waits for it when wanted. */
export function useResume({ id, profile_name, signed_out_at }: Resting, startAgain?: StartAgain) {
  const { mutateAsync } = useResumeProfile();
  return async () => {
    const agreed = await confirm({
      title: `Resume ${profile_name}?`,
      body: signed_out_at ? SIGNED_OUT : BLOCKED,
      confirmLabel: 'Resume',
      harmless: true,
      ...(startAgain && { otherLabel: `Resume and start ${startAgain.name} again` }),
    });
    if (!agreed) return;
    try {
      await mutateAsync(id);
      toast.success(`${profile_name} sends again.`);
    } catch (error) {
      toast.failure(error, 'Failed to update profile status');
      return;
    }
    if (agreed === 'other') await startAgain?.start();
  };
}

/** Has a profile tried again at once with which Firefox could not start; the others of a campaign with it. */
export function useTryAgain(profiles: { id: number; profile_name: string }[]) {
  const { mutateAsync, isPending } = useResumeProfile();
  const tryAgain = async () => {
    try {
      await Promise.all(profiles.map(({ id }) => mutateAsync(id)));
      const [first] = profiles;
      toast.success(
        profiles.length === 1 && first
          ? `${first.profile_name} is tried again.`
          : `${formatNoun(profiles.length, 'profile')} are tried again.`,
      );
    } catch (error) {
      toast.failure(error, 'Failed to update profile status');
    }
  };
  return { tryAgain, isPending };
}

/**
 * Asks the agent to open a profile, and says what is under way; shows the server's reason, as a warning when the profile
 * is being opened already.
 */
export function useOpenWindow(profile_path: string, request: ProfileRequest | undefined) {
  const { mutateAsync, isPending } = useOpenProfile();
  const isAsking = useRef(false);
  const open = async () => {
    if (isAsking.current) return;
    isAsking.current = true;
    try {
      await mutateAsync(profile_path);
    } catch (error) {
      logError('Opening the profile failed', error);
      const isUnderWay = error instanceof ApiError && error.code === PROFILE_ALREADY_PROCESSING;
      if (isUnderWay) toast.warning(reasonOf(error));
      else toast.failure(error, 'Failed to open profile. Please check the console for details.');
    }
    isAsking.current = false;
  };
  // From the press on: the server may take its time to answer.
  const underWay = request ? formatRequest(request) : isPending ? ASKING : undefined;
  return { open, underWay };
}
