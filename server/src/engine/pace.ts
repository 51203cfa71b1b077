import { SENDING_LEASE_SECONDS } from '@pigeonpost/contract/agent';
import { DEFAULT_SETTINGS } from '@pigeonpost/contract/settings';

/** How long a profile waits that a person has open in their own Firefox. */
export const IN_USE_SECONDS = 60;
/** Two servers, and one before and after it heard the time, differ by less. */
const SLACK_SECONDS = 60;

const { delay_start, delay_end, max_retries } = DEFAULT_SETTINGS;

/** How many failures of a delivery are tried again, as SQL over a row of `settings` that may be missing. */
export const maxRetries = (settings: string) => `coalesce(${settings}.max_retries, ${max_retries})`;

/**
 * The moment a profile's next message is due, as SQL: now and a delay drawn between the two of its user's
 * settings. `draw` is a number from 0 to 1.
 */
export const drawnPace = (settings: string, draw: string) => {
  const start = `coalesce(${settings}.delay_start, ${delay_start})`;
  const end = `coalesce(${settings}.delay_end, ${delay_end})`;
  return `$1::timestamptz + make_interval(secs => ${start} + ${draw} * (${end} - ${start}))`;
};

const longestPause = (settings: string) =>
  `make_interval(secs => greatest(coalesce(${settings}.delay_end, ${delay_end}), ${IN_USE_SECONDS}) + ${SLACK_SECONDS})`;

/**
 * Whether a profile or a retry is due at such a moment, as SQL. One that is farther ahead than the settings allow
 * was set by a clock that was wrong (docs/engine.md#clocks).
 */
export const isDue = (moment: string, settings: string) =>
  `(${moment} <= $1 or ${moment} > $1::timestamptz + ${longestPause(settings)})`;

/** The same for the end of a lease. */
export const isLeaseOver = (leaseUntil: string) =>
  `(${leaseUntil} < $1 or ${leaseUntil} > $1::timestamptz + interval '${SENDING_LEASE_SECONDS + SLACK_SECONDS} seconds')`;
