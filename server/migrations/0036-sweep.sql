-- When the sweep next looks at a campaign (docs/engine.md#sweep): null where nothing is in work, -infinity for its next
-- turn. A sweep reads what is due by this index; the lease itself has none, so that writing it stays a HOT update.
alter table campaign_progress add column sweep_at timestamptz;
update campaign_progress g set sweep_at = '-infinity'
from campaigns c
where c.user_id = g.user_id and c.id = g.campaign_id and (g.in_work > 0 or c.status = 'running');
create index campaign_progress_due on campaign_progress (sweep_at) where sweep_at is not null;

-- A trigger, so that a server of an older version that works beside newer ones loses no lease. After the row is written:
-- a condition that is false then costs nothing but itself.
create function sweep_next_turn() returns trigger language plpgsql as $$
begin
  update campaign_progress set sweep_at = '-infinity'
  where user_id = new.user_id and campaign_id = new.campaign_id;
  return null;
end $$;
create trigger sweep_next_turn after insert or update of in_work on campaign_progress
  for each row when (new.in_work > 0 and new.sweep_at is null) execute function sweep_next_turn();

-- Whose subscription has just ended.
create index users_subscription_end on users (subscription_end_date) where subscription_end_date is not null;
