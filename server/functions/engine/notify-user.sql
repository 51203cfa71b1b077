-- Tells a user of a fact, in the transaction of the fact (docs/behaviour.md#notifications). Gives what browsers want to hear:
-- nothing where the user wants to be told of this kind neither in the app nor by mail.
create function notify_user(moment timestamptz, of_user bigint, of_kind text, of_args jsonb) returns json[]
language plpgsql as $$
begin
  if not wants_notification(of_user, of_kind) then return '{}'; end if;
  insert into notifications (user_id, kind, args, created_at) values (of_user, of_kind, jsonb_strip_nulls(of_args), moment);
  return array[tell_notification(of_user)];
end $$;

-- The same of a fact that comes often: where the user was told of its kind since this moment, with the same `of_args`, the two
-- are one, with its count. What was read stays read.
create function notify_counted(moment timestamptz, of_user bigint, of_kind text, of_args jsonb, since timestamptz)
returns json[] language plpgsql as $$
begin
  update notifications n set args = jsonb_set(args, '{count}', to_jsonb((args ->> 'count')::integer + 1))
  where user_id = of_user and id = (select max(id) from notifications told
    where told.user_id = of_user and told.kind = of_kind and told.created_at >= since and told.args @> of_args);
  if found then return array[tell_notification(of_user)]; end if;
  return notify_user(moment, of_user, of_kind, of_args || jsonb_build_object('count', 1));
end $$;

-- That a profile rests, once until it sends again: `granted` counts what it has begun.
create function notify_of_rest(moment timestamptz, of_user bigint, of_kind text, p profiles) returns json[]
language plpgsql as $$
declare
  of_args jsonb := jsonb_build_object('profile_id', p.id, 'profile_name', p.profile_name, 'granted', p.granted);
begin
  if exists (select from notifications where user_id = of_user and kind = of_kind and args @> (of_args - 'profile_name')) then
    return '{}';
  end if;
  return notify_user(moment, of_user, of_kind, of_args);
end $$;

-- That a campaign was paused by itself. Who has no subscription is told of its end, and nobody is told of a disabled account.
create function notify_of_pause(moment timestamptz, of_user bigint, of_campaign bigint, of_kind text, of_args jsonb)
returns json[] language plpgsql as $$
declare
  campaign jsonb := (select jsonb_build_object('campaign_id', id, 'campaign_name', name) from campaigns
    where user_id = of_user and id = of_campaign and not is_test(id));
begin
  if campaign is null or of_kind in ('subscription', 'account') then return '{}'; end if;
  if of_kind = 'review' then return notify_user(moment, of_user, 'campaign_review', campaign || of_args); end if;
  return notify_user(moment, of_user, 'campaign_paused', campaign || jsonb_build_object('pause',
    jsonb_build_object('kind', of_kind) || coalesce(of_args, '{}')));
end $$;

-- That a campaign has ended. Ends within ten minutes are one, unless that was read or mailed.
create function notify_of_end(moment timestamptz, of_user bigint, of_campaign bigint) returns json[] language plpgsql as $$
declare
  ended jsonb := (select jsonb_build_object('campaign_id', c.id, 'campaign_name', c.name, 'sent', g.total_sent,
      'failed', g.total_failed)
    from campaigns c join campaign_progress g on g.user_id = c.user_id and g.campaign_id = c.id
    where c.user_id = of_user and c.id = of_campaign and not is_test(c.id));
begin
  if ended is null then return '{}'; end if;
  update notifications set args = jsonb_build_object('campaigns', args -> 'campaigns' || ended)
  where user_id = of_user and id = (select max(id) from notifications told
    where told.user_id = of_user and told.kind = 'campaign_ended' and told.read_at is null and told.settled_at is null
      and told.created_at > moment - interval '10 minutes');
  if found then return array[tell_notification(of_user)]; end if;
  return notify_user(moment, of_user, 'campaign_ended', jsonb_build_object('campaigns', jsonb_build_array(ended)));
end $$;

-- Tells every administrator of a fact that comes often, once a day with its count.
create function notify_admins(moment timestamptz, of_kind text) returns json[] language plpgsql as $$
declare
  admin bigint;
  events json[] := '{}';
begin
  for admin in select id from users where role = 'admin' and is_active order by id loop
    events := events || notify_counted(moment, admin, of_kind, '{}', moment - interval '1 day');
  end loop;
  return events;
end $$;

create function wants_notification(of_user bigint, of_kind text) returns boolean language sql stable
return coalesce((select in_app or by_mail from notification_choices where user_id = of_user and kind = of_kind),
  of_kind <> all (kinds_off()::text[]));

create function tell_notification(of_user bigint) returns json language sql stable
return json_build_object('kind', 'notification', 'user_id', of_user);
