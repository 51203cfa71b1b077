/** The answer of every failed call; `code` where a screen must tell cases apart. */
export interface ErrorBody {
  error: string;
  code?: string;
  /** All errors of the input, by field. */
  fields?: Record<string, string>;
  /** For a failure of the server: the id of the call in the server's log. */
  request_id?: string;
  conflicting_profiles?: { name: string; campaign: string }[];
}

export const SUBSCRIPTION_EXPIRED = 'Subscription expired. Please renew to continue.';
export const PROFILE_ALREADY_PROCESSING = 'profile_already_processing';
/** The codes of a one-time link that sets no password: it was made too long ago, or it was used or never made. */
export const RESET_LINK_EXPIRED = 'reset_link_expired';
export const RESET_LINK_INVALID = 'reset_link_invalid';
