/** The greatest caps (docs/behaviour.md#caps). */
export const CAPS = {
  profile_hour: 120,
  profile_day: 1000,
  campaign_day: 100_000,
  account_day: 100_000,
} as const;
export type CapKind = keyof typeof CAPS;

/** The caps that can hold a profile: its own, all profiles', the slow beginning, and half after a block. */
export const CAP_REASONS = ['own', 'account', 'begin_slowly', 'half'] as const;

/** A profile that begins slowly: on its first day, more on each next one on which it sends, for so many such days. */
export const BEGIN_SLOWLY = { first: 5, more: 2, days: 20 } as const;

/** A resumed profile sends at half for so many days. */
export const HALF_DAYS = 7;

/** The error of a cap; null is none. */
export function capError(kind: CapKind, value: number | null): string | undefined {
  const most = CAPS[kind];
  if (value === null || (Number.isInteger(value) && value >= 1 && value <= most)) return undefined;
  return `A cap per ${kind === 'profile_hour' ? 'hour' : 'day'} must be a whole number from 1 to ${most}`;
}

/** The cap of a profile on its nth sending day while it begins slowly; 1 is the first. */
export function slowCap(day: number): number {
  return BEGIN_SLOWLY.first + BEGIN_SLOWLY.more * (day - 1);
}
