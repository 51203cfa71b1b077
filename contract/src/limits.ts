// No zod here, nor in any file of the contract that a page imports for more than types: every browser would load it
// with the schemas of all calls, which only the server checks.

/** The time limit of a call without one of its own, in milliseconds. */
export const DEFAULT_TIME_LIMIT_MS = 10_000;

/** The body limit of a call without one of its own, in bytes. A longer body waits for its place before it is read. */
export const DEFAULT_BODY_LIMIT = 64 * 1024;

/** The same for a public call, which needs no token. */
export const PUBLIC_BODY_LIMIT = 16 * 1024;

/** The limit of values in a body without one of its own. */
export const DEFAULT_VALUE_LIMIT = 20_000;

/** Bytes and values of an agent's report: 10,000 profiles with all their fields. */
export const AGENT_BODY_LIMIT = 1024 * 1024;
export const AGENT_VALUE_LIMIT = 100_000;
/** Bytes of the results of a request: as many replies of a profile as a reading takes, in letters of three bytes. */
export const RESULTS_BODY_LIMIT = 4 * 1024 * 1024;

/** Bytes of a body with up to 10,000 profile ids. */
export const PROFILE_IDS_BODY_LIMIT = 256 * 1024;

/** Bytes of a bulk import. */
export const IMPORT_BODY_LIMIT = 64 * 1024 * 1024;
/** Bytes of a bulk import with columns. */
export const IMPORT_TABLE_BODY_LIMIT = 160 * 1024 * 1024;

/** Names in one bulk import. */
export const IMPORT_MAX_LINES = 1_000_000;
/** How long an import can be undone. */
export const IMPORT_UNDO_MINUTES = 10;
/** Columns beside the names in one bulk import: twenty fields, tags and a note. */
export const IMPORT_COLUMNS_MAX = 22;
/** Characters of the remembered heads of a table: an index of PostgreSQL may take three bytes for each. */
export const IMPORT_HEADS_MAX = 600;
/** Columns of a table whose choice is remembered. */
export const IMPORT_CHOSEN_COLUMNS_MAX = 60;

/** The most names in one do-not-contact call, and the bytes of its body. */
export const DO_NOT_CONTACT_MAX_LINES = 50_000;
export const DO_NOT_CONTACT_BODY_LIMIT = 4 * 1024 * 1024;

/** The most recipients that one call settles by id. */
export const SETTLE_MAX_RECIPIENTS = 500;

/** The most recipients that one call changes or restores by id. */
export const RECIPIENT_IDS_MAX = 100;

/** The most campaigns that one call archives or restores. */
export const ARCHIVE_MAX_CAMPAIGNS = 500;

/** Recipients with an earlier message are counted up to this number. */
export const MESSAGED_COUNTED = 10_000;

/** What a user may have of each, all of them together: far more than anybody needs. */
export const LISTS_MAX = 1_000;
export const TEMPLATES_MAX = 1_000;
export const CAMPAIGNS_MAX = 10_000;

/** Changes that a user makes a minute: far more than a person, and as many as a program should. */
export const WRITES_A_MINUTE = 1_200;

/** The refusal of one more than a user may have. */
export const fullText = (noun: string, max: number) =>
  `You have ${max.toLocaleString('en-US')} ${noun}, the most there can be. Delete one first.`;

/** Notes of a person, and characters of one. */
export const PERSON_NOTES_MAX = 100;
export const NOTE_MAX = 2_000;

/** People whose fields and tags are counted, of a user or of a list. */
export const PEOPLE_COUNTED = 200_000;

/** The longest search text of a list, in characters. */
export const LIST_SEARCH_MAX = 200;
/** The longest text of the search across nouns, in characters. */
export const SEARCH_TEXT_MAX = 100;

export const DEFAULT_PAGE_SIZE = 10;
export const MAX_PAGE_SIZE = 100;
/** Page size of the dashboard's table of profiles (docs/behaviour.md#paging). */
export const PERFORMANCE_PAGE_SIZE = 5;
/** Page size of a list's recipients (docs/behaviour.md#paging). */
export const RECIPIENTS_PAGE_SIZE = 50;
/** Fields of people that a page of recipients shows. */
export const SHOWN_FIELDS_MAX = 5;
/** Page size of the users that administrators see. */
export const USERS_PAGE_SIZE = 20;
/** Page size of the audit log. */
export const AUDIT_PAGE_SIZE = 20;
/** Page size of support tickets. */
export const TICKETS_PAGE_SIZE = 20;
/** Page size of a person's campaigns. */
export const PEOPLE_PAGE_SIZE = 50;

/** The longest name in the address of a person's page, in characters. */
export const PERSON_NAME_MAX = 300;
/** The most lists of a person that are answered. */
export const PERSON_LISTS = 100;
/** Recipients before a person in line are counted up to this number. */
export const PERSON_LINE_COUNTED = 10_000;
/** The most subscriptions that one call extends, in one transaction. */
export const MOST_EXTENDED = 100;

/** The next people of a campaign. */
export const NEXT_PEOPLE = 20;
export const NEXT_PEOPLE_MAX = 200;
