import type { ProfileRequest } from '@pigeonpost/contract/calls/profiles';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { profileKeys } from '../../../query-keys.ts';
import { isUnderWay } from './under-way.ts';

const POLL_MS = 1000;
const MAKE_FAILED = 'Failed to make the profile';

/** Has the Firefox of a machine (null: any) make a profile, and returns its folder once it exists. */
export function useMakeFirefoxProfile() {
  return useMutation({ mutationFn: makeFirefoxProfile, meta: { failure: MAKE_FAILED } });
}

type NewProfile = { profile_name: string; insta_username: string; agent_id: number };

/** Makes a Firefox profile, adds it, and opens it for a person to sign in. */
export function useMakeProfile() {
  return useMutation({
    mutationFn: async ({ profile_name, insta_username, agent_id }: NewProfile) => {
      const profile_path = await makeFirefoxProfile({ profile_name, agent_id });
      const body = { profile_name, profile_path, insta_username, agent_id, is_new: true };
      await call('POST /api/profiles', { body });
      await call('POST /api/profiles/open', { body: { profile_path } });
    },
    meta: { failure: MAKE_FAILED, refetch: [profileKeys.all] },
  });
}

async function makeFirefoxProfile({
  profile_name,
  agent_id,
}: {
  profile_name: string;
  agent_id: number | null;
}): Promise<string> {
  const { request_id } = await call('POST /api/firefox-profiles', {
    body: { profile_name, agent_id, is_default: false },
  });
  const request = await waitForEnd(request_id);
  const path = (request.results?.profile as { path?: unknown } | undefined)?.path;
  if (request.status !== 'completed' || typeof path !== 'string') {
    throw new Error(request.error_message ?? 'The agent did not say where the new profile is.');
  }
  return path;
}

/** The agent carries it out; the server ends an unanswered request. */
async function waitForEnd(id: number): Promise<ProfileRequest> {
  for (;;) {
    const { requests } = await call('GET /api/firefox-profiles/requests', {});
    const request = requests.find((one) => one.id === id);
    if (!request) throw new Error('The request to make the profile is gone. Please try again.');
    if (!isUnderWay(request)) return request;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
