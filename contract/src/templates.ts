export const TEMPLATE_NAME_MAX = 100;
/** The longest message that Instagram takes. */
export const TEMPLATE_CONTENT_MAX = 1000;

const USERNAME_BLANK = '{username}';

/** The message that a person reads, with every {username} filled in. */
export function fillTemplate(content: string, username: string): string {
  return content.replaceAll(USERNAME_BLANK, username);
}
