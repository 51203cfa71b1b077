const BLANK = '{username}';

const NAME = String.raw`(?:user|first|last|full)?[\s_-]?name|user`;

// Anything in braces, a blank that lacks a brace, and the brackets of other tools: %username%, ${name}, *|FNAME|*.
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

/** The first thing in a message that looks like {username} and is not, so that it would be sent as it stands. */
export function findMistypedBlank(content: string): string | undefined {
  const whole = content.replaceAll(BLANK, (blank, at: number) =>
    // {{username}} and ${username} hold the real blank, but what is around it would stay.
    /[{$]/.test(content[at - 1] ?? '') || content[at + BLANK.length] === '}'
      ? blank
      : ' '.repeat(blank.length),
  );
  return whole.match(LIKE_A_BLANK)?.[0];
}

/** The message with that mistyped blank, wherever it stands, as the real one. */
export function correctBlank(content: string, mistyped: string): string {
  if (mistyped.includes(BLANK)) return content.replaceAll(mistyped, BLANK);
  // '{username' is the beginning of every good blank as well: those are left alone.
  const parts = content.split(BLANK);
  return parts.map((part) => part.replaceAll(mistyped, BLANK)).join(BLANK);
}

/** The message with everything that looks like a blank as the real one. */
export function correctBlanks(content: string): string {
  const mistyped = findMistypedBlank(content);
  return mistyped === undefined ? content : correctBlanks(correctBlank(content, mistyped));
}
