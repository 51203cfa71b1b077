import { FIELD_NAME_MAX, nameParts } from '../people/person-fields.ts';
import { OPTOUT } from '../people/stop-link.ts';
import type { NameKind } from '../recipients.ts';
import { SOURCE } from '../templates.ts';
import { cutCharacters } from './characters.ts';

/** The blank that every person has, with every setting and on every site. */
export const USERNAME = 'username';
/** The blank of an address's part before the @, on a site of addresses, unless a field has that name. */
export const LOCAL_NAME = 'name';
/** Characters of a blank's fallback. */
export const FALLBACK_MAX = 200;

/** A place in a text that is filled: `{first_name|there}`. Without `else` a person needs a value. */
export interface Blank {
  /** In its normal form, as a field is called. */
  name: string;
  else?: string;
}
export type Part = string | Blank;

/** What looks like a blank and is none, such as `{{name}}`, `{a|b|c}` or `{name`, and where it stands. */
interface BrokenBlank {
  source: string;
  at: number;
}

/** A piece of a text as it was typed: `part` is what it means. */
export interface Token {
  source: string;
  at: number;
  part: Part;
  isBroken?: true;
}

export type Values = Readonly<Record<string, string>>;

// A name may have marks, such as accents of their own, which its normal form composes or drops.
const NAME = String.raw`\p{L}[\p{L}\p{M}\p{N}_ \u00a0]{0,${FIELD_NAME_MAX - 1}}?`;
const FALLBACK = String.raw`(?:\\[{}|\\]|[^{}|\\]){0,${FALLBACK_MAX}}`;
const TOKEN = new RegExp(
  [
    String.raw`\\(?<escaped>[{}|\\])`,
    // Doubled braces are how other tools write a blank: read either way they would surprise.
    String.raw`(?<broken>(?<!(?<!\\)\{)\{{2,}\s*\p{L}[^{}\n]{0,250}\}*|\{\s*\p{L}[\p{L}\p{M}\p{N}_ \u00a0]{0,250}(?:\|${FALLBACK})?\s{0,250}\}{2,})`,
    String.raw`\{\s*(?<name>${NAME})\s*(?:\|(?<else>${FALLBACK})\s*)?\}`,
    // A smiley is none: only what is closed may have spaces before its name.
    String.raw`(?<almost>\{[^\S\n]*\p{L}(?:\\[{}|\\]|\\(?![{}|\\])|[^{}\\\n]){0,250}\}|\{\p{L}[\p{L}\p{M}\p{N}_]*|(?<!\\\{\s*)\buser_?name[^\S\n]*\})`,
  ].join('|'),
  'giu',
);

/** Characters that are read for blanks: no text that is kept is this long, and what is typed may be. */
const READ_MAX = 4_000;

const ESCAPED = /\\([{}|\\])/g;

/** The pieces of a text in order, which together are the whole text (docs/behaviour.md#blanks). */
export function readTokens(content: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  const addText = (to: number) => {
    const source = content.slice(end, to);
    if (source !== '') tokens.push({ source, at: end, part: source });
  };
  for (const { 0: source, index: at, groups = {} } of content.slice(0, READ_MAX).matchAll(TOKEN)) {
    addText(at);
    end = at + source.length;
    if (groups.escaped !== undefined) tokens.push({ source, at, part: groups.escaped });
    else if (groups.name === undefined) tokens.push({ source, at, part: source, isBroken: true });
    else tokens.push({ source, at, part: blankOf(groups.name, groups.else) });
  }
  addText(content.length);
  return tokens;
}

function blankOf(typed: string, fallback: string | undefined): Blank {
  const name = blankName(typed);
  return fallback === undefined ? { name } : { name, else: fallback.trim().replace(ESCAPED, '$1') };
}

/** The field that a blank means: neither case nor spaces for `_` matter. */
function blankName(typed: string): string {
  return nameParts(typed).replace(/_+$/, '');
}

/** What a text means: its words and blanks, and what looks like a blank and is none (docs/behaviour.md#blanks). */
export function parseText(content: string): { parts: Part[]; broken: BrokenBlank[] } {
  const parts: Part[] = [];
  const broken: BrokenBlank[] = [];
  for (const { source, at, part, isBroken } of readTokens(content)) {
    const last = parts.at(-1);
    if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part;
    else parts.push(part);
    if (isBroken) broken.push({ source, at });
  }
  return { parts, broken };
}

/**
 * The message that a person reads (docs/behaviour.md#blanks). Values are by the names of blanks, `username` among them,
 * and are never read for blanks again. A blank that cannot be filled stays as it is written.
 */
