import { USERNAME_BLANK as BLANK } from './plain-text.ts';

/** A text that looks like a blank and is none, where it stands, and the blank that is meant. */
export type Mistyped = { text: string; at: number; meant: string };

const NAME = String.raw`(?:user|first|last|full)?[\s_-]?name|user`;

// Anything in braces, a placeholder with a missing brace, and the syntax of other tools: %username%, ${name},
// *|FNAME|*.
const LIKE_A_BLANK = new RegExp(
  [
    String.raw`\$?\{\{?[^{}\n]{0,30}\}\}?`,
    String.raw`\{\s*user\s?_?name\b`,
    String.raw`\buser_?name\s*\}`,
    String.raw`\[\[?\s*(?:${NAME})\s*\]\]?`,
    String.raw`<<?\s*(?:${NAME})\s*>>?`,
    '%%?[a-z_]{2,30}%%?',
    String.raw`\*\|[a-z_]{1,30}\|\*`,
    String.raw`\$user_?name\b`,
  ].join('|'),
  'gi',
);

// The same with any word, which counts where a field has that name; and half a blank, such as first_name}.
const WORD = String.raw`\p{L}[\p{L}\p{M}\p{N}_]*(?:[ -][\p{L}\p{M}\p{N}_]+){0,4}`;
const OF_TOOLS = new RegExp(
  [
    String.raw`\*\|\s*${WORD}\s*\|\*`,
    String.raw`<<?\s*${WORD}\s*>>?`,
    String.raw`\[\[?\s*${WORD}\s*\]\]?`,
    `%%?${WORD}%%?`,
    String.raw`\$\p{L}[\p{L}\p{M}\p{N}_]*`,
    String.raw`(?<![{\\\p{L}\p{M}\p{N}_])\p{L}[\p{L}\p{M}\p{N}_]*\s?\}(?!\})`,
  ].join('|'),
  'giu',
);
// What other tools call a field, without what stands between its words.
const ALIASES: Record<string, string> = {
  fname: 'firstname',
  givenname: 'firstname',
  lname: 'lastname',
  surname: 'lastname',
  familyname: 'lastname',
};

/** Whether a text may have a blank of another tool, which may mean a field. */
export const mayBeOfTools = (content: string) => content.search(OF_TOOLS) >= 0;

/** The first text in a plain one that looks like a blank and is none; `names` are those that blanks may have. */
export function findLikeABlank(content: string, names: readonly string[] = []): Mistyped | undefined {
  const others = content.replaceAll(BLANK, (blank, at: number) =>
    // {{username}} and ${username} contain the real placeholder, but the characters around it would stay.
    /[{$]/.test(content[at - 1] ?? '') || content[at + BLANK.length] === '}'
      ? blank
      : ' '.repeat(blank.length),
  );
  const usual = others.matchAll(LIKE_A_BLANK).next().value;
  const found = usual && { text: usual[0], at: usual.index, meant: meantBlank(usual[0], names) ?? BLANK };
  if (names.length === 0) return found;
  for (const { 0: text, index: at } of others.matchAll(OF_TOOLS)) {
    if (found && found.at <= at) break;
    const meant = meantBlank(text, names);
    if (meant !== undefined) return { text, at, meant };
  }
  return found;
}

/** The blank of the field that a placeholder of another tool names: '*|FNAME|*' is {first_name}. */
export function meantBlank(text: string, names: readonly string[]): string | undefined {
  const typed = joined(text.replace(/\|[^|]*\}$/s, ''));
  const wanted = [typed, ALIASES[typed]];
  const name = names.find((one) => wanted.includes(joined(one)));
  return name === undefined ? undefined : `{${name}}`;
}

/** The letters of a name alone: 'First Name', FIRST_NAME and firstname are one. */
const joined = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '');

/** The message with a text in it replaced by the blank that is meant. */
const corrected = (content: string, { text, at, meant }: Mistyped) =>
  content.slice(0, at) + meant + content.slice(at + text.length);

/** The message with every text in it that `find` finds replaced by the blank that is meant; `only` those that are written alike. */
export function correctBlanks(
  content: string,
  find: (content: string) => Mistyped | undefined = findLikeABlank,
  only?: string,
): string {
  let next = content;
  // Each turn takes one away.
  for (let turns = content.length; turns > 0; turns--) {
    const mistyped = find(next);
    if (!mistyped || (only !== undefined && mistyped.text !== only)) break;
    next = corrected(next, mistyped);
  }
  return next;
}
