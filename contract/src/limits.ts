/** The longest that a call may take where nothing else is said, in milliseconds (1-campaigns, 9). */
export const DEFAULT_TIME_LIMIT_MS = 10_000;

const IMPORT_TIME_LIMIT_MS = 10 * 60_000;

/** Calls with a time limit of their own, in milliseconds; 0 is none (3-decisions, 10 s request timeout). */
export const TIME_LIMITS_MS: Record<string, number> = {
  'POST /api/recipients/bulk': IMPORT_TIME_LIMIT_MS,
  'POST /api/recipients/bulk/check': IMPORT_TIME_LIMIT_MS,
  'GET /api/campaigns/{id}/logs/export': 0,
  // The longest wait an agent may ask for, and the 10 seconds of any other call.
  'POST /api/agent/work': 60_000,
};

/** Bytes of a body where the call says nothing else. */
export const DEFAULT_BODY_LIMIT = 1024 * 1024;

/** Bytes of a bulk import. */
export const IMPORT_BODY_LIMIT = 64 * 1024 * 1024;

/** Names in one bulk import. */
export const IMPORT_MAX_LINES = 1_000_000;

export const DEFAULT_PAGE_SIZE = 10;
export const MAX_PAGE_SIZE = 100;
/** Page size of the dashboard's table of profiles (1-campaigns, 9). */
export const PERFORMANCE_PAGE_SIZE = 5;
/** Page size of a list's recipients (1-campaigns, 9). */
export const RECIPIENTS_PAGE_SIZE = 50;