export function fillText(parts: readonly Part[], values: Values): string {
  return parts.map((part) => (typeof part === 'string' ? part : fillBlank(part, values))).join('');
}

function fillBlank(blank: Blank, values: Values): string {
  return findValue(values, blank.name) ?? blank.else ?? `{${blank.name}}`;
}

/** An empty value counts as none. */
function findValue(values: Values, name: string): string | undefined {
  return (Object.hasOwn(values, name) && values[name]) || undefined;
}

/** The fields without a value and without a fallback: a person with one gets no message. */
export function findUnfilled(parts: readonly Part[], values: Values): string[] {
  const blanks = parts.filter((part) => typeof part !== 'string');
  const unfilled = blanks.filter((blank) => blank.else === undefined && !findValue(values, blank.name));
  return [...new Set(unfilled.map(({ name }) => name))].filter(
    (name) => name !== USERNAME && name !== OPTOUT,
  );
}

/** Whether a message of this text has the stop link (docs/behaviour.md#the-stop-link). */
export function hasStopLink(content: string): boolean {
  return readTokens(content).some(({ part }) => typeof part !== 'string' && part.name === OPTOUT);
}

/** Whether a text has no other blank than {username}, written exactly so, nothing like a blank, and no escape. */
export function hasOnlyUsername(content: string): boolean {
  return readTokens(content).every(
    ({ source, part, isBroken }) => !isBroken && (source === part || source === `{${USERNAME}}`),
  );
}

/** A text whose exact {username} is filled and nothing else read, backslashes included. */
export function fillUsername(content: string, username: string): string {
  return content.replaceAll(`{${USERNAME}}`, () => username);
}

/** The value of {name}: what stands before the @ of an address (docs/behaviour.md#blanks). */
export function localName(address: string): string {
  return address.split('@', 1)[0] ?? '';
}

/** What blanks may be called on a site with such names, besides those that everybody has: the fields of these names first. */
export function blankNames(fields: readonly string[], kind: NameKind): string[] {
  return kind === 'address' && !fields.includes(LOCAL_NAME) ? [...fields, LOCAL_NAME] : [...fields];
}

/** A blank that no field has the name of, or that is broken. */
interface UnknownBlank {
  /** As it was typed, without its fallback. */
  blank: string;
  /** The blank that is probably meant, with its braces; null: none is like it. */
  suggestion: string | null;
  /** Where the first one stands, and how many there are. */
  at: number;
  count: number;
}

/** The blanks of a text that are no field of these names, in the order of the text. */
export function findUnknownBlanks(content: string, names: readonly string[]): UnknownBlank[] {
  const known = new Set([USERNAME, OPTOUT, SOURCE, ...names]);
  const unknown = new Map<string, UnknownBlank>();
  for (const { source, at, part, isBroken } of readTokens(content)) {
    if (!isBroken && (typeof part === 'string' || known.has(part.name))) continue;
    const blank = isBroken ? source : source.replace(/\s*\|.*$/s, '}');
    const found = unknown.get(blank) ?? { blank, suggestion: suggest(blank, known), at, count: 0 };
    unknown.set(blank, { ...found, count: found.count + 1 });
  }
  return [...unknown.values()];
}

/** The sentence for a blank that cannot be filled. */
export function unknownBlankText({ blank, suggestion }: Pick<UnknownBlank, 'blank' | 'suggestion'>): string {
  return `${blank} is no field of yours.${suggestion === null ? '' : ` Did you mean ${suggestion}?`}`;
}

const LIKE_EDITS = 2;

/** The name at the smallest distance, at most LIKE_EDITS. */
function suggest(blank: string, names: ReadonlySet<string>): string | null {
  const typed = blankName(blank.replace(/\|.*$/s, '').replace(/^[{\s]+|[}\s]+$/g, ''));
  let nearest: string | null = null;
  let least = Math.min(LIKE_EDITS + 1, [...typed].length);
  for (const name of names) {
    const edits = countEdits(typed, name);
    if (edits < least) [nearest, least] = [name, edits];
  }
  return nearest === null ? null : `{${nearest}}`;
}

/** Characters to insert, delete or replace. */
function countEdits(from: string, to: string): number {
  // A broken blank may be long, and no field's name is.
  const [one, other] = [[...cutCharacters(from, FIELD_NAME_MAX + LIKE_EDITS)], [...to]];
  let row = other.map((_, index) => index + 1);
  row.unshift(0);
  for (const [index, character] of one.entries()) {
    const next = [index + 1];
    for (const [at, wanted] of other.entries())
      next.push(
        Math.min(
          (row[at] ?? 0) + (character === wanted ? 0 : 1),
          (row[at + 1] ?? 0) + 1,
          (next[at] ?? 0) + 1,
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
