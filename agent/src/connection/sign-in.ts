import { ApiError, type Call } from '@pigeonpost/contract/client';
import type { Credentials } from '../drivers/driver.ts';

/** The `signIn` of a driver: fetches the profile's stored sign-in; undefined if there is none. */
export function createSignIn({
  call,
  profile_id,
  signal,
}: {
  call: Call;
  profile_id: number;
  signal: AbortSignal;
}): () => Promise<Credentials | undefined> {
  return async () => {
    try {
      const { insta_username, insta_password } = await call('GET /api/agent/profiles/{id}/sign-in', {
        params: { id: profile_id },
        signal,
      });
      return insta_username ? { insta_username, insta_password: insta_password ?? '' } : undefined;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
  };
}
