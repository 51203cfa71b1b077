import type { ProfilePerformance } from '@pigeonpost/contract/calls/profiles';

/** Whether a profile of a campaign may send. */
export function isEligible({ is_active, blocked_at, signed_out_at }: ProfilePerformance): boolean {
  return is_active === 1 && !blocked_at && !signed_out_at;
}

/** How many of a running campaign's profiles send, as far as Firefox starts with them. */
export function countSending(profiles: ProfilePerformance[]): number {
  return profiles.filter((profile) => isEligible(profile) && !profile.faulted_at).length;
}

/** How many of a campaign's profiles may send. */
export function countEligible(profiles: ProfilePerformance[]): number {
  return profiles.filter(isEligible).length;
}
