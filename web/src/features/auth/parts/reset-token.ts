import { paths } from '../../../paths.ts';

const FIELD = 'token';

let taken: string | undefined;

/**
 * The secret of a one-time link, /reset-password#token=…: removed from the address at once, so that it is not seen by
 * others or kept in the history and in screenshots, and stored only in this page.
 */
export function takeResetToken(): string | undefined {
  if (location.pathname !== paths.resetPassword) return undefined;
  const token = new URLSearchParams(location.hash.slice(1)).get(FIELD);
  if (token) {
    taken = token;
    history.replaceState(history.state, '', location.pathname);
  }
  return taken;
}

/** The link to hand to a user, at the address of this page. */
export function resetLink(token: string): string {
  return `${location.origin}${paths.resetPassword}#${FIELD}=${token}`;
}
