import type { Profile } from '@pigeonpost/contract/calls/profiles';
import { formatNoun } from '../../format/format-number.ts';
import { confirm } from '../../ui/feedback/confirm.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { useCloseAllProfiles, useDeleteProfile, useToggleProfile } from './api.ts';

/** Switches a profile on or off. */
export function useToggle({ id }: Profile): () => Promise<void> {
  const { mutateAsync } = useToggleProfile();
  return async () => {
    try {
      await mutateAsync(id);
    } catch (error) {
      toast.failure(error, 'Failed to update profile status');
    }
  };
}

/** Asks, deletes a profile, and says how it went; one that a campaign needs is refused with its name. */
export function useRemoveProfile({ id, profile_name }: Profile): () => Promise<void> {
  const { mutateAsync } = useDeleteProfile();
  return async () => {
    const agreed = await confirm({
      title: `Delete ${profile_name}?`,
      body: 'Pigeonpost forgets the profile and its password. What it sent stays in the numbers, and its folder stays on your computer.',
      confirmLabel: 'Delete profile',
    });
    if (!agreed) return;
    try {
      await mutateAsync(id);
      toast.success('Profile deleted.');
    } catch (error) {
      toast.failure(error, 'Failed to delete profile');
    }
  };
}

/** Closes every window that is open or being opened. */
export function useCloseAll(): () => Promise<void> {
  const closing = useCloseAllProfiles();
  return async () => {
    try {
      const { closed } = await closing.mutateAsync();
      toast.success(closed > 0 ? `Closing ${formatNoun(closed, 'profile')}.` : 'No profile is open.');
    } catch (error) {
      toast.failure(error, 'Failed to send profile closing request');
    }
  };
}
