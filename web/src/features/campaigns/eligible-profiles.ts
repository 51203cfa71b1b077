import type { ProfilePerformance } from '@pigeonpost/contract/calls/profiles';

/** How many of a campaign's profiles may send. */
export function countEligible(profiles: ProfilePerformance[]): number {
  return profiles.filter(
    ({ is_active, blocked_at, signed_out_at }) => is_active === 1 && !blocked_at && !signed_out_at,
  ).length;
}
