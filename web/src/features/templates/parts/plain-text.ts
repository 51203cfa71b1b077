/** The blank of every text, which is filled without reading the others. */
export const USERNAME_BLANK = '{username}';

const ESCAPED = /\\[{}|\\]/g;
const USERNAMES = /\{\s*username\s*(?:\|[^{}]*)?\}/gi;

/**
 * Whether a text means itself but for {username}: it has no other brace and no backslash. The code that reads blanks
 * is loaded only where it does not.
 */
export function isPlainText(text: string): boolean {
  return !/[{}\\]/.test(text.replaceAll(USERNAME_BLANK, ''));
}

/** A field's name as words. */
export const wordsOf = (name: string) => name.replaceAll('_', ' ');

/** Whether a text may have a blank besides {username}, or what looks like one. */
export function mayUseFields(text: string): boolean {
  return (
    !isPlainText(text) && /\{\p{L}|\{\s*\p{L}[^{}]*\}/u.test(text.replace(ESCAPED, '').replace(USERNAMES, ''))
  );
}
