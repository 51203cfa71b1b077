import type { Profile } from '@pigeonpost/contract/calls/profiles';
import type { Answer } from '@pigeonpost/contract/client';
import type { ProfileBulkAction, ProfileState } from '@pigeonpost/contract/profiles';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { optimisticUpdate } from '../../api/optimistic-update.ts';
import { fetchEveryPage, PICKER_LIMIT } from '../../api/paging.ts';
import { formatNoun } from '../../format/format-number.ts';
import { campaignKeys, needsYouKeys, profileKeys } from '../../query-keys.ts';

type Page = Answer<'GET /api/profiles'>;

/** The input of a profile; an empty password leaves the stored one. */
export type ProfileDraft = {
  profile_name: string;
  profile_path: string;
  insta_username: string;
  insta_password: string;
  remove_password: boolean;
  agent_id: number | null;
  cap_hour?: number | null;
  cap_day?: number | null;
  begin_slowly?: boolean;
  /** Its Firefox profile was just made: no account is signed in there yet. */
  is_new?: boolean;
};

/** How often profiles that could not start are fetched again. */
export const FAULT_POLL_MS = 5000;

/** One page of the user's profiles: those that need their owner first, then by name. */
export function profilesQuery({
  state,
  ...place
}: {
  search: string;
  page: number;
  limit: number;
  state?: ProfileState | undefined;
}) {
  return queryOptions({
    queryKey: [...profileKeys.pages, { ...place, state }],
    queryFn: ({ signal }) =>
      call('GET /api/profiles', {
        query: { ...place, sort_by: 'trouble', ...(state ? { state } : {}) },
        signal,
      }),
    placeholderData: keepPreviousData,
    // Another failed start, or that its machine lists it again, has no event.
    refetchInterval: ({ state: { data } }) =>
      data?.profiles.some(({ faulted_at }) => faulted_at) ? FAULT_POLL_MS : false,
  });
}

/** Every profile of the user. */
export const allProfilesQuery = queryOptions({
  queryKey: [...profileKeys.all, 'all'],
  queryFn: async ({ signal }) => ({
    profiles: await fetchEveryPage(async (query) => {
      const { profiles: rows, pagination } = await call('GET /api/profiles', { query, signal });
      return { rows, pagination };
    }),
  }),
});

