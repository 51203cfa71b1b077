import type { List } from '@pigeonpost/contract/calls/lists';
import type { Template } from '@pigeonpost/contract/calls/templates';
import { useQuery } from '@tanstack/react-query';
import { profilePickerQuery } from '../profiles/api.ts';
import { planQuery } from './api.ts';
import { profileChoice } from './profile-choice.ts';

type Parts = { template: Template | undefined; list: List | undefined; profile_ids: number[] };

/** The plan of what is chosen; it knows all free profiles, so that choosing among them asks for nothing. */
export function useNewPlan({ template, list, profile_ids }: Parts) {
  const known = useQuery(profilePickerQuery()).data?.profiles ?? [];
  const free = known.filter((profile) => profileChoice(profile).isFree).map(({ id }) => id);
  const profiles_used = [...new Set([...free, ...profile_ids])].sort((one, other) => one - other);
  const wanted = { list_id: list?.id ?? 0, message_template_id: template?.id ?? 0, profiles_used };
  return useQuery({ ...planQuery(wanted), enabled: template !== undefined && list !== undefined });
}
