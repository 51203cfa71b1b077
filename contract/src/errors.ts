/** The answer of every failed call; `code` where a screen must tell cases apart. */
export interface ErrorBody {
  error: string;
  code?: string;
  /** All faults of the input, by field. */
  fields?: Record<string, string>;
  conflicting_profiles?: { name: string; campaign: string }[];
}

export const SUBSCRIPTION_EXPIRED = 'Subscription expired. Please renew to continue.';
export const PROFILE_ALREADY_PROCESSING = 'profile_already_processing';