/** The first profiles whose name contains `search`, and their number. */
export function profilePickerQuery(search = '') {
  return queryOptions({
    queryKey: [...profileKeys.all, 'picker', search],
    queryFn: ({ signal }) => call('GET /api/profiles', { query: { search, limit: PICKER_LIMIT }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The profiles matching `search` that a new campaign may use, and the reasons for the others. */
export function availabilityQuery(search = '') {
  return queryOptions({
    queryKey: [...profileKeys.all, 'availability', search],
    queryFn: ({ signal }) => call('GET /api/profiles/availability', { query: { search }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The number of profiles that are switched on. */
export const activeProfileCountQuery = queryOptions({
  queryKey: [...profileKeys.all, 'active-count'],
  queryFn: async ({ signal }) => {
    const answer = await call('GET /api/profiles', { query: { is_active: '1', limit: 1 }, signal });
    return answer.pagination.totalItems;
  },
});

const CHANGE_FAILED = 'Failed to update profile status';

/** One after the other: opening must know of a switch that was pressed just before. */
const IN_ORDER = { id: 'profiles' };

/** The used part of the pack. */
export const packQuery = queryOptions({
  queryKey: [...profileKeys.all, 'pack-info'],
  queryFn: ({ signal }) => call('GET /api/profiles/pack-info', { signal }),
});

/** Adds a profile. */
export function useAddProfile() {
  return useMutation({
    mutationFn: ({ remove_password, ...body }: ProfileDraft) => call('POST /api/profiles', { body }),
    meta: { refetch: [profileKeys.all] },
  });
}

/** Changes a profile; left-out fields stay. */
export function useUpdateProfile() {
  return useMutation({
    mutationFn: ({ id, change }: { id: number; change: Partial<ProfileDraft> }) =>
      call('PUT /api/profiles/{id}', { params: { id }, body: change }),
    meta: { refetch: [profileKeys.all] },
  });
}

/** Switches a profile on or off. */
export function useToggleProfile() {
  return useMutation({
    scope: IN_ORDER,
    mutationFn: ({ id }: Profile) => call('PUT /api/profiles/{id}/toggle', { params: { id } }),
    meta: { failure: CHANGE_FAILED },
    ...changeOf(
      ({ id }: Profile) => [id],
      (profile) => ({ ...profile, is_active: profile.is_active === 1 ? 0 : 1 }),
    ),
  });
}

// A fault of a folder that its machine does not list stays.
const faultAfterPress = ({ faulted_at, fault_until }: Profile) => ({
  faulted_at: fault_until ? null : faulted_at,
  fault_until: null,
});

/** A profile in any answer. */
export type NamedProfile = { id: number; profile_name: string };

/** Lets blocked or signed-out profiles send again, and tries faulted ones again. `done` is the text. */
export function useResumeProfiles(done?: (answer: unknown, profiles: NamedProfile[]) => string) {
  return useMutation({
    scope: IN_ORDER,
    mutationFn: async (profiles: NamedProfile[]) => {
      for (const { id } of profiles) await call('PUT /api/profiles/{id}/resume', { params: { id } });
    },
    meta: { done, failure: CHANGE_FAILED },
    ...changeOf(
      (profiles: NamedProfile[]) => profiles.map(({ id }) => id),
      (profile) => ({ ...profile, blocked_at: null, signed_out_at: null, ...faultAfterPress(profile) }),
    ),
  });
}

const CHANGED: Record<ProfileBulkAction, string> = {
  resume: 'resumed',
  switch_on: 'switched on',
  switch_off: 'switched off',
};

type BulkChange = { action: ProfileBulkAction; profile_ids: number[] };

/** Resumes many profiles, or switches them off or on. */
export function useChangeProfiles() {
  return useMutation({
    scope: IN_ORDER,
    mutationFn: (body: BulkChange) => call('POST /api/profiles/bulk', { body }),
    meta: {
      done: ({ changed }: { changed: number }, { action }: BulkChange) =>
        `${formatNoun(changed, 'profile')} ${CHANGED[action]}.`,
      failure: CHANGE_FAILED,
      refetch: [profileKeys.all, campaignKeys.all],
    },
  });
}

/** Lets profiles begin slowly. */
export function useBeginSlowly() {
  return useMutation({
    mutationFn: async (profiles: NamedProfile[]) => {
      for (const { id } of profiles)
        await call('PUT /api/profiles/{id}', { params: { id }, body: { begin_slowly: true } });
    },
    meta: {
      done: (_answer: unknown, profiles: NamedProfile[]) =>
        profiles.length === 1
          ? `${profiles[0]?.profile_name} begins slowly.`
          : `${formatNoun(profiles.length, 'profile')} begin slowly.`,
      failure: CHANGE_FAILED,
      refetch: [profileKeys.all, campaignKeys.all],
    },
  });
}

/** Lets a profile that sends at half after a block send in full again. */
export function useSendInFull() {
  return useMutation({
    mutationFn: (id: number) => call('PUT /api/profiles/{id}/full', { params: { id } }),
    meta: {
      done: ({ profile }: { profile: Profile }) => `${profile.profile_name} sends in full again.`,
      failure: CHANGE_FAILED,
      refetch: [profileKeys.all, campaignKeys.all],
    },
  });
}

/** Deletes a profile. */
export function useDeleteProfile() {
  return useMutation({
    mutationFn: (id: number) => call('DELETE /api/profiles/{id}', { params: { id } }),
    meta: { done: 'Profile deleted.', failure: 'Failed to delete profile' },
    ...changeOf(
      (id: number) => [id],
      () => undefined,
    ),
  });
}

/** Asks the agent to open a profile in a Firefox window. */
export function useOpenProfile() {
  return useMutation({
    scope: IN_ORDER,
    mutationFn: (profile_path: string) => call('POST /api/profiles/open', { body: { profile_path } }),
    meta: { refetch: [profileKeys.windowRequests] },
  });
}

const CLOSE_FAILED = 'Failed to send profile closing request';

/** Asks the agent to close the windows of profiles. */
export function useCloseProfiles() {
  return useMutation({
    mutationFn: (paths: string[]) =>
      Promise.all(paths.map((profile_path) => call('POST /api/profiles/close', { body: { profile_path } }))),
    meta: { failure: CLOSE_FAILED, refetch: [profileKeys.windowRequests] },
  });
}

/** The profiles that opening all would open and skip, once an earlier switch has its answer. */
export function useOpenAllPlan() {
  return useMutation({ scope: IN_ORDER, mutationFn: () => call('GET /api/profiles/open-all') });
}

/** Asks the agent to open some of the active profiles. */
export function openProfiles(profile_ids: number[]) {
  return call('POST /api/profiles/open-all', { body: { profile_ids } });
}

/** Asks the agent to close every profile that it opened. */
export function useCloseAllProfiles() {
  return useMutation({
    mutationFn: () => call('POST /api/profiles/close-all'),
    meta: {
      done: ({ closed }: { closed: number }) =>
        closed > 0 ? `Closing ${formatNoun(closed, 'profile')}.` : 'No profile is open.',
      failure: CLOSE_FAILED,
      refetch: [profileKeys.windowRequests],
    },
  });
}

/** An optimistic change of some profiles; undefined removes one from the screen. */
function changeOf<Variables>(
  idsOf: (variables: Variables) => number[],
  change: (profile: Profile) => Profile | undefined,
) {
  return optimisticUpdate<Page, Variables>({
    pages: profileKeys.pages,
    update: (page, variables) => ({
      ...page,
      profiles: page.profiles
        .map((profile) => (idsOf(variables).includes(profile.id) ? change(profile) : profile))
        .filter((one) => one !== undefined),
    }),
    refetch: [profileKeys.all, campaignKeys.all, needsYouKeys.all],
  });
}
