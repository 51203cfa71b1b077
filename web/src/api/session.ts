import type { User } from '@pigeonpost/contract/calls/auth';
import { isSubscriptionActive } from '@pigeonpost/contract/subscription';
import { useSyncExternalStore } from 'react';
import { useNow } from '../clock.ts';
import { logError } from '../log.ts';
import { call, forgetToken, onUnauthorized, storedToken, storeToken } from './client.ts';
import { queryClient } from './query-client.ts';

let user: User | undefined;
const listeners = new Set<() => void>();

onUnauthorized(() => become(undefined));

/** Fetches the user of a stored token (docs/behaviour.md#sessions). */
export async function startSession(): Promise<void> {
  if (!storedToken()) return;
  try {
    become((await call('GET /api/auth/profile')).user);
  } catch (error) {
    logError('The session check failed', error);
    forgetToken();
  }
}

/** Signs in: keeps the token, sets the user. Throws what the server answered. */
export async function login(credentials: { username: string; password: string }): Promise<void> {
  const answer = await call('POST /api/auth/login', { body: { ...credentials, time_zone: ownTimeZone() } });
  storeToken(answer.token);
  become(answer.user);
}

/** Signs out here at once, and on the server as soon as it hears of it. */
export function logout(): void {
  call('POST /api/auth/logout').catch((error: unknown) => logError('The logout call failed', error));
  forgetToken();
  become(undefined);
}

/** Puts a changed user (time zone, end date) in the place of the old one. */
export function replaceUser(changed: User): void {
  become(changed);
}

/** The signed-in user, outside of components. */
export function currentUser(): User | undefined {
  return user;
}

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The signed-in user. */
export function useUser(): User | undefined {
  return useSyncExternalStore(onSessionChange, currentUser);
}

/** Whether the user's subscription is active now; without a user it counts as active. */
export function useSubscriptionActive(): boolean {
  const signedIn = useUser();
  const nowMs = useNow(30);
  return signedIn === undefined || isSubscriptionActive(signedIn, new Date(nowMs));
}

/** The browser's IANA zone, taken over at the first sign-in. */
export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function become(next: User | undefined): void {
  const isOther = user?.id !== next?.id;
  user = next;
  // Nothing of one user's is ever shown to the next.
  if (isOther) queryClient.clear();
  for (const listener of listeners) listener();
}
