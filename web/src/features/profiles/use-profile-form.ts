import { type UseFormReturnType, useForm } from '@mantine/form';
import type { Profile } from '@pigeonpost/contract/calls/profiles';
import { isDefaultProfile } from '@pigeonpost/contract/profiles';
import { toast } from '../../ui/feedback/toast.ts';
import { changedValues, isChange } from '../../ui/form/changed-values.ts';
import { fieldErrors } from '../../ui/form/field-errors.ts';
import { useKeptForm } from '../../ui/form/use-kept-form.ts';
import { type ProfileDraft, useAddProfile, useUpdateProfile } from './api.ts';

/** The form of the profile dialog, and how it is saved. */
export function useProfileForm(profile: Profile | undefined) {
  const adding = useAddProfile();
  const updating = useUpdateProfile();
  const form = useForm<ProfileDraft>({
    initialValues: {
      profile_name: profile?.profile_name ?? '',
      profile_path: profile?.profile_path ?? '',
      insta_username: profile?.insta_username ?? '',
      insta_password: '',
      remove_password: false,
      agent_id: profile?.agent_id ?? null,
    },
    validate: {
      profile_path: (path) => pathError(path, 'Profile path is required'),
      profile_name: (name) => pathError(name, 'Profile name is required'),
    },
  });
  const save = async () => {
    if (form.validate().hasErrors) return false;
    try {
      const change = changeOf(form);
      if (!profile) await adding.mutateAsync(form.getValues());
      else if (isChange(change)) await updating.mutateAsync({ id: profile.id, change });
    } catch (error) {
      form.setErrors(fieldErrors(error));
      throw error;
    }
    toast.success(profile ? 'Profile saved.' : 'Profile added.');
    return true;
  };
  const isRestored = useKeptForm(`profile ${profile?.id ?? 'new'}`, form, { except: ['insta_password'] });
  return { form, save, isRestored };
}

/** The fields that were changed; a new folder takes along the machine that is shown with it. */
function changeOf(form: UseFormReturnType<ProfileDraft>): Partial<ProfileDraft> {
  const change = changedValues(form);
  if (change.profile_path !== undefined) change.agent_id = form.getValues().agent_id;
  return change;
}

function pathError(text: string, missing: string): string | null {
  if (!text.trim()) return missing;
  return isDefaultProfile(text) ? "Firefox's own default profiles cannot be used" : null;
}
