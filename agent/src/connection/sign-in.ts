import { ApiError, type Call } from '@pigeonpost/contract/client';
import type { Page } from 'puppeteer-core';
import type { Clock } from '../clock.ts';
import type { Credentials, SiteDriver } from '../drivers/driver.ts';
import { requireEncrypted, requirePlace, signInOrigins } from '../drivers/secret-place.ts';
import { retry } from './retry.ts';

interface SignInOptions {
  call: Call;
  clock: Clock;
  profile_id: number;
  /** Who asks, and the tab in which it will be typed. */
  driver: SiteDriver;
  page: Page;
  signal: AbortSignal;
}

/**
 * The `signIn` of a driver: fetches the profile's stored sign-in for the servers of the driver; undefined if there is
 * none. Repeated until `signal` aborts, because a server that restarts at this moment must not cost a message. Throws
 * SignInRefused if the tab shows a page that may not get it (docs/site-drivers.md#signing-in).
 */
export function createSignIn(options: SignInOptions): () => Promise<Credentials | undefined> {
  const { call, clock, profile_id, driver, page, signal } = options;
  const origins = signInOrigins(driver);
  const query = origins === undefined || origins.length === 0 ? {} : { origins: origins.join(' ') };
  const ask = () =>
    call('GET /api/agent/profiles/{id}/sign-in', { params: { id: profile_id }, query, signal });
  return async () => {
    try {
      const { insta_username, insta_password } = await retry(ask, { clock, signal });
      if (!insta_username) return undefined;
      if (!insta_password || origins?.length === 0) return { insta_username, insta_password: '' };
      requireEncrypted(page.url());
      // A driver of a user's own that says nothing may sign in wherever its site does.
      if (driver.origins) requirePlace(page.url(), driver.origins);
      return { insta_username, insta_password };
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
  };
}
