import { type Call, createClient } from '@pigeonpost/contract/client';

/** The key of the login token in local storage. */
const TOKEN_KEY = 'token';

/** The server's address; '' is the server that served the page. */
export const BASE_URL = import.meta.env.VITE_API_URL ?? '';

const listeners = new Set<() => void>();

/** Makes every call of the contract: `call('GET /api/campaigns', { query })`. Throws ApiError. */
export const call: Call = createClient({
  baseUrl: BASE_URL,
  token: storedToken,
  onUnauthorized: () => {
    forgetToken();
    for (const listener of listeners) listener();
  },
});

/** Told of every 401, after the token was removed. */
export function onUnauthorized(listener: () => void): void {
  listeners.add(listener);
}

export function storedToken(): string | null {
  return localStorage.getItem(TOKEN_KEY);
}

export function storeToken(token: string): void {
  localStorage.setItem(TOKEN_KEY, token);
}

export function forgetToken(): void {
  localStorage.removeItem(TOKEN_KEY);
}
