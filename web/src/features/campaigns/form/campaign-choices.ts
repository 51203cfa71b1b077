import type { List } from '@pigeonpost/contract/calls/lists';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { settingsQuery } from '../../../account/settings.ts';
import { firstNameQuery, listPickerQuery, listQuery } from '../../lists/api.ts';
import { availabilityQuery, profilePickerQuery } from '../../profiles/api.ts';
import { templatePickerQuery } from '../../templates/api.ts';
import { profileChoice } from './profile-choice.ts';
import { type Choices, type OwnParts, resolveChoices } from './resolve-choices.ts';

/** What can be chosen, and what is chosen beforehand: the selected template, and a part that is the only one of its kind. */
export function useChoices(own: OwnParts | undefined) {
  const templatePicker = useQuery(templatePickerQuery());
  const listPicker = useQuery(listPickerQuery());
  const profilePicker = useQuery(profilePickerQuery());
  const { list: askedId = 0 } = useSearch({ strict: false });
  const asked = useQuery({ ...listQuery(askedId), enabled: askedId > 0 }).data;
  const all = [templatePicker, listPicker, profilePicker];
  const templates = templatePicker.data?.templates;
  const free = profilePicker.data?.profiles.filter((profile) => profileChoice(profile).isFree) ?? [];
  const known = {
    templates: { things: templates, total: templatePicker.data?.pagination.totalItems },
    lists: { things: listPicker.data?.lists, total: listPicker.data?.pagination.totalItems },
    profiles: {
      things: profilePicker.data?.profiles,
      total: profilePicker.data?.pagination.totalItems,
    },
  };
  const preset = {
    template: templates?.find(({ is_selected }) => is_selected) ?? onlyOne(templates),
    list: asked ?? onlyOne(listPicker.data?.lists),
    profile_ids: free.length === 1 ? free.map(({ id }) => id) : [],
  };
  return {
    resolve: (chosen: Choices) => resolveChoices(chosen, { preset, known, own }),
    isKnown: all.every(({ data }) => data),
    hasFailed: all.some(({ isError }) => isError),
  };
}

function onlyOne<T>(things: T[] | undefined): T | undefined {
  return things?.length === 1 ? things[0] : undefined;
}

/**
 * Whether the first answers are there, or failed, by which the choices (`isPlaced`) and the preview (`isRead`) of a form
 * grow: what stands below them is not shown before, and so never moves.
 */
export function usePlaces(list: List | undefined, own: OwnParts | undefined) {
  const settings = useQuery(settingsQuery);
  const profiles = useQuery(profilePickerQuery());
  const availability = useQuery({ ...availabilityQuery(), enabled: own?.is_follow_up !== true });
  const templates = useQuery(templatePickerQuery());
  const lists = useQuery(listPickerQuery());
  const name = useQuery({ ...firstNameQuery(list?.id ?? 0), enabled: list !== undefined });
  const isThere = (...answers: { isLoading: boolean }[]) => answers.every(({ isLoading }) => !isLoading);
  // Another list that is chosen hides nothing again.
  const [isRead, setRead] = useState(false);
  const isReadNow = isRead || isThere(templates, lists, name);
  if (isReadNow !== isRead) setRead(isReadNow);
  return { isPlaced: isThere(settings, profiles, availability), isRead: isReadNow };
}
