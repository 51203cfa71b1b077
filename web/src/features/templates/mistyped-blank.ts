const BLANK = '{username}';

// Anything in braces, a blank that lacks a brace, and the brackets of other tools.
const LIKE_A_BLANK =
  /\{\{?[^{}\n]{0,30}\}\}?|\{\s*user\s?_?name\b|\buser_?name\s*\}|\[\s*user\s?_?name\s*\]|<\s*user\s?_?name\s*>/gi;

/** The first thing in a message that looks like {username} and is not, so that it would be sent as it stands. */
export function findMistypedBlank(content: string): string | undefined {
  const whole = content.replaceAll(BLANK, (blank, at: number) =>
    // {{username}} holds the real blank, but its outer braces would stay.
    content[at - 1] === '{' || content[at + BLANK.length] === '}' ? blank : ' '.repeat(blank.length),
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
