-- The order in which a user's campaigns are listed: what runs, what is paused, then the newest.
create index campaigns_under_way on campaigns (
  user_id, (case status when 'running' then 0 when 'paused' then 1 else 2 end), id desc
) where deleted_at is null;
