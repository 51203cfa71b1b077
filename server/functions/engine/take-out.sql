-- What an owner takes out of a campaign by hand, and puts back (docs/engine.md#taking-out). The user's lock must be held.

-- Takes these people out. has_lines: each has a line in the log; else all together have one. Whoever is being sent to is
-- left. Gives null for a campaign that is gone, else its status, how many of them it knows, and what became of them.
create function take_out(moment timestamptz, of_user bigint, of_campaign bigint, ids bigint[], has_lines boolean)
returns json language plpgsql as $$
declare
  c campaigns;
  known integer;
  sending integer;
  transitions transition[];
  taken_out integer;
  events json[];
begin
  select * into c from campaigns where user_id = of_user and id = of_campaign and deleted_at is null;
  if not found then return engine_answer(moment, null, '{}'); end if;
  select count(*), count(*) filter (where d.state = 'sending'),
    array_agg(new_transition(r.ord, of_user, of_campaign, r.id, 'skipped', is_taken_out => true,
        action => case when has_lines then 'skipped' end, log_reason => '{"kind": "taken_out"}'))
      filter (where c.status in ('pending', 'running', 'paused') and case
        when d.state is null then r.status = 'pending' and r.position <= coalesce(c.mark, r.position)
        else d.state in ('leased', 'waiting') end)
  into known, sending, transitions
  from (
    select id, list_id, status, position, row_number() over (order by position) as ord from recipients
    where user_id = of_user and id = any (ids)) r
  left join lateral (select state from deliveries
    where user_id = of_user and campaign_id = of_campaign and recipient_id = r.id offset 0) d on true
  where r.list_id = c.list_id or d.state is not null;
  taken_out := coalesce(cardinality(transitions), 0);

  events := change_deliveries(moment, transitions);
  if taken_out > 0 then
    update campaign_progress g set taken_out = g.taken_out + cardinality(transitions)
    where user_id = of_user and campaign_id = of_campaign;
    if not has_lines then
      events := events || write_log(of_user, of_campaign, 'skipped', moment,
        reason => jsonb_build_object('kind', 'taken_out', 'people', taken_out));
    end if;
    if c.mark is null then
      events := without_progress(events);
    elsif not is_unclaimed(c, moment) then
      perform pass_over_known(of_user, of_campaign);
      events := events || complete_campaigns(moment, array[of_user], array[of_campaign]);
    end if;
  end if;
  return engine_answer(moment, json_build_object('status', c.status, 'known', coalesce(known, 0), 'taken_out', taken_out,
    'being_sent', coalesce(sending, 0)), events);
end $$;

-- Puts back those of these people whom the owner took out, while the campaign has not ended and the name is pending, free and
-- still this campaign's. Where nobody of it can be handed out yet they have their place in the line again, else they are
-- tried like those who wait, so behind the line. Gives null for a campaign that is gone, else its status, how many of them
-- it knows, and how many are back.
create function put_back(moment timestamptz, of_user bigint, of_campaign bigint, ids bigint[]) returns json
language plpgsql as $$
declare
  c campaigns;
  known integer;
  back bigint[];
  events json[];
begin
  select * into c from campaigns where user_id = of_user and id = of_campaign and deleted_at is null;
  if not found then return engine_answer(moment, null, '{}'); end if;
  select count(*), array_agg(r.id order by r.position) filter (where c.status in ('pending', 'running', 'paused')
    and d.state = 'skipped' and d.is_taken_out and r.status = 'pending' and r.campaign_id is null
    and r.list_id = c.list_id and r.position <= coalesce(c.mark, r.position))
  into known, back
  from (select * from recipients where user_id = of_user and id = any (ids)) r
  left join lateral (select state, is_taken_out from deliveries
    where user_id = of_user and campaign_id = of_campaign and recipient_id = r.id offset 0) d on true
  where r.list_id = c.list_id or d.state is not null;

  if back is not null then
    update campaign_progress g set taken_out = g.taken_out - cardinality(back)
    where user_id = of_user and campaign_id = of_campaign;
    events := case when is_unclaimed(c, moment) then forget_taken_out(moment, c, back)
      else change_deliveries(moment, array(
        select new_transition(ord, of_user, of_campaign, id, 'waiting', retry_at => moment, reason => '{"kind": "put_back"}',
          action => 'put_back', log_reason => '{"kind": "put_back"}')
        from unnest(back) with ordinality as one (id, ord))) end;
  end if;
  return engine_answer(moment, json_build_object('status', c.status, 'known', coalesce(known, 0),
    'put_back', coalesce(cardinality(back), 0)), coalesce(events, '{}'));
end $$;

-- Whether nobody of the campaign can have been handed out: it was never started, or its first start can still be undone.
create function is_unclaimed(c campaigns, moment timestamptz) returns boolean language sql immutable
return c.mark is null or coalesce(c.status = 'running' and c.countdown_from = 'pending', false)
  and is_counting_down(c.countdown_until, moment);

-- Removes the rows of people who were taken out, as if they never had been.
create function forget_taken_out(moment timestamptz, c campaigns, ids bigint[]) returns json[] language plpgsql as $$
declare
  told json;
  events json[];
begin
  delete from deliveries where user_id = c.user_id and campaign_id = c.id and recipient_id = any (ids);
  events := write_log_lines(moment, array(
    select jsonb_populate_record(null::change, jsonb_build_object('user_id', c.user_id, 'campaign_id', c.id,
      'recipient', r.recipient, 'action', 'put_back', 'log_reason', jsonb '{"kind": "put_back"}'))
    from recipients r where r.user_id = c.user_id and r.id = any (ids) order by r.position));
  if c.mark is not null then
    update campaign_progress g set total_list = g.total_list + cardinality(ids)
    where user_id = c.user_id and campaign_id = c.id returning tell_progress(g) into told;
    events := events || told;
  end if;
  return events;
end $$;

-- Before its start a campaign's total is its list's, which its progress does not know.
create function without_progress(events json[]) returns json[] language sql immutable
return array(select event from unnest(events) with ordinality as one (event, ord) where event->>'kind' <> 'progress' order by ord);

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

create function find_taken_out(c campaigns) returns integer language plpgsql stable as $$
begin
  return (
    select count(*)::integer from deliveries d
    -- By id alone: before a new list is analyzed the planner would read its line for each of them.
    cross join lateral (select status, list_id from recipients where user_id = d.user_id and id = d.recipient_id offset 0) r
    where d.user_id = c.user_id and d.campaign_id = c.id and d.unsent = 'skipped' and d.is_taken_out
      and r.status = 'pending' and r.list_id = c.list_id);
end $$;

-- How many pending names of its list the campaign will not try, because its owner took them out.
create function count_taken_out(c campaigns, g campaign_progress) returns integer language sql stable
return case when g.taken_out > 0 then find_taken_out(c) else 0 end;
