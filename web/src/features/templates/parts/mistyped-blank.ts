import { USERNAME_BLANK as BLANK } from './plain-text.ts';

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

/** The first text in a plain one that looks like a blank and is none. */
export function findLikeABlank(content: string): string | undefined {
  const others = content.replaceAll(BLANK, (blank, at: number) =>
    // {{username}} and ${username} contain the real placeholder, but the characters around it would stay.
    /[{$]/.test(content[at - 1] ?? '') || content[at + BLANK.length] === '}'
      ? blank
      : ' '.repeat(blank.length),
  );
  return others.match(LIKE_A_BLANK)?.[0];
}

/** The message with all occurrences of that unknown placeholder replaced by the real one. */
export function correctBlank(content: string, mistyped: string): string {
  if (mistyped.includes(BLANK)) return content.replaceAll(mistyped, BLANK);
  // '{username' is the beginning of every correct placeholder as well: those are left alone.
  const parts = content.split(BLANK);
  return parts.map((part) => part.replaceAll(mistyped, BLANK)).join(BLANK);
}

/** The message with every text in it that `find` finds replaced by the real placeholder. */
export function correctBlanks(content: string, find = findLikeABlank): string {
  const mistyped = find(content);
  return mistyped === undefined ? content : correctBlanks(correctBlank(content, mistyped), find);
}
