import { ApiError, type Call, createClient } from '@pigeonpost/contract/client';
import { noteServerTime } from '../clock.ts';

/** The key of the login token in local storage. */
const TOKEN_KEY = 'token';

/** The server's address; '' is the server that served the page. */
export const BASE_URL = import.meta.env.VITE_API_URL ?? '';

/** Listeners for calls that were refused because of the caller. */
type Refused = { unauthorized: () => void; forbidden: (error: ApiError) => void };

const listeners = new Set<Refused>();

// This tab's own: another tab may sign in as another user, and no call of this page may use that token.
let token = localStorage.getItem(TOKEN_KEY);

/** The same as `call`, for callers that handle a 401 themselves. */
export const callAsIs: Call = createClient({
  baseUrl: BASE_URL,
  token: storedToken,
  onServerTime: noteServerTime,
});

/**
 * Makes every call of the contract: `call('GET /api/campaigns', { query })`. Throws ApiError. A call that finds its
 * session ended never settles, because its page is left.
 */
export const call: Call = async (name, ...input) => {
  const asked = token;
  try {
    return await callAsIs(name, ...input);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 403) for (const { forbidden } of listeners) forbidden(error);
    if (error.status !== 401 || asked === null) throw error;
    if (asked === token) {
      forgetToken();
      for (const { unauthorized } of listeners) unauthorized();
    }
    return new Promise(() => {});
  }
};

/** Called on every 401, after the token was removed, and on every 403. */
export function onRefused(listener: Refused): void {
  listeners.add(listener);
}

/** Called when another tab signs in or out. The stored token is that tab's by then. */
export function onTokenOfOtherTab(listener: () => void): void {
  addEventListener('storage', ({ key, storageArea }) => {
    if (storageArea !== localStorage || (key !== TOKEN_KEY && key !== null)) return;
    const next = localStorage.getItem(TOKEN_KEY);
    if (next === token) return;
    token = next;
    listener();
  });
}

/** The token of this tab; null when signed out (docs/behaviour.md#sessions). */
export function storedToken(): string | null {
  return token;
}

/** The token in the browser's storage now, for display; '' if there is none. */
export function displayedToken(): string {
  return localStorage.getItem(TOKEN_KEY) ?? '';
}

/** Signs in this tab and, through the browser's storage, every other one. */
export function storeToken(next: string): void {
  token = next;
  localStorage.setItem(TOKEN_KEY, next);
}

/** Signs out this tab, and the others unless one of them has signed in again. */
export function forgetToken(): void {
  // Another tab's may have replaced it already.
  if (localStorage.getItem(TOKEN_KEY) === token) localStorage.removeItem(TOKEN_KEY);
  token = null;
}
