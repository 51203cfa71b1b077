-- Whether the next one in the campaign's line may be taken: false where its canary lets nobody be, or where those of a
-- follow-up wait for profiles that cannot send; null where nobody is left in the line, those held by another campaign included.
create function may_take_next(g campaign_progress) returns boolean language plpgsql stable as $$
begin
  return (
    -- Not exists: the planner would read all recipients of the list for it.
    select case when c.follows_campaign_id is not null then may_follow_next(c, g) else
      (select coalesce(canary_room(c, g) > 0, true) from recipients r
      where r.user_id = c.user_id and r.list_id = c.list_id and r.status = 'pending' and r.position <= c.mark
        and r.position > case when g.passed then 0 else g.cursor end
      order by r.position limit 1) end
    from campaigns c where c.user_id = g.user_id and c.id = g.campaign_id);
end $$;

-- Ends those of the campaigns that have nothing left to do (docs/engine.md#completing): nothing in work and no
-- recipient in the line, those held by another campaign included. Where the canary is what keeps the line, the campaign is
-- paused for a look (docs/engine.md#canary). The locks of the users must be held.
create function complete_campaigns(moment timestamptz, users bigint[], campaign_ids bigint[])
returns json[] language plpgsql as $$
declare
  x record;
  told json;
  line json;
  progress json;
  events json[] := '{}';
begin
  for x in
    select c.user_id, c.id, g.total_sent, g.total_failed, may_take_next(g) is not null as has_line,
      c.follows_campaign_id is not null and coalesce(canary_room(c, g) > 0, true) as waits_for_profiles
    from unnest(users, campaign_ids) as given (user_id, campaign_id)
    join campaigns c on c.user_id = given.user_id and c.id = given.campaign_id
    join campaign_progress g on g.user_id = c.user_id and g.campaign_id = c.id
    where c.status in ('running', 'paused') and c.deleted_at is null and g.in_work = 0
      and may_take_next(g) is not true
  loop
    if x.has_line then
      events := events || case when x.waits_for_profiles then pause_ineligible(moment, array[x.user_id])
        else pause_for_look(moment, x.user_id, x.id) end;
      continue;
    end if;
    update campaigns c set completed_at = moment, pause_kind = null, pause_args = null, paused_reason = null,
      status = case when x.total_sent = 0 and x.total_failed > 0 then 'failed' else 'completed' end
    where user_id = x.user_id and id = x.id and status in ('running', 'paused')
    returning tell_status(c) into told;
    -- A campaign may be given more than once.
    continue when not found;
    line := write_log(x.user_id, x.id, told->>'status', moment);
    update campaign_progress g set total_list = total_sent + total_failed
    where user_id = x.user_id and campaign_id = x.id
    returning tell_progress(g) into progress;
    events := events || progress || told || line || notify_of_end(moment, x.user_id, x.id);
  end loop;
  return events;
end $$;

-- Pauses a campaign whose canary is done. One that its owner paused meanwhile waits for the same look.
create function pause_for_look(moment timestamptz, of_user bigint, of_campaign bigint) returns json[]
language plpgsql as $$
declare
  told json;
  args jsonb;
begin
  update campaigns c set status = 'paused', pause_kind = 'review', pause_args = jsonb_build_object('people', c.canary)
  where user_id = of_user and id = of_campaign and pause_kind is null
  returning tell_status(c), pause_args into told, args;
  if told is null then return '{}'; end if;
  return array[told, write_log(of_user, of_campaign, 'paused', moment, reason => pause_reason('review', args))]
    || notify_of_pause(moment, of_user, of_campaign, 'review', args);
end $$;

-- Pauses the running campaigns of these users that may not or cannot go on: the account is disabled, the subscription or
-- the campaign's last moment is over, its stop link leads nowhere, or no profile is eligible. All signed-out profiles are
-- named, because any of them would let the campaign go on. is_own_act: because of what the user does, who needs not be told of
-- it. The users' locks must be held.
create function pause_ineligible(moment timestamptz, users bigint[], is_own_act boolean default false) returns json[]
language plpgsql as $$
declare
  x record;
  args jsonb;
  told json;
  events json[] := '{}';
begin
  for x in
    select c.user_id, c.id, found.signed_out, found.waits_for,
      to_char(wall_time(c.not_after, u.time_zone), 'DD-MM-YYYY HH24:MI') as last_moment,
      case
        when not u.is_active then 'account'
        when not may_send(u, moment) then 'subscription'
        when c.not_after <= moment then 'last_moment'
        when not may_link(c.parts) then 'stop_link'
        when not found.any_eligible then case when found.signed_out is null then 'profiles' else 'signed_out' end
        when found.waits_for is not null then 'own_profiles'
      end as kind
    from campaigns c
    join users u on u.id = c.user_id
    cross join lateral (
      select coalesce(bool_or(is_eligible(p)), false) as any_eligible,
        array_agg(p.profile_name order by lower(p.profile_name))
          filter (where p.is_active and p.deleted_at is null and p.signed_out_at is not null) as signed_out,
        -- Of a follow-up, where all who are left wait for these.
        case when c.follows_campaign_id is not null then waited_for(c) end as waits_for
      from campaign_profiles cp join profiles p on p.user_id = cp.user_id and p.id = cp.profile_id
      where cp.user_id = c.user_id and cp.campaign_id = c.id) found
    where c.user_id = any (users) and c.status = 'running' and c.deleted_at is null
  loop
    continue when x.kind is null;
    args := case x.kind
      when 'last_moment' then jsonb_build_object('moment', x.last_moment)
      when 'signed_out' then jsonb_build_object('profiles', x.signed_out)
      when 'own_profiles' then jsonb_build_object('profiles', x.waits_for)
    end;
    update campaigns c set status = 'paused', pause_kind = x.kind, pause_args = args where user_id = x.user_id and id = x.id
    returning tell_status(c) into told;
    events := events || told || write_log(x.user_id, x.id, 'paused', moment, reason => pause_reason(x.kind, args))
      || case when not is_own_act then notify_of_pause(moment, x.user_id, x.id, x.kind, args) end;
  end loop;
  return events;
end $$;
