import { ApiError, type Call } from '@pigeonpost/contract/client';
import type { Credentials } from './drivers/driver.ts';

/** What a driver asks with when a site shows its sign-in page: undefined when the owner stored nothing. */
export function signInOf({
  call,
  profileId,
  signal,
}: {
  call: Call;
  profileId: number;
  signal: AbortSignal;
}): () => Promise<Credentials | undefined> {
  return async () => {
    try {
      const { insta_username, insta_password } = await call('GET /api/agent/profiles/{id}/sign-in', {
        params: { id: profileId },
        signal,
      });
      return insta_username ? { insta_username, insta_password: insta_password ?? '' } : undefined;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
  };
}
