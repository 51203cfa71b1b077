import type { Profile } from '@pigeonpost/contract/calls/profiles';
import type { Answer } from '@pigeonpost/contract/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { changeAtOnce } from '../../api/change-at-once.ts';
import { call } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';

type Page = Answer<'GET /api/profiles'>;

/** What a profile is made from; an empty password leaves the kept one. */
export type ProfileDraft = {
  id?: number;
  profile_name: string;
  profile_path: string;
  insta_username: string;
  insta_password: string;
  agent_id: number | null;
};

const ALL_PAGES = ['profiles', 'list'];

/** One page of the user's profiles, by name. */
export function profilesQuery(place: { search: string; page: number; limit: number }) {
  return queryOptions({
    queryKey: [...ALL_PAGES, place],
    queryFn: ({ signal }) => call('GET /api/profiles', { query: place, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Every profile of the user. */
export const allProfilesQuery = queryOptions({
  queryKey: ['profiles', 'all'],
  queryFn: ({ signal }) => call('GET /api/profiles', { signal }),
});

/** How much of the pack is used, as the sidebar asks for it. */
export const packQuery = queryOptions({
  queryKey: ['profiles', 'pack-info'],
  queryFn: ({ signal }) => call('GET /api/profiles/pack-info', { signal }),
});

/** How many campaigns run, as the sidebar asks for it. */
export const runningCountQuery = queryOptions({
  queryKey: ['campaigns', 'running-count'],
  queryFn: ({ signal }) => call('GET /api/campaigns', { query: { status: 'running', limit: 1 }, signal }),
});

/** Adds a profile, or changes the one of `id`. */
export async function saveProfile({ id, ...body }: ProfileDraft): Promise<void> {
  if (id === undefined) await call('POST /api/profiles', { body });
  else await call('PUT /api/profiles/{id}', { params: { id }, body });
  await refetchProfiles();
}

/** Switches a profile on or off: on the screen at once, taken back when the server refuses. */
export function toggleProfile(id: number): Promise<void> {
  return withPages(
    (profile) => (profile.id === id ? { ...profile, is_active: profile.is_active === 1 ? 0 : 1 } : profile),
    () => call('PUT /api/profiles/{id}/toggle', { params: { id } }),
  );
}

/** Lets a blocked profile send again: shown at once, taken back when the server refuses. */
export function resumeProfile(id: number): Promise<void> {
  return withPages(
    (profile) => (profile.id === id ? { ...profile, blocked_at: null } : profile),
    () => call('PUT /api/profiles/{id}/resume', { params: { id } }),
  );
}

/** Deletes a profile: off the screen at once, back when the server refuses. */
export function deleteProfile(id: number): Promise<void> {
  return withPages(
    (profile) => (profile.id === id ? undefined : profile),
    () => call('DELETE /api/profiles/{id}', { params: { id } }),
  );
}

/** Asks the server again for everything that is shown of profiles. */
export function refetchProfiles(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['profiles'] }, { cancelRefetch: false });
}

function withPages(
  change: (profile: Profile) => Profile | undefined,
  make: () => Promise<unknown>,
): Promise<void> {
  return changeAtOnce<Page>({
    pages: ALL_PAGES,
    change: (page) => ({ ...page, profiles: page.profiles.map(change).filter((one) => one !== undefined) }),
    make,
    refetch: refetchProfiles,
  });
}
