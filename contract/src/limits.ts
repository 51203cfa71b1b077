// No zod here, nor in any file of the contract from which a page imports more than types: every browser would load
// it with the schemas of all calls, by which only the server judges.

/** How long a call may take unless it states otherwise, in milliseconds. */
export const DEFAULT_TIME_LIMIT_MS = 10_000;

/** Bytes of a body where the call says nothing else. A longer one waits for its place before it is read. */
export const DEFAULT_BODY_LIMIT = 64 * 1024;

/** The same of a public call: anybody makes it, without a token. */
export const PUBLIC_BODY_LIMIT = 16 * 1024;

/** Values that a body may hold where the call says nothing else. */
export const DEFAULT_VALUE_LIMIT = 20_000;

/** Bytes and values of what an agent tells of its machine: 10,000 profiles with all that is known of them. */
export const AGENT_BODY_LIMIT = 1024 * 1024;
export const AGENT_VALUE_LIMIT = 100_000;

/** Bytes of a body that names up to 10,000 profiles by their ids. */
export const PROFILE_IDS_BODY_LIMIT = 256 * 1024;

/** Bytes of a bulk import. */
export const IMPORT_BODY_LIMIT = 64 * 1024 * 1024;

/** Names in one bulk import. */
export const IMPORT_MAX_LINES = 1_000_000;
/** The heads of a table as they are remembered, in characters: an index of PostgreSQL holds three bytes of each. */
export const IMPORT_HEADS_MAX = 600;

/** Names that are put on do-not-contact at once, and the bytes of their body. */
export const DO_NOT_CONTACT_MAX_LINES = 50_000;
export const DO_NOT_CONTACT_BODY_LIMIT = 4 * 1024 * 1024;

/** People of a campaign that are settled with one call by their ids. */
export const SETTLE_MAX_RECIPIENTS = 500;

/** Campaigns that are archived, or brought back, with one call. */
export const ARCHIVE_MAX_CAMPAIGNS = 500;

/** Beyond so many, those who were messaged already are not counted. */
export const MESSAGED_COUNTED = 10_000;

/** Characters of what a list is searched for. */
export const LIST_SEARCH_MAX = 200;
/** Characters of what everything is searched for at once. */
export const SEARCH_TEXT_MAX = 100;

export const DEFAULT_PAGE_SIZE = 10;
export const MAX_PAGE_SIZE = 100;
/** Page size of the dashboard's table of profiles (docs/behaviour.md#paging). */
export const PERFORMANCE_PAGE_SIZE = 5;
/** Page size of a list's recipients (docs/behaviour.md#paging). */
export const RECIPIENTS_PAGE_SIZE = 50;
/** Page size of the users that administrators see. */
export const USERS_PAGE_SIZE = 20;
/** Page size of the audit log. */
export const AUDIT_PAGE_SIZE = 20;
/** Page size of support tickets. */
export const TICKETS_PAGE_SIZE = 20;
/** Page size of what campaigns did for a person. */
export const PEOPLE_PAGE_SIZE = 50;

/** Characters of an address that names a person. */
export const PERSON_NAME_MAX = 300;
/** How many lists of a person are answered. */
export const PERSON_LISTS = 100;
/** Beyond so many, those who are before a person in line are not counted. */
export const PERSON_LINE_COUNTED = 10_000;
/** Users whose subscriptions are extended at once, in one transaction. */
export const MOST_EXTENDED = 100;
