import { cutCharacters, isLongerThan } from './text/characters.ts';

export const RECIPIENT_STATUSES = ['pending', 'sent', 'failed', 'not_found'] as const;
export type RecipientStatus = (typeof RECIPIENT_STATUSES)[number];

/** Filters of a list's recipients: one status, all not delivered, the unclear ones, the other failed ones, or who replied. */
export const RECIPIENT_FILTERS = [
  ...RECIPIENT_STATUSES,
  'not_delivered',
  'unclear',
  'certainly_failed',
  'replied',
] as const;
export type RecipientFilter = (typeof RECIPIENT_FILTERS)[number];

/** The sort orders of a list's recipients; by status is in the order of RECIPIENT_STATUSES. */
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

/** The bulk actions on recipients: delete them, or set their status. */
export const RECIPIENT_BULK_ACTIONS = ['delete', ...RECIPIENT_STATUSES] as const;
export type RecipientBulkAction = (typeof RECIPIENT_BULK_ACTIONS)[number];

/** The bulk actions on what is known of recipients: put a tag on them, or take it off. */
export const TAG_ACTIONS = ['tag', 'untag'] as const;
export type TagAction = (typeof TAG_ACTIONS)[number];

/** The bulk action that gives recipients a value in a field, or takes it away. */
export const VALUE_ACTION = 'set_value';

/** Whether an action needs a tag. Statuses and delete do not. */
export function isTagAction(action: string): action is TagAction {
  return TAG_ACTIONS.some((one) => one === action);
}

/**
 * The after_id of a bulk change by ids or conditions. A server of a version before, which may answer during an upgrade,
 * reads neither: without it, it would change the whole list.
 */
export const AFTER_EVERYBODY = Number.MAX_SAFE_INTEGER;

export const IMPORT_RUNS =
  'An import or another change of your people is running. Try again when it has ended.';
export const IMPORT_BEING_UNDONE = 'An import into this list is being undone. Try again when that is done.';
export const NO_RECIPIENT = 'Please enter at least one recipient';

/** The kinds of names of a user's recipients, as the site writes them. */
export const NAME_KINDS = ['instagram', 'address'] as const;
export type NameKind = (typeof NAME_KINDS)[number];

/** The words for a name in texts for people. */
export const NAME_WORDS: Record<NameKind, { one: string; article: string; many: string; label: string }> = {
  instagram: { one: 'username', article: 'a', many: 'usernames', label: 'Username' },
  address: { one: 'address', article: 'an', many: 'addresses', label: 'Address' },
};

const NAME_MAX = { instagram: 30, address: 255 } as const;
const INSTAGRAM_NAME = /^[a-z0-9._]{1,30}$/;
// Invisible characters could make two addresses look the same. A leading @ would be dropped when the stored address is
// normalized again.
const ADDRESS = /^(?!@)[^\s\p{C}]{1,255}$/u;

// Text copied from pages and chats contains invisible marks, such as U+200E, U+200B or a soft hyphen.
const INVISIBLE = /\p{Cf}/gu;
const PLAIN = /^[\x20-\x7e]*$/;

/** Removes invisible format characters. */
export function dropInvisible(text: string): string {
  // Fast path: nearly all names are plain, and an import checks a million.
  return PLAIN.test(text) ? text : text.replace(INVISIBLE, '');
}

/** A text as names are written: no invisible characters, trimmed, lower case, composed (NFC). */
export function composed(text: string): string {
  const lower = dropInvisible(text).trim().toLowerCase();
  return PLAIN.test(lower) ? lower : lower.normalize('NFC');
}

/** The same without one leading @: the form of a username. `nameForm` gives that of an account's names. */
export function normalizeRecipient(text: string): string {
  return composed(text).replace(/^@/, '');
}

/** The error of a normalized name, or undefined: the end of a line in an import's report (docs/behaviour.md#names). */
export function recipientError(name: string, kind: NameKind): string | undefined {
  if ((kind === 'address' ? ADDRESS : INSTAGRAM_NAME).test(name))
    return kind === 'instagram' ? dotsError(name) : undefined;
  if (name === '') return 'is empty';
  if (/\s/.test(name)) return 'has a space';
  if (kind === 'instagram' && /[/:]/.test(name)) return 'is not a username';
  if (kind === 'address' && name.startsWith('@')) return 'begins with more than one @';
  const max = NAME_MAX[kind];
  if (isLongerThan(name, max)) return `is longer than ${max} characters`;
  return `has a character that ${NAME_WORDS[kind].many} cannot have`;
}

/** Whether a text is a name as lists store it, of either kind. */
export function isStoredName(name: string): boolean {
  return (
    normalizeRecipient(name) === name && NAME_KINDS.some((kind) => recipientError(name, kind) === undefined)
  );
}

function dotsError(name: string): string | undefined {
  if (name.endsWith('.')) return 'ends with a dot';
  return name.includes('..') ? 'has two dots in a row' : undefined;
}

/** The error of a typed name, or undefined. */
export function typedNameError(name: string, kind: NameKind): string | undefined {
  const error = recipientError(name, kind);
  return error === undefined ? undefined : typedError({ text: name, error, kind });
}

/** The error of a typed text as a sentence. */
export function typedError(typed: { text: string; error: string; kind: NameKind }): string {
  const { text, error, kind } = typed;
  return text === '' ? `${NAME_WORDS[kind].label} is required` : `"${shorten(text)}" ${error}`;
}

const SHOWN_MAX = 60;

/** The beginning of a wrongly pasted text is enough to recognise it. */
function shorten(name: string): string {
  const shown = cutCharacters(name, SHOWN_MAX);
  return shown === name ? name : `${shown}…`;
}

/** A name as it is shown: an Instagram username with @, an address unchanged. */
export function shownName(name: string): string {
  return INSTAGRAM_NAME.test(name) ? `@${name}` : name;
}
