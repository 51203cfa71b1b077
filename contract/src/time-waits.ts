import type { StandstillKind } from './campaigns.ts';

/** Standstills of running campaigns that only time ends, or for `never` another choice of hours. */
export const TIME_WAITS = [
  'never',
  'hours',
  'quiet_date',
  'cap_account',
  'cap_campaign',
  'cap_profiles',
] as const satisfies readonly StandstillKind[];
export type TimeWaitKind = (typeof TIME_WAITS)[number];

/** Whether it is one of these. */
export const isTimeWait = (kind: StandstillKind): kind is TimeWaitKind =>
  TIME_WAITS.some((one) => one === kind);

/** Whether a campaign stands still until some moment at which it continues by itself, so that nobody is needed. */
export const isWaitingForTime = (kind: StandstillKind): boolean => kind !== 'never' && isTimeWait(kind);
