-- Whom a campaign was to try again when its owner stopped it is not in work any more: it was not reached.
with stopped as (
  update deliveries d set state = 'stopped' from campaigns c
  where c.status in ('completed', 'failed') and c.deleted_at is null
    and d.user_id = c.user_id and d.campaign_id = c.id and d.retry_at is not null
  returning d.user_id, d.campaign_id)
update campaign_progress g set in_work = g.in_work - x.count
from (select user_id, campaign_id, count(*)::int as count from stopped group by user_id, campaign_id) x
where g.user_id = x.user_id and g.campaign_id = x.campaign_id;
