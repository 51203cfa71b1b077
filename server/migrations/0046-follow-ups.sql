-- Follow-ups (docs/engine.md#follow-ups). A follow-up is a campaign with a list of its own; these columns of its list count
-- in it alone. profile_id: the profile that wrote first; null: any profile of the campaign. follows_at: when it did.
alter table recipients
  add column profile_id bigint,
  add column follows_at timestamptz;
-- Empty for every other list.
create index recipients_own_line on recipients (user_id, list_id, profile_id, position)
  where status = 'pending' and profile_id is not null;

-- The campaign whose people are asked again, which may be gone, and whether this is the first follow-up or one of a follow-up.
alter table campaigns
  add column follows_campaign_id bigint,
  add column nth_follow_up smallint check (nth_follow_up between 1 and 2),
  add constraint campaigns_follow_up check ((follows_campaign_id is null) = (nth_follow_up is null));
create index campaigns_follow on campaigns (user_id, follows_campaign_id) where follows_campaign_id is not null;

-- How far a claim has come among the people of each profile, and among those who are for all profiles. `cursor` of
-- campaign_progress stays where it is in a follow-up: a version that knows none would take its line for read to the end.
alter table campaign_profiles add column cursor bigint not null default 0;
alter table campaign_progress add column shared_cursor bigint not null default 0;

-- A version that knows no follow-ups may run beside a newer one, or be started again. Its claim would hand out people to
-- profiles that they do not know, so it passes over follow-ups (docs/engine.md#versions-side-by-side).
drop policy every_row on campaigns;
create policy every_row on campaigns to pigeonpost_system using (
  (not is_test(id) or shows_tests_to_system()) and (position('_work(' in current_query()) = 0
    or (parts is null or position('claim_work(' in current_query()) = 0)
      and num_nonnulls(hours, not_after, cap_day, leave_out, follows_campaign_id) = 0 and (canary is null or is_canary_over)
      and not is_limited(user_id, id) and not requires_source(user_id))
  and (position('claim_for_agents(' in current_query()) = 0
    or num_nonnulls(leave_out, follows_campaign_id) = 0 and (parts is null or not parts @> '[{"field": "optout"}]')
      and not requires_source(user_id)));
