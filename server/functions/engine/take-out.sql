-- Of people whom an owner took out of a campaign by hand (docs/engine.md#taking-out).

-- Moves the cursor over the names at the line's beginning that the campaign has a row for, as a claim would: where nobody
-- else is left in the line it is over.
create function pass_over_known(of_user bigint, of_campaign bigint) returns void language plpgsql as $$
declare
  followed campaigns;
begin
  select * into followed from campaigns where user_id = of_user and id = of_campaign and follows_campaign_id is not null;
  if found then
    perform pass_over_known_own(followed);
    return;
  end if;
  update campaign_progress g set cursor = coalesce((
    select r.position - 1 from recipients r
    where r.user_id = of_user and r.list_id = c.list_id and r.status = 'pending'
      and r.position > g.cursor and r.position <= c.mark
      -- Not exists: the planner would read all deliveries of the campaign for it.
      and (select true from deliveries d
        where d.user_id = of_user and d.campaign_id = of_campaign and d.recipient_id = r.id) is null
    order by r.position limit 1), c.mark)
  from campaigns c
  where g.user_id = of_user and g.campaign_id = of_campaign and c.user_id = of_user and c.id = of_campaign and not g.passed;
end $$;

-- Of plain values: with the row of a campaign the queries that sum over all of them would carry whole rows.
create function find_taken_out(of_user bigint, of_campaign bigint, of_list bigint) returns integer language plpgsql stable as $$
begin
  return (
    select count(*)::integer from deliveries d
    -- By id alone: before a new list is analyzed the planner would read its line for each of them.
    cross join lateral (select status, list_id from recipients where user_id = d.user_id and id = d.recipient_id offset 0) r
    where d.user_id = of_user and d.campaign_id = of_campaign and d.unsent = 'skipped' and d.is_taken_out
      and r.status = 'pending' and r.list_id = of_list);
end $$;

-- How many pending names of its list the campaign will not try, because its owner took them out.
create function count_taken_out(c campaigns, g campaign_progress) returns integer language sql stable
return case when g.taken_out > 0 then find_taken_out(c.user_id, c.id, c.list_id) else 0 end;
