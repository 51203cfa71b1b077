export const RECIPIENT_STATUSES = ['pending', 'sent', 'failed', 'not_found'] as const;
export type RecipientStatus = (typeof RECIPIENT_STATUSES)[number];

/** How a list's recipients are sorted; by status is in the order of RECIPIENT_STATUSES. */
export const RECIPIENT_SORTS = [
  'added_desc',
  'added_asc',
  'name_asc',
  'name_desc',
  'status_asc',
  'status_desc',
] as const;
export type RecipientSort = (typeof RECIPIENT_SORTS)[number];
export const DEFAULT_RECIPIENT_SORT: RecipientSort = 'added_desc';

/** What can be done to all recipients that match: delete them, or set their status. */
export const RECIPIENT_BULK_ACTIONS = ['delete', ...RECIPIENT_STATUSES] as const;
export type RecipientBulkAction = (typeof RECIPIENT_BULK_ACTIONS)[number];

export const IMPORT_RUNS = 'Another import of yours is running. Try again when it has ended.';
export const NO_RECIPIENT = 'Please enter at least one recipient';

const INSTAGRAM_NAME = /^[a-z0-9._]{1,30}$/;

/** An Instagram name as it is kept: trimmed, one leading @ dropped, lower-cased. */
export function normalizeRecipient(text: string): string {
  const trimmed = text.trim();
  return (trimmed.startsWith('@') ? trimmed.slice(1) : trimmed).toLowerCase();
}

/** What is wrong with a normalized Instagram name, or undefined: words that end a line of an import's report. */
export function recipientFault(name: string): string | undefined {
  if (INSTAGRAM_NAME.test(name)) return undefined;
  if (name === '') return 'is empty';
  if (/\s/.test(name)) return 'has a space';
  if (/[/:]/.test(name)) return 'is not a username';
  if (name.length > 30) return 'is longer than 30 characters';
  return 'has a character that usernames cannot have';
}
