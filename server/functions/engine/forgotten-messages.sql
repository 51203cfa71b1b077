-- What an agent's journal says of a message that this database does not know (docs/engine.md#what-a-restore-forgets). The
-- functions with a body of their own are asked by few results.

-- When a message was clicked, by the agent's word: so many seconds ago, and not before the backup. Without a word what a
-- restore has forgotten is as old as the backup, or as the last grant that a copy knows.
create function told_moment(age float8, is_forgotten boolean, f freezes, moment timestamptz) returns timestamptz
language sql immutable
return case
  when age is not null then least(greatest(moment - make_interval(secs => age), f.backup_at), moment)
  when is_forgotten and num_nonnulls(f.backup_at, f.known_until) > 0 then least(coalesce(f.backup_at, f.known_until), moment)
end;

-- The profile with this folder, where it may have sent the message: people of a follow-up have a profile of their own.
create function find_told_profile(of_user bigint, path text, c campaigns, of_recipient bigint) returns bigint
language plpgsql stable as $$
begin
  return (
    select p.id from profiles p
    where p.user_id = of_user and p.profile_path = path and p.deleted_at is null
      and (c.follows_campaign_id is null or not exists (
        select from recipients r where r.user_id = of_user and r.id = of_recipient and r.profile_id <> p.id)));
end $$;

-- Whether the machine of this profile can read replies.
create function is_heard_by(of_user bigint, of_profile bigint) returns boolean language plpgsql stable as $$
begin
  return of_profile is not null and exists (
    select from profiles p
    join settings s on s.user_id = p.user_id and s.hears_replies
    join agents a on a.user_id = p.user_id and a.id = p.agent_id and a.reads_replies
    where p.user_id = of_user and p.id = of_profile);
end $$;

-- What a delivery that is gone with its campaign has left, for a report with this token.
create function trace_facts(of_user bigint, of_campaign bigint, of_recipient bigint, of_token uuid) returns json
language plpgsql stable as $$
begin
  return (
    select json_build_object('recipient', recipient, 'begun_at', milliseconds(begun_at),
      'is_own', coalesce(token = of_token, false), 'is_settled', coalesce(settled_token = of_token, false))
    from deleted_deliveries
    where user_id = of_user and campaign_id = of_campaign and recipient_id = of_recipient);
end $$;

-- Counts messages whose grants a restore has forgotten for the caps of their profiles, campaigns and accounts, before the
-- numbers of the days have them. A profile that begins slowly has sent on one more day where its day was not known.
create function count_forgotten(moment timestamptz, changes change[]) returns void language plpgsql as $$
declare
  x record;
begin
  for x in
    select c.user_id, c.sent_by, since.day, local_time(moment, u.time_zone) as here, count(*)::integer as begun,
      since.day >= (local_time(moment, u.time_zone)).day as is_today
    from unnest(changes) c join users u on u.id = c.user_id
    cross join lateral (select (local_time(c.told_at, u.time_zone)).day offset 0) since
    where c.is_forgotten and c.told_at is not null and c.sent_by is not null
    group by c.user_id, c.sent_by, since.day, u.time_zone
  loop
    update profiles p set
      warm_up_day = nullif(p.warm_up_day + (p.counted_day is distinct from x.day
        and not has_performed(p.user_id, p.id, x.day))::integer, slow_days() + 1),
      counted_day = case when x.is_today then counted_as(p.counted_day, p.counted_at, x.here) else p.counted_day end,
      begun_today = case when x.is_today then counted_on(p.counted_day, p.counted_at, x.here, p.begun_today) + x.begun
        else p.begun_today end
    where p.user_id = x.user_id and p.id = x.sent_by;
  end loop;
  for x in
    select c.user_id, c.sent_by, local_time(moment, u.time_zone) as here, count(*)::integer as begun
    from unnest(changes) c join users u on u.id = c.user_id
    where c.is_forgotten and c.sent_by is not null
      and (local_time(c.told_at, u.time_zone)).hour >= (local_time(moment, u.time_zone)).hour
    group by c.user_id, c.sent_by, u.time_zone
  loop
    update profiles p set counted_hour = counted_as(p.counted_hour, p.counted_at, x.here),
      begun_this_hour = counted_in(p.counted_hour, p.counted_at, x.here, p.begun_this_hour) + x.begun
    where p.user_id = x.user_id and p.id = x.sent_by;
  end loop;
  for x in
    select c.user_id, of_campaign, local_time(moment, u.time_zone) as here, count(*)::integer as begun
    from unnest(changes) c join users u on u.id = c.user_id
    cross join lateral unnest(array[0, c.campaign_id]) of_campaign
    where c.is_forgotten and (local_time(c.told_at, u.time_zone)).day >= (local_time(moment, u.time_zone)).day
    group by c.user_id, of_campaign, u.time_zone
  loop
    update sending_days d set day = counted_as(d.day, d.counted_at, x.here),
      begun = counted_on(d.day, d.counted_at, x.here, d.begun) + x.begun
    where d.user_id = x.user_id and d.campaign_id = x.of_campaign;
  end loop;
