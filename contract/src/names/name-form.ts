import { type SiteChoice, siteDomain } from '../account/site.ts';
import { composed, type NameKind, normalizeRecipient, recipientError } from '../recipients.ts';

/** How the names of an account are written. */
export interface NameRules {
  kind: NameKind;
  /** The domain of the account's site, whose people are kept without it; null: the site has none. */
  domain: string | null;
}

/** A name in its stored form; or the reason why it is not a name, worded as the end of a line in an import's report. */
export type NameOrReason = { name: string; reason?: undefined } | { name: string; reason: string };

export const TO_A_POST = 'is a link to a post, not to a person';
export const TO_ANOTHER_SITE = 'is a link to another site';
const NO_ADDRESS = 'is not an address';

/** The rules of an account with this kind of names and this site: usernames have no domain. */
export const nameRules = (kind: NameKind, site: SiteChoice | null): NameRules => ({
  kind,
  domain: kind === 'address' ? siteDomain(site) : null,
});

/**
 * The one form of a name, by which everything knows a person (docs/behaviour.md#one-form-of-a-name): NFC, lower case, and
 * without what only a client or a link adds.
 */
export const nameForm = (text: string, rules: NameRules): string => readName(text, rules).name;

/** Judges a name as the API takes it. */
export function judgeName(text: string, rules: NameRules): NameOrReason {
  const { name, reason = recipientError(name, rules.kind) } = readName(text, rules);
  return reason === undefined ? { name } : { name, reason };
}

/** The name with its domain, which means the same person whatever the site of the account becomes. */
export const fullName = (name: string, { domain }: Pick<NameRules, 'domain'>): string =>
  domain === null || name.includes('@') ? name : `${name}@${domain}`;

/**
 * What somebody may mean who types the beginning of a name: an address of the own domain is looked for without it, also while
 * the domain is not whole.
 */
export function beginningOfName(text: string, rules: NameRules): string {
  const name = nameForm(text, rules);
  const at = name.indexOf('@');
  return at > 0 && rules.domain?.startsWith(name.slice(at + 1)) ? name.slice(0, at) : name;
}

// Nearly all names are plain, and an import reads a million.
const PLAIN_ADDRESS = /^[a-z0-9._-]+(?:@[a-z0-9.-]*[a-z0-9])?$/;
// What is longer is no name, and is not looked through again and again.
const READ_MAX = 2_000;
const LAYERS_MAX = 4;

function readName(text: string, { kind, domain }: NameRules): NameOrReason {
  if (kind === 'instagram') return { name: normalizeRecipient(text) };
  if (PLAIN_ADDRESS.test(text)) return { name: withoutDomain(text, domain) };
  if (text.length > READ_MAX) return { name: normalizeRecipient(text) };
  let read: NameOrReason = { name: composed(text) };
  for (let layer = 0; layer < LAYERS_MAX; layer++) {
    const inner = peel(read.name, domain);
    if (inner.reason !== undefined) return inner;
    if (inner.name === read.name) break;
    read = inner;
  }
  const name = withoutDomain(read.name.replace(/^[@＠]/u, ''), domain);
  // What has another form still would be two people.
  const again = peel(name, domain);
  return again.name === name ? again : { name, reason: NO_ADDRESS };
}

const withoutDomain = (name: string, domain: string | null): string =>
  domain !== null && name.endsWith(`@${domain}`) && name.indexOf('@') === name.length - domain.length - 1
    ? name.slice(0, name.indexOf('@')) || name
    : name;

const ENCLOSED = /^(?:<(.+)>|\((.+@.+)\)|\[(.+@.+)\]|"(.+@.+)"|[^<>]*\s<([^<>\s]+@[^<>\s]+)>)$/su;
const SCHEME = /^(?:xmpp:(?:\/\/[^/]*\/)?|mailto:|acct:)(.*)$/su;
const LINK = /^(?:https?:)?\/\/([^/?#]+)(?:[/?#](.*))?$/su;
const LINK_WITHOUT_SCHEME = /^([^/?#@\s]+\.[^/?#@\s]+)\/(@.*|users\/.*)$/su;
const RESOURCE = /^([^/@]+@[^/@]+)\/.*$/su;
const BARE_RESOURCE = /^([^/@]+)\/.*$/su;
const FULL_STOP = /^([^@]+@.*[^.])\.+$/su;

/** A name without one layer of what was around it. */
function peel(name: string, domain: string | null): NameOrReason {
  const enclosed = ENCLOSED.exec(name)
    ?.slice(1)
    .find((part) => part !== undefined);
  if (enclosed !== undefined) return { name: enclosed.trim() };
  const scheme = SCHEME.exec(name);
  if (scheme) return { name: decoded((scheme[1] ?? '').replace(/[?#].*$/su, '')) };
  const link = LINK.exec(name) ?? LINK_WITHOUT_SCHEME.exec(name);
  if (link)
    return nameInLink(name, { host: (link[1] ?? '').replace(USUAL_PORT, ''), path: link[2] ?? '', domain });
  const resource = RESOURCE.exec(name) ?? (domain === null ? null : BARE_RESOURCE.exec(name));
  if (resource) return { name: resource[1] ?? '' };
  return { name: FULL_STOP.exec(name)?.[1] ?? name };
}

const ADDRESS_PART = /^@?([^@/\s=&]+@[^@/\s=&]+\.[^@/\s=&]+)$/u;
const USUAL_PORT = /:(?:80|443)$/;
const OF_A_POST = /^(?:\d+|p|statuses|posts?|notes?|objects?|status)$/u;

/** The person of a link: `/@name`, `/users/name`, or a part that is a whole address; on the own server also `/name`. */
function nameInLink(
  whole: string,
  { host, path, domain }: { host: string; path: string; domain: string | null },
): NameOrReason {
  const parts = path.split(/[/?#]/u).map(decoded);
  const [first = '', second = ''] = parts;
  const isOfUser = first === 'users' && second !== '';
  const behind = parts[isOfUser ? 2 : 1] ?? '';
  if (OF_A_POST.test(behind) && (first.startsWith('@') || isOfUser))
    return { name: whole, reason: TO_A_POST };
  for (const part of parts) {
    const address = ADDRESS_PART.exec(part)?.[1];
    if (address !== undefined) return { name: address };
  }
  if (/^@[^@\s]+$/u.test(first)) return { name: `${first.slice(1)}@${host}` };
  if (isOfUser) return { name: `${second}@${host}` };
  if (domain === null) return { name: whole };
  if (host === domain && first !== '' && behind === '') return { name: `${first}@${host}` };
  return { name: whole, reason: OF_A_POST.test(behind) && host === domain ? TO_A_POST : TO_ANOTHER_SITE };
}

function decoded(part: string): string {
  if (!part.includes('%')) return part;
  try {
    return composed(decodeURIComponent(part));
  } catch {
    return part;
  }
}
