import { type UseFormReturnType, useForm } from '@mantine/form';
import type { Profile } from '@pigeonpost/contract/calls/profiles';
import { isDefaultProfile } from '@pigeonpost/contract/profiles';
import { useState } from 'react';
import { toast } from '../../ui/feedback/toast.ts';
import { changedValues, isChange } from '../../ui/form/changed-values.ts';
import { fieldErrors } from '../../ui/form/field-errors.ts';
import { useKeptForm } from '../../ui/form/use-kept-form.ts';
import { useSavedElsewhere } from '../../ui/form/use-saved-elsewhere.ts';
import { type ProfileDraft, useAddProfile, useOpenProfile, useUpdateProfile } from './api.ts';

/** The form of the profile dialog, and how it is saved. */
export function useProfileForm(profile: Profile | undefined) {
  const [madePath, setMadePath] = useState<string>();
  const adding = useAddProfile();
  const updating = useUpdateProfile();
  const opening = useOpenProfile();
  const saved: ProfileDraft = {
    profile_name: profile?.profile_name ?? '',
    profile_path: profile?.profile_path ?? '',
    insta_username: profile?.insta_username ?? '',
    insta_password: '',
    remove_password: false,
    agent_id: profile?.agent_id ?? null,
  };
  const form = useForm<ProfileDraft>({
    initialValues: saved,
    validate: {
      profile_path: (path) => pathError(path, 'Profile path is required'),
      profile_name: (name) => pathError(name, 'Profile name is required'),
    },
  });
  const save = async () => {
    if (form.validate().hasErrors) return false;
    try {
      const change = changeOf(form);
      if (!profile) await add();
      else if (isChange(change)) await updating.mutateAsync({ id: profile.id, change });
    } catch (error) {
      form.setErrors(fieldErrors(error));
      throw error;
    }
    toast.success(profile ? 'Profile saved.' : 'Profile added.');
    return true;
  };
  const add = async () => {
    const draft = form.getValues();
    const is_new = draft.profile_path === madePath;
    await adding.mutateAsync({ ...draft, is_new });
    // Its owner signs in there before it can send.
    if (is_new) await opening.mutateAsync(draft.profile_path);
  };
  const isRestored = useKeptForm(`profile ${profile?.id ?? 'new'}`, form, { except: ['insta_password'] });
  useSavedElsewhere(form, saved);
  return { form, save, isRestored, setMadePath };
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