end $$;

create function has_performed(of_user bigint, of_profile bigint, on_day date) returns boolean language plpgsql stable as $$
begin
  return exists (
    select from daily_performance
    where user_id = of_user and day = on_day and profile_id = of_profile and sent + failed + not_found + uncertain > 0);
end $$;

-- How many messages of campaigns, lists and people that are not there are believed after a restore: more than the machines
-- of a user send in the days that journals are kept.
create function most_by_name() returns integer language sql immutable return 100000;

-- Believes what an agent says of a message whose campaign, list or person this restored database does not know: into the
-- ledger by the name, and into the day and the counters of its profile. It leaves a trace, by which a repeated word is known.
-- The user's lock must be held. Gives the state that is recorded, or stale.
create function believe_forgotten(moment timestamptz, of_user bigint, told json) returns json language plpgsql as $$
declare
  word record;
  f freezes;
  trace deleted_deliveries;
  c change;
  s settings;
begin
  select * into word from json_to_record(told) as given (token uuid, campaign_id bigint, recipient_id bigint, outcome text,
    age float8, name text, profile_path text, draw float8);
  insert into freezes (user_id) values (of_user) on conflict do nothing;
  select * into f from freezes where user_id = of_user;
  select * into s from settings where user_id = of_user;
  c.user_id := of_user;
  c.campaign_id := word.campaign_id;
  c.recipient_id := word.recipient_id;
  c.recipient := word.name;
  c.state := case word.outcome when 'unknown' then 'uncertain' else 'sent' end;
  select * into trace from deleted_deliveries
  where user_id = of_user and campaign_id = word.campaign_id and recipient_id = word.recipient_id and recipient = word.name;
  if trace.token = word.token then return engine_answer(moment, to_json(c.state), '{}'); end if;
  if f.by_name >= most_by_name() then return engine_answer(moment, to_json('stale'::text), '{}'); end if;

  c.told_at := coalesce(told_moment(word.age, true, f, moment), moment);
  c.begun_at := c.told_at;
  c.is_forgotten := true;
  c.sent_by := find_told_profile(of_user, word.profile_path, null, null);
  c.is_heard := is_heard_by(of_user, c.sent_by);
  c.due_at := drawn_pace(s, word.draw, c.told_at);
  c.day := wall_time(c.told_at, (select time_zone from users where id = of_user))::date;
  perform note_outcomes(moment, array[c]);
  insert into deleted_deliveries (user_id, campaign_id, recipient_id, recipient, token, begun_at, deleted_at)
  values (of_user, word.campaign_id, word.recipient_id, word.name, word.token, c.begun_at, moment)
  on conflict (user_id, campaign_id, recipient_id) do update set token = excluded.token
    where deleted_deliveries.recipient = excluded.recipient;
  -- Another try of a message that counts already.
  if trace.token is not null then return engine_answer(moment, to_json(c.state), '{}'); end if;
  perform count_forgotten(moment, array[c]);
  perform pace_profiles(moment, array[c]);
  -- The days of a campaign that is not there, as campaign 0: one with this number counts its own.
  perform write_daily_performance(array[row(of_user, c.day, 0, c.sent_by, c.told_at, (c.state = 'sent')::integer,
    (c.state = 'uncertain')::integer, 0, (c.state = 'uncertain')::integer)::day_count]);
  update freezes set by_name = by_name + 1, sent = sent + (c.state = 'sent')::integer,
    uncertain = uncertain + (c.state = 'uncertain')::integer
  where user_id = of_user;
  return engine_answer(moment, to_json(c.state), '{}');
end $$;
