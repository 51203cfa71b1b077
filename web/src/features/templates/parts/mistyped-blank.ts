import { readTokens, USERNAME } from '@pigeonpost/contract/message-text';

const BLANK = `{${USERNAME}}`;

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

/** The first text in a message that looks like a blank and is none; `names` are those of the user's fields. */
export function findMistypedBlank(content: string, names: readonly string[] = []): string | undefined {
  const whole = withoutBlanks(content, names).replaceAll(BLANK, (blank, at: number) =>
    // {{username}} and ${username} contain the real placeholder, but the characters around it would stay.
    /[{$]/.test(content[at - 1] ?? '') || content[at + BLANK.length] === '}'
      ? blank
      : ' '.repeat(blank.length),
  );
  return whole.match(LIKE_A_BLANK)?.[0];
}

/** The message with all occurrences of that unknown placeholder replaced by the real one. */
export function correctBlank(content: string, mistyped: string): string {
  if (mistyped.includes(BLANK)) return content.replaceAll(mistyped, BLANK);
  // '{username' is the beginning of every correct placeholder as well: those are left alone.
  const parts = content.split(BLANK);
  return parts.map((part) => part.replaceAll(mistyped, BLANK)).join(BLANK);
}

/** The message with every unknown placeholder replaced by {username}. */
export function correctBlanks(content: string, names: readonly string[] = []): string {
  const mistyped = findMistypedBlank(content, names);
  return mistyped === undefined ? content : correctBlanks(correctBlank(content, mistyped), names);
}

/** The text without its blanks that can be filled, and without escaped characters: all else stays in its place. */
function withoutBlanks(content: string, names: readonly string[]): string {
  const known = new Set([USERNAME, ...names]);
  const pieces = readTokens(content).map(({ source, part, isBroken }) => {
    const stays = isBroken || (typeof part === 'string' ? part === source : !known.has(part.name));
    // {username} itself is looked at: the characters around it may be wrong.
    return stays || source === BLANK ? source : ' '.repeat(source.length);
  });
  return pieces.join('');
}
