import { paths } from '../../../paths.ts';

const FIELD = 'token';

let taken: string | undefined;

/**
 * The secret of a one-time link, /reset-password#token=…: taken out of the address at once, where neighbours, the
 * history and a screenshot would keep it, and held by this page alone.
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

/** The link that is handed to a user, at the address that this page was opened at. */
export function resetLink(token: string): string {
  return `${location.origin}${paths.resetPassword}#${FIELD}=${token}`;
}
