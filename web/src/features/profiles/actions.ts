import type { Profile } from '@pigeonpost/contract/calls/profiles';
import { ApiError } from '@pigeonpost/contract/client';
import { PROFILE_ALREADY_PROCESSING } from '@pigeonpost/contract/errors';
import { call } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { logError } from '../../log.ts';
import { confirm } from '../../ui/confirm.ts';
import { errorText } from '../../ui/error-text.ts';
import { formatNoun } from '../../ui/format-number.ts';
import { toast } from '../../ui/toast.ts';
import { deleteProfile, resumeProfile, toggleProfile } from './api.ts';
import { openAllWords } from './open-all-words.ts';
import { windowRequestsQuery } from './window-requests.ts';

/** Switches a profile on or off. */
export async function toggle({ id }: Profile): Promise<void> {
  try {
    await toggleProfile(id);
  } catch (error) {
    toast.error(errorText(error, 'Failed to update profile status'));
  }
}

/** Lets a blocked profile send again, after saying what the block was. */
export async function resume({ id, profile_name }: Profile): Promise<void> {
  const agreed = await confirm({
    title: `Resume ${profile_name}?`,
    body: 'Instagram limited or challenged this profile. Open it in Firefox and look first: once resumed, it sends in its campaigns again.',
    confirmLabel: 'Resume',
    harmless: true,
  });
  if (!agreed) return;
  try {
    await resumeProfile(id);
    toast.success(`${profile_name} sends again.`);
  } catch (error) {
    toast.error(errorText(error, 'Failed to update profile status'));
  }
}

/** Asks the agent to open a profile; the server's words, a warning when it is under way already (spec 1, section 8). */
export async function open({ profile_path }: Profile): Promise<void> {
  try {
    await call('POST /api/profiles/open', { body: { profile_path } });
  } catch (error) {
    logError('Opening the profile failed', error);
    const isUnderWay = error instanceof ApiError && error.code === PROFILE_ALREADY_PROCESSING;
    toast[isUnderWay ? 'warning' : 'error'](
      errorText(error, 'Failed to open profile. Please check the console for details.'),
    );
  }
  await refetchRequests();
}

/** Asks the agent to open every active profile, and says which were passed over. */
export async function openAll(): Promise<void> {
  try {
    const answer = await call('POST /api/profiles/open-all');
    toast[answer.opened > 0 ? 'success' : 'warning'](openAllWords(answer));
    for (const warning of answer.warnings) toast.warning(warning);
  } catch (error) {
    toast.error(errorText(error, 'Failed to send profile opening request'));
  }
  await refetchRequests();
}

/** Asks the agent to close every profile that it opened. */
export async function closeAll(): Promise<void> {
  try {
    const { closed } = await call('POST /api/profiles/close-all');
    toast.success(closed > 0 ? `Closing ${formatNoun(closed, 'profile')}.` : 'No profile is open.');
  } catch (error) {
    toast.error(errorText(error, 'Failed to send profile closing request'));
  }
  await refetchRequests();
}

/** Asks, deletes a profile, and says how it went; one that a campaign needs is refused with its name. */
export async function remove({ id, profile_name }: Profile): Promise<void> {
  const agreed = await confirm({
    title: `Delete ${profile_name}?`,
    body: 'Pigeonpost forgets the profile and its password. What it sent stays in the numbers, and its folder stays on your computer.',
    confirmLabel: 'Delete profile',
  });
  if (!agreed) return;
  try {
    await deleteProfile(id);
    toast.success('Profile deleted.');
  } catch (error) {
    const isInUse = error instanceof ApiError && error.status === 409;
    toast[isInUse ? 'conflict' : 'error'](errorText(error, 'Failed to delete profile'));
  }
}

function refetchRequests(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: windowRequestsQuery.queryKey });
}
