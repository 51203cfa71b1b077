-- What a delivery ended as instead of sent. Those are few, and asked for by kind; the column changes once at the
-- end of such a delivery, so that an index on it leaves every other update of a delivery a HOT one.
alter table deliveries add unsent text generated always as (
  case when state in ('failed', 'not_found', 'uncertain', 'skipped') then state end
) stored;
create index deliveries_unsent on deliveries (user_id, campaign_id, unsent, recipient_id) where unsent is not null;

-- Part of failed, like not_found.
alter table daily_performance add uncertain integer not null default 0;
update daily_performance days set uncertain = counted.uncertain
from (
  select user_id, day, campaign_id, coalesce(profile_id, 0) as profile_id, count(*) as uncertain
  from deliveries where unsent = 'uncertain' group by user_id, day, campaign_id, coalesce(profile_id, 0)) counted
where days.user_id = counted.user_id and days.day = counted.day and days.campaign_id = counted.campaign_id
  and days.profile_id = counted.profile_id;
