-- Tells a user of a fact, in the transaction of the fact (docs/behaviour.md#notifications). Gives what browsers want to hear:
-- nothing where the user wants to be told of this kind neither in the app nor by mail.
create function notify_user(moment timestamptz, of_user bigint, of_kind text, of_args jsonb) returns json[]
language plpgsql as $$
begin
  if not wants_notification(of_user, of_kind) then return '{}'; end if;
  insert into notifications (user_id, kind, args, created_at) values (of_user, of_kind, jsonb_strip_nulls(of_args), moment);
  return array[tell_notification(of_user)];
end $$;

-- The same of a notice of contract/src/notifications/notice.ts, which may be one with an earlier notification; null: of nothing.
create function notify_of(moment timestamptz, of_user bigint, notice jsonb) returns json[] language plpgsql as $$
declare
  earlier bigint;
  grows text := notice->'joins'->>'grows';
begin
  if notice is null then return '{}'; end if;
  if jsonb_typeof(notice->'joins') = 'object' then earlier := find_joined(of_user, notice->>'kind', notice->'joins'); end if;
  if earlier is null then return notify_user(moment, of_user, notice->>'kind', notice->'args'); end if;
  if grows is null then return '{}'; end if;
  update notifications set args = jsonb_set(args, array[grows], case jsonb_typeof(args->grows)
    when 'array' then args->grows || (notice->'args'->grows)
    else to_jsonb((args->>grows)::integer + (notice->'args'->>grows)::integer) end)
  where user_id = of_user and id = earlier;
  return array[tell_notification(of_user)];
end $$;

-- The newest notification of a kind that all of this is true of; null: there is none.
create function find_joined(of_user bigint, of_kind text, joins jsonb) returns bigint language plpgsql stable as $$
begin
  return (
    select max(id) from notifications
    where user_id = of_user and kind = of_kind and args @> (joins->'values')
      and ((joins->>'since')::float8 is null or created_at >= to_timestamp((joins->>'since')::float8 / 1000))
      and (not (joins->>'is_unseen')::boolean or (read_at is null and settled_at is null)));
end $$;

-- The same of every administrator.
create function notify_admins(moment timestamptz, notice jsonb) returns json[] language plpgsql as $$
declare
  admin bigint;
  events json[] := '{}';
begin
  for admin in select id from users where role = 'admin' and is_active order by id loop
    events := events || notify_of(moment, admin, notice);
  end loop;
  return events;
end $$;

create function wants_notification(of_user bigint, of_kind text) returns boolean language sql stable
return coalesce((select in_app or by_mail from notification_choices where user_id = of_user and kind = of_kind),
  of_kind <> all (kinds_off()::text[]));

create function tell_notification(of_user bigint) returns json language sql stable
return json_build_object('kind', 'notification', 'user_id', of_user);
