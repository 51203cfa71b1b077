import type { CampaignStatus } from '../campaigns.ts';

/** Standstills of running campaigns that only time ends, or for `never` another choice of hours. */
export const TIME_WAITS = [
  'never',
  'hours',
  'quiet_date',
  'cap_account',
  'cap_campaign',
  'cap_profiles',
] as const;
export type TimeWaitKind = (typeof TIME_WAITS)[number];

/** Why a running or paused campaign sends nothing (docs/behaviour.md#standstills). */
export const STANDSTILLS = [
  'by_you',
  'subscription',
  'account',
  'last_moment',
  'stop_link',
  'review',
  'profiles',
  'ready',
  'told',
  'frozen',
  'agent',
  'machine',
  'driver',
  'window',
  'fault',
  'site',
  ...TIME_WAITS,
] as const;
export type StandstillKind = (typeof STANDSTILLS)[number];

/** Whether only time ends it. */
export const isTimeWait = (kind: StandstillKind): kind is TimeWaitKind =>
  TIME_WAITS.some((one) => one === kind);

/** Whether a campaign stands still until some moment at which it continues by itself, so that nobody is needed. */
export const isWaitingForTime = (kind: StandstillKind): boolean => kind !== 'never' && isTimeWait(kind);

/** Whether a person is needed: neither its owner nor the clock decided. */
export const needsPerson = (kind: StandstillKind): boolean => kind !== 'by_you' && !isWaitingForTime(kind);

/** Whether a campaign was paused because none of its profiles could send (docs/behaviour.md#profiles). */
export const waitsForProfiles = ({
  status,
  standstill,
}: {
  status: CampaignStatus;
  standstill: { kind: StandstillKind } | null;
}): boolean => status === 'paused' && (standstill?.kind === 'profiles' || standstill?.kind === 'ready');
