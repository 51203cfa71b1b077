import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { availabilityQuery, profilePickerQuery } from '../profiles/api.ts';
import { formatLeftOut } from '../profiles/parts/picking-order.ts';
import { ProfilePicker } from '../profiles/parts/profile-picker.tsx';
import type { NewCampaignForm } from './new-campaign-form.ts';
import { profileChoice } from './profile-choice.ts';

/** The profiles that a new campaign may use. */
export function ProfileChoices({ form: { form, profile_ids } }: { form: NewCampaignForm }) {
  const [search, setSearch] = useState('');
  const { data } = useQuery(profilePickerQuery(search));
  const first = useQuery(profilePickerQuery()).data?.profiles ?? [];
  const all = useQuery(availabilityQuery()).data;
  const found = useQuery(availabilityQuery(search)).data;
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
      free={found?.free}
      leftOut={all && formatLeftOut(all)}
      error={form.errors.profile_ids}
    />
  );
}
