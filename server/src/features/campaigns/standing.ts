import { DEFAULT_SETTINGS } from '@pigeonpost/contract/settings';

/**
 * Whether a user may send, as SQL over a row of `users`: an account that is not disabled and an active
 * subscription (1-campaigns, 5). $1 is now.
 */
export const isInGoodStanding = (user: string) =>
  `(${user}.is_active and (${user}.role = 'admin' or coalesce(${user}.subscription_end_date > $1, false)))`;

/** Whether a profile may send, as SQL over a row of `profiles` (engine.md, Able). */
export const isAble = (profile: string) =>
  `(${profile}.is_active and ${profile}.deleted_at is null and ${profile}.blocked_at is null)`;

const { delay_start, delay_end } = DEFAULT_SETTINGS;

/**
 * The moment a profile's next message is due, as SQL: now and a delay drawn between the two of its user's
 * settings. `draw` is a number from 0 to 1.
 */
export const drawnPace = (settings: string, draw: string) => {
  const start = `coalesce(${settings}.delay_start, ${delay_start})`;
  const end = `coalesce(${settings}.delay_end, ${delay_end})`;
  return `$1::timestamptz + make_interval(secs => ${start} + ${draw} * (${end} - ${start}))`;
};
