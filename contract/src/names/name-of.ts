import { dropInvisible, type NameKind } from '../recipients.ts';
import { unguardFormula } from '../text/formula-guard.ts';
import { judgeName, type NameOrReason, type NameRules, TO_A_POST, TO_ANOTHER_SITE } from './name-form.ts';

const NO_NAME = 'is not a username';
const USERNAMES: NameRules = { kind: 'instagram', domain: null };

// Paths of Instagram that stand where a profile's name would stand.
const NO_PROFILES = new Set(
  'p reel reels tv explore accounts direct about developer legal web s share stories _u _n api privacy terms'.split(
    ' ',
  ),
);

const PROFILE_LINK =
  /^(?:(?:https?:)?\/\/)?(?:(?:www|m)\.)?(instagram\.com|instagr\.am|ig\.me)(?::\d+)?(?:\/(.*))?$/is;
const APP_LINK = /^instagram:\/\/user\/?\?(?:.*&)?username=([^&#]*)/i;
const OTHER_LINK = /^(?:[a-z][a-z0-9+.-]*:\/\/|\/\/|www\.)|^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\/./i;

// '- lena', '• lena', '3. lena', '(3) lena', '[x] lena'. A dot counts only before a space: '1.lena' is a name.
const BULLET =
  /^(?:[-–—*+>](?=[\s@＠])|[•‣◦⁃∙·●○■□▪▫▸►☐☑✓✔]|\[(?:[ xX]?|\d{1,7})\]|\(\d{1,7}\)|\d{1,7}\)|\d{1,7}\.(?=\s))\s*/u;
// Those at the end are looked for at the first of a run alone, or a long run would be read once for each of them.
const SEPARATORS = /^[\s,;|，；、،]+|(?<![\s,;|，；、،])[\s,;|，；、،]+$/g;
/** No name and no link to a profile is longer. */
const READ_MAX = 2_000;
const QUOTES = /^(["'“”„«»‘’`<])(.*)(["'“”„«»‘’`>])$/s;
const PLAIN_NAME = /^@?[A-Za-z0-9._]{1,30}$/;

/**
 * Reads a name that a person pasted, imported or typed (docs/behaviour.md#names). Accepts links to profiles, list marks
 * and separators; the API accepts names only. `domain`: that of the account's site; whether a text is a name does not depend
 * on it, only its form does.
 */
export function nameOf(text: string, kind: NameKind, domain: NameRules['domain'] = null): NameOrReason {
  // Fast path: nearly all names are plain, and an import checks a million.
  const bare = PLAIN_NAME.test(text) ? text : bareText(text);
  if (kind === 'address') return judgeName(bare, { kind, domain });
  const link = PROFILE_LINK.exec(bare);
  if (link) {
    const read = nameInLink(link[1] ?? '', link[2] ?? '');
    return read.reason === TO_A_POST ? { name: bare, reason: TO_A_POST } : read;
  }
  const inApp = APP_LINK.exec(bare);
  if (inApp) return judgedPart(inApp[1] ?? '');
  if (OTHER_LINK.test(bare)) return { name: bare, reason: TO_ANOTHER_SITE };
  return judgeName(withoutAts(bare), USERNAMES);
}

/** Whether a cell can only be a name: an @name or a link to a profile. */
export function isSurelyName(text: string): boolean {
  const bare = bareText(text);
  if (!/^[@＠]/.test(bare) && !PROFILE_LINK.test(bare) && !APP_LINK.test(bare)) return false;
  return nameOf(bare, 'instagram').reason === undefined;
}

/** Removes bullets, numbers, quotes, separators and invisible characters around a name. */
function bareText(text: string): string {
  let bare = dropInvisible(text).trim();
  if (bare.length > READ_MAX) return bare;
  for (;;) {
    const before = bare;
    bare = unguardFormula(bare).replace(SEPARATORS, '').replace(BULLET, '').replace(QUOTES, '$2').trim();
    if (bare === before) return bare;
  }
}

function withoutAts(text: string): string {
  return text.replace(/^(?:[@＠]\s*)+/, '');
}

function nameInLink(host: string, rest: string): NameOrReason {
  const segments = (rest.split(/[?#]/)[0] ?? '').split('/').filter(Boolean);
  const [first = '', second = ''] = segments.map((segment) => segment.toLowerCase());
  if (host.toLowerCase() === 'ig.me') return first === 'm' ? judgedPart(segments[1] ?? '') : toAPost(rest);
  if (first === '_u' || first === '_n') return judgedPart(segments[1] ?? '');
  if (first === 'stories') return second === 'highlights' ? toAPost(rest) : judgedPart(segments[1] ?? '');
  return NO_PROFILES.has(first) ? toAPost(rest) : judgedPart(segments[0] ?? '');
}

const toAPost = (name: string): NameOrReason => ({ name, reason: TO_A_POST });

/** A part of a link, which may be percent-encoded. */
function judgedPart(part: string): NameOrReason {
  if (part === '') return toAPost(part);
  try {
    return judgeName(withoutAts(decodeURIComponent(part)), USERNAMES);
  } catch {
    return { name: part, reason: NO_NAME };
  }
}
