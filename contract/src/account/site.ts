import { isLongerThan } from '../text/characters.ts';
import { isRemotePlainHttp } from '../text/plain-http.ts';

/** What an account's site can be (docs/behaviour.md#site). */
export const SITE_KINDS = ['practice', 'xmpp', 'snac', 'described', 'own'] as const;
export type SiteKind = (typeof SITE_KINDS)[number];

/** The site that an account writes to. `name` is that of a file in the agent's folder. */
export type SiteChoice =
  | { kind: 'practice' }
  | { kind: 'xmpp'; address: string; domain: string }
  | { kind: 'snac'; address: string }
  | { kind: 'described' | 'own'; name: string };

export const SITE_ADDRESS_MAX = 1000;
export const SITE_DOMAIN_MAX = 253;
export const SITE_NAME_MAX = 40;

export const SITE_HELD = 'The site can be changed while no campaign is running. Pause yours first.';
export const PRACTICE_ONLY = 'This server is for the practice inbox and writes to nothing else.';

// Names of the project's own drivers.
const TAKEN = new Set<string>(['practice', 'xmpp', 'snac']);
export const SITE_NAME = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
export const SITE_DOMAIN = /^[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u;

/** The error of the address of a server, or of a page that runs a chat client. */
export function siteAddressError(address: string): string | undefined {
  if (address === '') return 'Address is required';
  if (isLongerThan(address, SITE_ADDRESS_MAX))
    return `Address must not exceed ${SITE_ADDRESS_MAX} characters`;
  if (!/^https?:\/\/[^\s\p{C}]+$/u.test(address) || !URL.canParse(address))
    return 'Address must begin with https:// or http://';
  if (isRemotePlainHttp(address))
    return 'Address must begin with https://, because anybody on the way to another machine could read a password sent over http://';
  // It is shown to people and kept in the agent's folder.
  const { username, password } = new URL(address);
  if (username !== '' || password !== '') return 'Address must not contain a name or a password';
  return undefined;
}

/** The error of the domain of accounts that are written without one. */
export function siteDomainError(domain: string): string | undefined {
  if (domain === '') return 'Domain is required';
  if (isLongerThan(domain, SITE_DOMAIN_MAX)) return `Domain must not exceed ${SITE_DOMAIN_MAX} characters`;
  return SITE_DOMAIN.test(domain) ? undefined : 'Domain must be one such as club.example';
}

/** The error of the name of a description or a driver (docs/site-drivers.md#where-it-goes). */
export function siteNameError(name: string): string | undefined {
  if (name === '') return 'Name is required';
  if (name.length > SITE_NAME_MAX) return `Name must not exceed ${SITE_NAME_MAX} characters`;
  if (!SITE_NAME.test(name)) return 'Name must consist of small letters, digits and hyphens';
  return TAKEN.has(name) ? `"${name}" is the name of a site of the project` : undefined;
}

/** The domain of a site's own people, as names have it; null: the site has none. */
export function siteDomain(site: SiteChoice | null): string | null {
  const domain = site?.kind === 'xmpp' ? site.domain : site?.kind === 'snac' ? hostOf(site.address) : '';
  return domain.normalize('NFC').toLowerCase().replace(/\.+$/, '') || null;
}

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : '');
