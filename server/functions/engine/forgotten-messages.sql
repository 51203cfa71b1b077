-- What an agent's journal says of a message that this database does not know (docs/engine.md#what-a-restore-forgets). The
-- functions with a body of their own are asked by few results.

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

-- What is asked of a message whose begin the row does not know: of the row's profile, and of the one that is told.
create function told_facts(u users, row_profile bigint, told_profile bigint) returns json language plpgsql stable as $$
begin
  return json_build_object('zone', zone_facts(u.time_zone), 'sent_by', told_profile,
    'is_told_heard', is_heard_by(u.id, told_profile), 'is_row_heard', is_heard_by(u.id, row_profile));
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

-- What the tables say of a message whose campaign, list or person this database does not know, by which
-- contract/src/rules/freeze/by-name.ts decides what is believed. The user's lock must be held.
create function read_forgotten_facts(of_user bigint, told json) returns json language plpgsql as $$
declare
  word record;
begin
  select * into word
  from json_to_record(told) as given (token uuid, campaign_id bigint, recipient_id bigint, profile_path text);
  return (
    select json_build_object('backup_at', milliseconds(f.backup_at), 'known_until', milliseconds(f.known_until),
      'by_name', coalesce(f.by_name, 0), 'trace', trace_facts(u.id, word.campaign_id, word.recipient_id, word.token),
      'told', told_facts(u, null, find_told_profile(u.id, word.profile_path, null, null)),
      'delay_start', coalesce(s.delay_start, default_delay_start()), 'delay_end', coalesce(s.delay_end, default_delay_end()))
    from users u left join freezes f on f.user_id = u.id left join settings s on s.user_id = u.id
    where u.id = of_user);
end $$;

-- Writes what is believed of it: a trace, by which a repeated word is known, what days and the ledger get, and of those that do
-- not count already `forgotten`, and the `counters` with them; null: there are none.
create function record_forgotten(moment timestamptz, trace json, forgotten json, counted json, counters json) returns void
language plpgsql as $$
declare
  changes change[] := array(select c from json_populate_recordset(null::change, forgotten) c);
begin
  insert into deleted_deliveries (user_id, campaign_id, recipient_id, recipient, token, begun_at, deleted_at)
  select user_id, campaign_id, recipient_id, recipient, token, begun_at, moment
  from json_populate_record(null::deleted_deliveries, trace)
  on conflict (user_id, campaign_id, recipient_id) do update set token = excluded.token
    where deleted_deliveries.recipient = excluded.recipient;
  perform write_ledger(counted->'notes');
  if counters is not null then perform write_counters(counters); end if;
  perform pace_profiles(moment, changes);
  perform write_daily_performance(array(select d from json_populate_recordset(null::day_count, counted->'days') d));
  insert into freezes as f (user_id, by_name, sent, uncertain)
  select user_id, count(*), sum(added_sent), sum(added_uncertain) from unnest(changes) group by user_id
  on conflict (user_id) do update set by_name = f.by_name + excluded.by_name, sent = f.sent + excluded.sent,
    uncertain = f.uncertain + excluded.uncertain;
end $$;
