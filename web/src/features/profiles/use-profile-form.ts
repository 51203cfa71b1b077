import type { Profile } from '@pigeonpost/contract/calls/profiles';
import { ApiError } from '@pigeonpost/contract/client';
import { isDefaultProfile } from '@pigeonpost/contract/profiles';
import { useState } from 'react';
import { toast } from '../../ui/toast.ts';
import { type ProfileDraft, saveProfile } from './api.ts';

type Values = Omit<ProfileDraft, 'id'>;
type TextField = Exclude<keyof Values, 'agent_id'>;
type Faults = Partial<Record<TextField, string>>;

/** The values of the profile dialog, their faults, and how they are saved. */
export function useProfileForm(profile: Profile | undefined) {
  const [values, setValues] = useState<Values>({
    profile_name: profile?.profile_name ?? '',
    profile_path: profile?.profile_path ?? '',
    insta_username: profile?.insta_username ?? '',
    insta_password: '',
    agent_id: profile?.agent_id ?? null,
  });
  const [faults, setFaults] = useState<Faults>({});
  const set = (part: Partial<Values>) => {
    setValues((current) => ({ ...current, ...part }));
    // A fault goes with the first change of its field.
    setFaults((current) => ({
      ...current,
      ...Object.fromEntries(Object.keys(part).map((key) => [key, undefined])),
    }));
  };
  const field = (name: TextField) => ({
    value: values[name],
    error: faults[name],
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  });
  const save = async () => {
    const found = faultsOf(values);
    setFaults(found);
    if (Object.keys(found).length > 0) return false;
    try {
      await saveProfile({ ...values, ...(profile ? { id: profile.id } : {}) });
    } catch (error) {
      if (error instanceof ApiError && error.body.fields) setFaults(error.body.fields as Faults);
      throw error;
    }
    toast.success(profile ? 'Profile saved.' : 'Profile added.');
    return true;
  };
  return { values, set, field, save };
}

function faultsOf({ profile_path, profile_name }: Values): Faults {
  return {
    ...fault('profile_path', profile_path, 'Profile path is required'),
    ...fault('profile_name', profile_name, 'Profile name is required'),
  };
}

function fault(name: TextField, text: string, missing: string): Faults {
  if (!text.trim()) return { [name]: missing };
  return isDefaultProfile(text) ? { [name]: "Firefox's own default profiles cannot be used" } : {};
}
