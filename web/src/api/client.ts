import { ApiError, type Call, createClient } from '@pigeonpost/contract/client';

/** The key of the login token in local storage. */
const TOKEN_KEY = 'token';

/** The server's address; '' is the server that served the page. */
export const BASE_URL = import.meta.env.VITE_API_URL ?? '';

/** What is told of a call that was refused for who makes it. */
type Refused = { unauthorized: () => void; forbidden: (error: ApiError) => void };

const listeners = new Set<Refused>();

// This tab's own: another tab may sign in as somebody else, and no call of this page may go out as them.
let token = localStorage.getItem(TOKEN_KEY);

/** The same as `call`, for who wants to hear of a 401 as well. */
export const callAsIs: Call = createClient({ baseUrl: BASE_URL, token: storedToken });

/**
 * Makes every call of the contract: `call('GET /api/campaigns', { query })`. Throws ApiError. A call that finds its
 * session ended is never answered: its page goes, and nothing else is to be said.
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

/** Told of every 401, after the token was removed, and of every 403. */
export function onRefused(listener: Refused): void {
  listeners.add(listener);
}

/** Told when another tab signs in or out. The token is that tab's by then. */
export function onTokenOfOtherTab(listener: () => void): void {
  addEventListener('storage', ({ key, storageArea }) => {
    if (storageArea !== localStorage || (key !== TOKEN_KEY && key !== null)) return;
    const next = localStorage.getItem(TOKEN_KEY);
    if (next === token) return;
    token = next;
    listener();
  });
}

/** The token that this tab acts by; null when signed out (docs/behaviour.md#sessions). */
export function storedToken(): string | null {
  return token;
}

/** The token as it stands in the browser's storage now, to be shown; '' where there is none. */
export function displayedToken(): string {
  return localStorage.getItem(TOKEN_KEY) ?? '';
}

/** Signs in this tab and, through the browser's storage, every other one. */
export function storeToken(next: string): void {
  token = next;
  localStorage.setItem(TOKEN_KEY, next);
}

/** Signs out this tab, and the others unless one of them has signed in anew. */
export function forgetToken(): void {
  // Another tab's may be in its place already.
  if (localStorage.getItem(TOKEN_KEY) === token) localStorage.removeItem(TOKEN_KEY);
  token = null;
}
