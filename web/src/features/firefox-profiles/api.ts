import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

/** The requests to the Firefox of the user's machines, newest first, with their results. */
export const firefoxRequestsQuery = queryOptions({
  queryKey: ['firefox-profiles', 'every-request'],
  queryFn: async ({ signal }) => (await call('GET /api/firefox-profiles/requests', { signal })).requests,
  // Data of an earlier visit to the screen is out of date.
  gcTime: 0,
});

/** Asks a machine for its Firefox profiles. */
export function useAskForList() {
  return useMutation({
    mutationFn: (agent_id: number) => call('GET /api/firefox-profiles', { query: { agent_id } }),
  });
}

/** Asks a machine to make a Firefox profile. */
export function useCreateFirefoxProfile() {
  return useMutation({
    mutationFn: (body: { profile_name: string; agent_id: number }) =>
      call('POST /api/firefox-profiles', { body: { ...body, is_default: false } }),
  });
}

type Folder = { profile_path: string; agent_id: number };

/** Follows a request by its id. */
export type Track = (request_id: number) => unknown;

/** Asks a machine to start Firefox with a profile once. */
export function useTestFirefoxProfile(track: Track) {
  return useMutation({
    mutationFn: (body: Folder) => call('POST /api/firefox-profiles/test', { body }),
    meta: {
      done: 'Test request sent. The agent will process it.',
      failure: 'Failed to create Firefox profile test request',
    },
    onSuccess: ({ request_id }) => void track(request_id),
  });
}

/** Asks a machine to delete a Firefox profile. */
export function useDeleteFirefoxProfile(track: Track) {
  return useMutation({
    mutationFn: ({ profile_path, agent_id }: Folder) =>
      call('DELETE /api/firefox-profiles/{profile_path}', { params: { profile_path }, query: { agent_id } }),
    meta: {
      done: 'Deletion request sent. The agent will process it.',
      failure: 'Failed to create Firefox profile deletion request',
    },
    onSuccess: ({ request_id }) => void track(request_id),
  });
}
