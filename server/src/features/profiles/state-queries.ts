import type { ProfileCounts } from '@pigeonpost/contract/calls/profiles';
import type { ProfileState } from '@pigeonpost/contract/profiles';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isOpen } from '../agents/window-queries.ts';

/** The running campaign of a profile, for a query over `profiles`; there is at most one. */
export const runningCampaignOfProfile: RawBuilder<{ id: number; name: string } | null> = sql`(
  select json_build_object('id', campaigns.id, 'name', campaigns.name)
  from campaign_profiles
  join campaigns on campaigns.user_id = campaign_profiles.user_id and campaigns.id = campaign_profiles.campaign_id
  where campaign_profiles.user_id = profiles.user_id and campaign_profiles.profile_id = profiles.id
    and campaigns.status = 'running' and campaigns.deleted_at is null and not is_test(campaigns.id)
  order by campaigns.id limit 1)`;

/** Rests until its owner acts, or until its machine can start it; a switched-off profile needs nobody. */
export const needsYou: RawBuilder<SqlBool> = sql`(profiles.is_active
  and coalesce(profiles.blocked_at, profiles.signed_out_at, profiles.faulted_at) is not null)`;

/** The condition of each state, for a query over `profiles` (docs/behaviour.md#profiles). */
export const IN_PROFILE_STATE: Record<ProfileState, RawBuilder<SqlBool>> = {
  sending: sql`(profiles.is_active
    and coalesce(profiles.blocked_at, profiles.signed_out_at, profiles.faulted_at) is null
    and ${runningCampaignOfProfile} is not null)`,
  blocked: sql`profiles.blocked_at is not null`,
  signed_out: sql`(profiles.blocked_at is null and profiles.signed_out_at is not null)`,
  open: isOpen,
  off: sql`not profiles.is_active`,
};

/** The number of a query's profiles in each state, as its one row. */
export const profileCounts: RawBuilder<ProfileCounts> = sql`jsonb_build_object(
  'all', count(*), 'needs_you', count(*) filter (where ${needsYou}), ${sql.join(
    Object.entries(IN_PROFILE_STATE).map(
      ([state, holds]) => sql`${sql.lit(state)}, count(*) filter (where ${holds})`,
    ),
  )})`;

/** Profiles in trouble first: blocked, signed out, cannot start. */
export const byTrouble: RawBuilder<number> = sql`case when not ${needsYou} then 3
  when profiles.blocked_at is not null then 0 when profiles.signed_out_at is not null then 1 else 2 end`;
