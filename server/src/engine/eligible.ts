/**
 * Whether a user may send, as SQL over a row of `users`: an account that is not disabled and an active
 * subscription. $1 is now.
 */
export const isEligibleUser = (user: string) =>
  `(${user}.is_active and (${user}.role = 'admin' or coalesce(${user}.subscription_end_date > $1, false)))`;

/** Whether a profile may send, as SQL over a row of `profiles` (docs/engine.md#eligibility). */
export const isEligibleProfile = (profile: string) =>
  `(${profile}.is_active and ${profile}.deleted_at is null and ${profile}.blocked_at is null
    and ${profile}.signed_out_at is null)`;
