import type { NeedsYou } from '@pigeonpost/contract/calls/dashboard';

/** Whether there is anything to show of what needs the user, or of what happened since the visit before. */
export function hasNeeds(needs: NeedsYou | undefined): boolean {
  if (!needs) return false;
  const { standing_count, blocked_profiles, signed_out_profiles, unclear, away_agents, replies, since } =
    needs;
  return (
    needs.subscription_end_date !== null ||
    [standing_count, blocked_profiles.count, signed_out_profiles.count, unclear.count].some(Boolean) ||
    [away_agents.length, replies.count].some(Boolean) ||
    (since !== null && since.sent + since.failed + since.ended_count > 0)
  );
}
