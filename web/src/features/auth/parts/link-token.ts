import { paths } from '../../../paths.ts';

const FIELD = 'token';

/** The pages of one-time links. */
type LinkPath = typeof paths.resetPassword | typeof paths.confirmEmail;
const LINK_PATHS: readonly string[] = [paths.resetPassword, paths.confirmEmail];

const taken = new Map<string, string>();

/**
 * The secret of a one-time link, /reset-password#token=…: removed from the address at once, so that it is not seen by
 * others or kept in the history and in screenshots, and stored only in this page.
 */
export function takeLinkToken(): void {
  const { pathname } = location;
  if (!LINK_PATHS.includes(pathname)) return;
  const token = new URLSearchParams(location.hash.slice(1)).get(FIELD);
  if (!token) return;
  taken.set(pathname, token);
  history.replaceState(history.state, '', pathname);
}

/** The secret that was taken at the address of a page. */
export function linkToken(path: LinkPath): string | undefined {
  return taken.get(path);
}

/** The link to hand to a user, at the address of this page. */
export function resetLink(token: string): string {
  return `${location.origin}${paths.resetPassword}#${FIELD}=${token}`;
}
