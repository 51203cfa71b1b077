import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { profilePickerQuery } from '../profiles/api.ts';
import { formatLeftOut } from '../profiles/parts/picking-order.ts';
import { ProfilePicker } from '../profiles/parts/profile-picker.tsx';
import type { NewCampaignForm } from './new-campaign-form.ts';
import { profileChoice } from './profile-choice.ts';

/** The profiles that a new campaign may use. */
export function ProfileChoices({ form: { form, profile_ids } }: { form: NewCampaignForm }) {
  const [search, setSearch] = useState('');
  const { data } = useQuery(profilePickerQuery(search));
  const first = useQuery(profilePickerQuery()).data?.profiles ?? [];
  return (
    <ProfilePicker
      legend="Profiles"
      clearLabel="Clear"
      counted="free profiles"
      profiles={data?.profiles}
      others={first}
      total={data?.pagination.totalItems ?? 0}
      choiceOf={profileChoice}
      chosen={new Set(profile_ids)}
      onChoose={(ids) => form.setFieldValue('profile_ids', ids)}
      search={search}
      onSearch={setSearch}
      leftOut={formatLeftOut(first)}
      error={form.errors.profile_ids}
    />
  );
}
