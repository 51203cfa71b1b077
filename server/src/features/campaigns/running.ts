import { type RawBuilder, sql } from 'kysely';

type Running = { id: number; name: string } | null;

/** The running campaign of a list, for a query over `lists`; the oldest where there are two. */
export const runningCampaignOfList: RawBuilder<Running> = sql`(
  select json_build_object('id', campaigns.id, 'name', campaigns.name) from campaigns
  where campaigns.user_id = lists.user_id and campaigns.list_id = lists.id
    and campaigns.status = 'running' and campaigns.deleted_at is null
  order by campaigns.id limit 1)`;

/** The running campaign of a profile, for a query over `profiles`; there is at most one. */
export const runningCampaignOfProfile: RawBuilder<Running> = sql`(
  select json_build_object('id', campaigns.id, 'name', campaigns.name)
  from campaign_profiles
  join campaigns on campaigns.user_id = campaign_profiles.user_id and campaigns.id = campaign_profiles.campaign_id
  where campaign_profiles.user_id = profiles.user_id and campaign_profiles.profile_id = profiles.id
    and campaigns.status = 'running' and campaigns.deleted_at is null
  order by campaigns.id limit 1)`;
