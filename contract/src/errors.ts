/** The answer of every failed call; `code` where a screen must tell cases apart. */
export interface ErrorBody {
  error: string;
  code?: string;
  /** All errors of the input, by field. */
  fields?: Record<string, string>;
  /** For a failure of the server: the id of the call in its log. */
  request_id?: string;
  conflicting_profiles?: { name: string; campaign: string }[];
}

export const SUBSCRIPTION_EXPIRED = 'Subscription expired. Please renew to continue.';
export const PROFILE_ALREADY_PROCESSING = 'profile_already_processing';
/** The codes of a link that sets no password: it has expired, or it was used or never existed. */
export const RESET_LINK_EXPIRED = 'reset_link_expired';
export const RESET_LINK_INVALID = 'reset_link_invalid';
/** The same of a link that confirms no address. */
export const CONFIRM_LINK_EXPIRED = 'confirm_link_expired';
export const CONFIRM_LINK_INVALID = 'confirm_link_invalid';
