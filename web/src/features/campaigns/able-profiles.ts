import type { ProfilePerformance } from '@pigeonpost/contract/calls/profiles';

/** How many of a campaign's profiles may send. */
export function countAble(profiles: ProfilePerformance[]): number {
  return profiles.filter(({ is_active, blocked_at }) => is_active === 1 && !blocked_at).length;
}
