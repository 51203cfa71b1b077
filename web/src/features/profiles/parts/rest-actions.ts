import type { ProfileRequest } from '@pigeonpost/contract/calls/profiles';
import { ApiError } from '@pigeonpost/contract/client';
import { PROFILE_ALREADY_PROCESSING } from '@pigeonpost/contract/errors';
import { useRef } from 'react';
import { useSiteWords } from '../../../account/site-words.ts';
import type { StartAgain } from '../../../campaign-state/campaigns-at-work.ts';
import { formatNoun } from '../../../format/format-number.ts';
import { logError } from '../../../log.ts';
import { confirm } from '../../../ui/feedback/confirm.ts';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { type NamedProfile, useOpenProfile, useResumeProfiles } from '../api.ts';
import { ASKING, formatRequest } from './under-way.ts';

/** A profile that may rest: every answer with one fits. */
type Resting = NamedProfile & { signed_out_at: string | null; blocked_at: string | null };

const BLOCKED = 'Check it in Firefox first. After Resume it sends again.';
const SIGNED_OUT = 'Its session has ended. Sign in with it in Firefox first. After Resume it sends again.';
const HALF = ' For 7 days it sends at half.';
/** Said before blocked profiles are resumed (docs/behaviour.md#caps). */
export const SEVERAL_HALF = ' For 7 days those that were blocked send at half.';
const SEVERAL = 'Look at each in Firefox first, and sign in where needed. After Resume they send again.';

/** Asks, lets a blocked or signed-out profile send again, and starts the campaign that waits for it if wanted. */
export function useResume(profile: Resting, startAgain?: StartAgain) {
  return useResumeAll([profile], startAgain);
}

/** The same for several. */
export function useResumeAll(profiles: Resting[], startAgain?: StartAgain) {
  const { limits } = useSiteWords();
  const { mutateAsync } = useResumeProfiles(
    (_answer, resumed) => `${namesOf(resumed)} ${resumed.length > 1 ? 'send' : 'sends'} again.`,
  );
  return async () => {
    if (profiles.length === 0) return;
    const agreed = await confirm({
      title: `Resume ${namesOf(profiles)}?`,
      body: wordsFor(profiles, limits),
      confirmLabel: 'Resume',
      harmless: true,
      ...(startAgain && { otherLabel: `Resume and start ${startAgain.name} again` }),
    });
    if (!agreed) return;
    const isDone = await mutateAsync(profiles).then(
      () => true,
      () => false,
    );
    if (isDone && agreed === 'other') await startAgain?.start();
  };
}

/** `limits` says who limited a blocked one. */
function wordsFor(profiles: Resting[], limits: string): string {
  const [first, another] = profiles;
  const isBlocked = profiles.some(({ blocked_at }) => blocked_at);
  if (another) return `${SEVERAL}${isBlocked ? SEVERAL_HALF : ''}`;
  return `${first?.signed_out_at ? SIGNED_OUT : `${limits} ${BLOCKED}`}${isBlocked ? HALF : ''}`;
}

function namesOf(profiles: NamedProfile[]): string {
  const [first] = profiles;
  return profiles.length === 1 && first ? first.profile_name : formatNoun(profiles.length, 'profile');
}

/** Tries profiles again at once with which Firefox could not start. */
export function useTryAgain(profiles: NamedProfile[]) {
  const { mutate, isPending } = useResumeProfiles(
    (_answer, tried) => `${namesOf(tried)} ${tried.length > 1 ? 'are' : 'is'} tried again.`,
  );
  return { tryAgain: () => mutate(profiles), isPending };
}

/**
 * Asks the agent to open a profile, and shows the request; shows the server's reason, as a warning if the profile is
 * being opened already.
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
  // From the press on, because the server may take its time to answer.
  const underWay = request ? formatRequest(request) : isPending ? ASKING : undefined;
  return { open, underWay };
}

// The number that opens without a question, at about half a gigabyte each.
const OPENED_UNASKED = 5;

/** Asks the agent to open all of these that are not being opened already; `open` is true once it was asked. */
export function useOpenWindows(paths: string[], requests: ReadonlyMap<string, ProfileRequest>) {
  const { mutateAsync, isPending } = useOpenProfile();
  const closed = paths.filter((path) => !requests.has(path));
  const open = async () => {
    if (isPending) return false;
    if (closed.length > OPENED_UNASKED) {
      const windows = formatNoun(closed.length, 'window');
      const body = 'Each takes about half a gigabyte of memory.';
      const question = { title: `Open ${windows}?`, body, confirmLabel: `Open ${windows}`, harmless: true };
      if (!(await confirm(question))) return false;
    }
    const refused = await Promise.all(
      closed.map((path) => mutateAsync(path).then(() => undefined, reasonOf)),
    );
    const reasons = [...new Set(refused.filter((reason) => reason !== undefined))];
    for (const reason of reasons) toast.warning(reason);
    return reasons.length === 0;
  };
  const [request] = paths.flatMap((path) => requests.get(path) ?? []);
  const underWay = closed.length === 0 && request ? formatRequest(request) : isPending ? ASKING : undefined;
  return { open, underWay };
}
