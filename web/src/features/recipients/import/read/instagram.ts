import { nameOf } from '@pigeonpost/contract/names/name-of';
import type { AccountKind } from './format-words.ts';

export const NO_ACCOUNTS = 'This file has no list of accounts that Pigeonpost knows.';
export const NO_FOLLOWERS =
  'No followers or following in this file. In Instagram choose “Some of your information”, then “Followers and following”.';

/** An account of the download, and since which day it is what it is: 2024-03-09; undefined where no date can be read. */
export type Account = { name: string; since: string | undefined };

/** The accounts of each kind, as the download names them. */
export type Accounts = Map<AccountKind, Account[]>;

type AccountsOfKind = { kind: AccountKind; accounts: Account[] };

const FILE = /(?:^|[/\\])([^/\\]+?)(?:[_ -]?\(?\d+\)?)?\.(?:json|html?)$/i;
const FOLDER = /(?:^|\/)followers_and_following\//;
const KINDS_OF_FILES: [RegExp, AccountKind][] = [
  [/^followers$/, 'followers'],
  [/^following$/, 'following'],
  [/^close_friends$/, 'close_friends'],
  [/^recently_unfollowed_(?:profiles|accounts)$/, 'unfollowed'],
  [/^(?:recent_)?follow_requests(?:_you.?ve_received)?$/, 'received'],
  [/^pending_follow_requests$/, 'sent'],
];
const KINDS_OF_KEYS: Record<string, AccountKind> = {
  relationships_followers: 'followers',
  relationships_following: 'following',
  relationships_close_friends: 'close_friends',
  relationships_unfollowed_users: 'unfollowed',
  relationships_permanent_follow_requests: 'received',
  relationships_follow_requests_received: 'received',
  relationships_follow_requests_sent: 'sent',
};
const KINDS_OF_HEADINGS: [RegExp, AccountKind][] = [
  [/^(?:your )?followers$/i, 'followers'],
  [/^(?:accounts you.?re |profiles you.?re )?following$/i, 'following'],
  [/^(?:your )?close friends$/i, 'close_friends'],
  [/recently unfollowed/i, 'unfollowed'],
  [/follow requests.*received/i, 'received'],
  [/follow requests/i, 'sent'],
];

/** Which accounts a file of the download has, by its path in there; undefined for all other files. */
export function kindOfPath(path: string): AccountKind | undefined {
  return FOLDER.test(path) ? kindOfName(path) : undefined;
}

function kindOfName(name: string): AccountKind | undefined {
  const bare = FILE.exec(name)?.[1]?.toLowerCase();
  return bare === undefined ? undefined : KINDS_OF_FILES.find(([pattern]) => pattern.test(bare))?.[1];
}

/** Reads a JSON file of the download. Throws what a person can read where it has no accounts. */
export function readAccountsJson(text: string, fileName: string): AccountsOfKind {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new Error(NO_ACCOUNTS);
  }
  const byKey = Object.entries(isObject(json) ? json : {}).find(([key]) => key in KINDS_OF_KEYS);
  const entries = byKey ? byKey[1] : json;
  const kind = (byKey && KINDS_OF_KEYS[byKey[0]]) ?? kindOfName(fileName) ?? 'followers';
  if (!Array.isArray(entries) || !entries.every(isEntry)) throw new Error(NO_ACCOUNTS);
  const accounts = entries.map((entry) => ({
    name: nameOfEntry(entry),
    since: dayOfSeconds(entry.string_list_data[0]?.timestamp),
  }));
  return { kind, accounts };
}

type Entry = {
  title?: unknown;
  string_list_data: { href?: unknown; value?: unknown; timestamp?: unknown }[];
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEntry = (value: unknown): value is Entry =>
  isObject(value) && Array.isArray(value.string_list_data) && value.string_list_data.every(isObject);

/** The name stands in the value, else in the link, else in the title: the download has changed over the years. */
function nameOfEntry({ title, string_list_data: [first] }: Entry): string {
  for (const given of [first?.value, first?.href, title]) {
    if (typeof given !== 'string' || given.trim() === '') continue;
    const { name, reason } = nameOf(given, 'instagram');
    if (reason === undefined) return name;
  }
  return (
    [first?.value, first?.href, title]
      .find((given) => typeof given === 'string' && given !== '')
      ?.toString() ?? '?'
  );
}

const LINK = /<a\b[^>]*?\shref=(?:"([^"]*)"|'([^']*)')/gi;

/** Reads an HTML file of the download by its links; their texts are not names. */
export function readAccountsHtml(text: string, fileName: string): AccountsOfKind {
  const kind = kindOfHeading(text) ?? kindOfName(fileName);
  if (!kind) throw new Error(NO_ACCOUNTS);
  const links = [...text.matchAll(LINK)];
  const accounts = links.flatMap(([{ length }, double, single], at) => {
    const link = (double ?? single ?? '').replaceAll('&amp;', '&');
    if (!/^https?:\/\/(?:www\.)?instagram\.com\//i.test(link)) return [];
    const { name, reason } = nameOf(link, 'instagram');
    const start = (links[at]?.index ?? 0) + length;
    // The date stands behind its link, and the next link belongs to the next account.
    const since = dayIn(
      text.slice(start, Math.min(start + DATE_WITHIN, links[at + 1]?.index ?? text.length)),
    );
    return [{ name: reason === undefined ? name : link, since }];
  });
  if (accounts.length === 0) throw new Error(NO_ACCOUNTS);
  return { kind, accounts };
}

function kindOfHeading(text: string): AccountKind | undefined {
  const headings = [...text.slice(0, 200_000).matchAll(/<(title|h1|h2)\b[^<>]*>([^<]*)</gi)].map(
    ([, , words = '']) => words.trim(),
  );
  for (const heading of headings) {
    const found = KINDS_OF_HEADINGS.find(([pattern]) => pattern.test(heading));
    if (found) return found[1];
  }
  return undefined;
}

/** The accounts of several files together, each kind once. */
export function joinAccounts(parts: Iterable<AccountsOfKind>): Accounts {
  const joined: Accounts = new Map();
  for (const { kind, accounts } of parts) joined.set(kind, [...(joined.get(kind) ?? []), ...accounts]);
  return joined;
}

const DATE_WITHIN = 1_000;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
// '2024-03-09…' or 'Mar 09, 2024 4:00 pm', as all the text of an element begins.
const DATE = />\s*(?:(\d{4})-(\d\d)-(\d\d)|([a-z]{3})[a-z]*\.? (\d{1,2}), (\d{4}))(?!\d)/i;
const LAST_SECOND = Date.UTC(2100, 0) / 1000;

function dayOfSeconds(seconds: unknown): string | undefined {
  if (typeof seconds !== 'number' || !(seconds > 0 && seconds < LAST_SECOND)) return undefined;
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

/** The first date in a piece of HTML; the download writes it as ISO does, or in English words. */
function dayIn(html: string): string | undefined {
  const [, isoYear, isoMonth, isoDay, word = '', day, year] = DATE.exec(html) ?? [];
  const month = isoMonth === undefined ? MONTHS.indexOf(word.toLowerCase()) : Number(isoMonth) - 1;
  const time = Date.UTC(Number(isoYear ?? year), month, Number(isoDay ?? day));
  const isReal = new Date(time).getUTCMonth() === month;
  return isReal ? dayOfSeconds(time / 1000) : undefined;
}
