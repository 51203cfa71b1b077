import { ApiError, type Call } from '@pigeonpost/contract/client';
import type { Clock } from '../clock.ts';
import type { Credentials } from '../drivers/driver.ts';
import { retry } from './retry.ts';

interface SignInOptions {
  call: Call;
  clock: Clock;
  profile_id: number;
  signal: AbortSignal;
}

/**
 * The `signIn` of a driver: fetches the profile's stored sign-in; undefined if there is none. Repeated until `signal`
 * aborts, because a server that restarts at this moment must not cost a message.
 */
export function createSignIn(options: SignInOptions): () => Promise<Credentials | undefined> {
  const { call, clock, profile_id, signal } = options;
  const ask = () => call('GET /api/agent/profiles/{id}/sign-in', { params: { id: profile_id }, signal });
  return async () => {
    try {
      const { insta_username, insta_password } = await retry(ask, { clock, signal });
      return insta_username ? { insta_username, insta_password: insta_password ?? '' } : undefined;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
  };
}
