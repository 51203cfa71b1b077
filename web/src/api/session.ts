import { isSubscriptionActive } from '@pigeonpost/contract/account/subscription';
import type { SignedInUser } from '@pigeonpost/contract/calls/auth';
import { ApiError } from '@pigeonpost/contract/client';
import { SUBSCRIPTION_EXPIRED } from '@pigeonpost/contract/errors';
import { useSyncExternalStore } from 'react';
import { now, useNow } from '../clock.ts';
import { browserTimeZone, showTimesIn } from '../format/time-zone.ts';
import { logError } from '../log.ts';
import {
  call,
  callAsIs,
  forgetToken,
  onRefused,
  onTokenOfOtherTab,
  storedToken,
  storeToken,
} from './client.ts';
import { clearDrafts, restoreDrafts, saveDrafts, setDraftOwner } from './drafts.ts';
import { queryClient } from './query-client.ts';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 10_000;

/** The check of a stored token: whether it runs, and whether it had trouble. */
type SessionCheck = { isRunning: boolean; hasTrouble: boolean };

const CHECKED: SessionCheck = { isRunning: false, hasTrouble: false };

let user: SignedInUser | undefined;
/** When the user was first fetched: no shown data of this session is older. */
let firstAskedAt = 0;
let check = CHECKED;
/** The user's place when the session ended. */
let returnTo: string | undefined;
/** Set when the server says the subscription ended before our clock does. */
let passedEnd: string | null | undefined;
let isFollowing = false;
/** Numbers the fetches of the user: the last one, and the one whose answer is shown. */
let lastAsk = 0;
let shownAsk = 0;
const listeners = new Set<() => void>();

onRefused({ unauthorized: endSession, forbidden: followRefusal });
onTokenOfOtherTab(() => {
  if (!storedToken()) return endSession();
  if (user) saveDrafts();
  void startSession();
});

/** Fetches the user of a stored token, for as long as it takes (docs/behaviour.md#sessions). */
export async function startSession(): Promise<void> {
  const token = storedToken();
  if (!token) return;
  firstAskedAt = now();
  setCheck({ isRunning: true, hasTrouble: false });
  const answer = await fetchUser(token);
  // Another tab signed in or out meanwhile, which starts another check.
  if (token !== storedToken()) return;
  if (answer) {
    begin(answer);
    setCheck(CHECKED);
  } else {
    forgetToken();
    endSession();
  }
}

async function fetchUser(token: string): Promise<SignedInUser | undefined> {
  for (let wait = FIRST_WAIT_MS; token === storedToken(); wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    try {
      return (await callAsIs('GET /api/auth/profile')).user;
    } catch (error) {
      logError('The session check failed', error);
      if (!isPassing(error)) return undefined;
      setCheck({ isRunning: true, hasTrouble: true });
      await untilNextTry(1000 * (error.retryAfter ?? 0) || wait);
    }
  }
  return undefined;
}

/** Whether the check could not be made, which says nothing about the token. */
function isPassing(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

function untilNextTry(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, ms);
    addEventListener('online', go);
  });
}

/** Signs in: stores the token, sets the user. Throws the server's error. */
export async function login(credentials: { username: string; password: string }): Promise<void> {
  firstAskedAt = now();
  const answer = await call('POST /api/auth/login', {
    body: { ...credentials, time_zone: browserTimeZone() },
  });
  storeToken(answer.token);
  begin(answer.user);
}

/** Signs out here at once, and on the server as soon as the call arrives. */
export function logout(): void {
  call('POST /api/auth/logout').catch((error: unknown) => logError('The logout call failed', error));
  forgetToken();
  clearDrafts();
  become(undefined);
}

/** Drops a session that has ended on the server already. */
export function forgetSession(): void {
  forgetToken();
  become(undefined);
}

/** Replaces the user after a change (time zone, end date). */
export function replaceUser(changed: SignedInUser): void {
  shownAsk = ++lastAsk;
  become(changed);
}

/** Fetches the signed-in user again, whom an administrator may have changed. */
export async function refreshUser(): Promise<void> {
  const ask = ++lastAsk;
  try {
    const { user: changed } = await call('GET /api/auth/profile');
    // The answer of an earlier ask may come after that of a later one.
    if (currentUser()?.id !== changed.id || ask < shownAsk) return;
    shownAsk = ask;
    become(changed);
  } catch (error) {
    logError('The user could not be fetched again', error);
  }
}

/** The signed-in user, outside of components. */
export function currentUser(): SignedInUser | undefined {
  return user;
}

/** The time before the first fetch of this session. */
export function sessionBegan(): number {
  return firstAskedAt;
}

/** The place to return to after the log-in, if a session ended in the middle of something. */
export function placeToReturn(): string | undefined {
  return returnTo;
}

/** Called whenever the user or the check of the session changes. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The signed-in user. */
export function useUser(): SignedInUser | undefined {
  return useSyncExternalStore(onSessionChange, currentUser);
}

/** The state of the session check, outside of components. */
export function sessionCheck(): SessionCheck {
  return check;
}

/** The state of the session check. */
export function useSessionCheck(): SessionCheck {
  return useSyncExternalStore(onSessionChange, sessionCheck);
}

/** Whether the user's subscription is active now; without a user it counts as active. */
export function useSubscriptionActive(): boolean {
  const signedIn = useUser();
  const nowMs = useNow(30);
  if (signedIn === undefined) return true;
  return signedIn.subscription_end_date !== passedEnd && isSubscriptionActive(signedIn, new Date(nowMs));
}

function begin(signedIn: SignedInUser): void {
  returnTo = restoreDrafts(signedIn.id);
  become(signedIn);
}

/** The server or another tab ended the session: typed text and place are kept for the next log-in. */
function endSession(): void {
  saveDrafts();
  check = CHECKED;
  become(undefined);
}

/** A refusal may mean that the user has changed: the subscription ended, or the role changed. */
async function followRefusal(error: ApiError): Promise<void> {
  if (!user || isFollowing) return;
  isFollowing = true;
  if (error.refusal === SUBSCRIPTION_EXPIRED && user.role !== 'admin') {
    passedEnd = user.subscription_end_date;
    become({ ...user });
  }
  await refreshUser();
  isFollowing = false;
}

function become(next: SignedInUser | undefined): void {
  const isOther = user?.id !== next?.id;
  user = next;
  setDraftOwner(next?.id);
  showTimesIn(next);
  // No data of one user is ever shown to the next.
  if (isOther) queryClient.clear();
  tell();
}

function setCheck(next: SessionCheck): void {
  check = next;
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}
