-- docs/engine.md#never-the-same-person. Functions, because a subquery costs its start in each statement that holds it,
-- and most users leave the setting off.

-- Whether this entry of the ledger is a message that is being sent at the moment.
create function is_under_way(entry jsonb, moment timestamptz) returns boolean language sql stable
return not entry ? 'unclear'
  and to_timestamp((entry->>'at')::float8)
    > moment - make_interval(secs => sending_lease_seconds() + slack_seconds());

-- When the person was last messaged, or may have been: all that was begun counts once it is over and not known to have
-- failed. What began longer ago than a lease lasts is over, even if no server wrote down how it ended.
create function messaged_at(l message_ledger, moment timestamptz) returns timestamptz language sql stable
return case when l.begun = '{}' then l.last_messaged_at else greatest(l.last_messaged_at,
  (select max(to_timestamp((entry->>'at')::float8)) from jsonb_each(l.begun) b (campaign_id, entry)
    where not is_under_way(entry, moment))) end;

create function find_messaged(s settings, of_recipient text, moment timestamptz, time_zone text) returns jsonb
language plpgsql stable as $$
begin
  return (
    select jsonb_build_object('kind', 'messaged', 'day', wall_time(messaged_at(l, moment), time_zone)::date)
      || case when messaged_at(l, moment) is distinct from l.last_messaged_at then '{"is_unclear": true}' else jsonb '{}' end
    from message_ledger l
    where l.user_id = s.user_id and l.recipient = of_recipient and messaged_at(l, moment) > messaged_since(s, moment));
end $$;

-- Why this person must not get another message now; null where they may.
-- With follows_at, of a follow-up: only what was sent since counts, whatever the setting is.
create function messaged_reason(s settings, of_recipient text, moment timestamptz, time_zone text,
  of_user bigint default null, follows_at timestamptz default null) returns jsonb language sql stable
return case when follows_at is not null then find_messaged_meanwhile(of_user, follows_at, of_recipient, moment, time_zone)
  when s.never_twice_days is not null then find_messaged(s, of_recipient, moment, time_zone) end;

-- Whether a message to this person is being sent now, by whichever campaign and from whichever list.
create function is_being_messaged(of_user bigint, of_recipient text, moment timestamptz) returns boolean
language plpgsql stable as $$
begin
  return exists (
    select from message_ledger l, jsonb_each(l.begun) b (campaign_id, entry)
    where l.user_id = of_user and l.recipient = of_recipient and is_under_way(entry, moment));
end $$;

-- The entries of a ledger's row that began after this moment, by campaign; null: all.
create function entries_after(entries jsonb, at timestamptz) returns jsonb language sql stable
return case when entries = '{}' then entries else (
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(entries)
  -- An entry of before, without its moment, lasts until the next reply.
  where at is null or value::numeric > extract(epoch from at)) end;

-- Notes what is granted: from here on the person may have got the message.
create function note_begun(moment timestamptz, grants grant_of_begin[]) returns void language plpgsql as $$
begin
  insert into message_ledger as l (user_id, recipient, begun)
  select user_id, recipient, jsonb_object_agg(campaign_id, jsonb_build_object('at', extract(epoch from moment)))
  from unnest(grants) where not is_test(campaign_id) group by user_id, recipient
  on conflict on constraint message_ledger_pkey do update set begun = l.begun || excluded.begun;
end $$;

-- Writes what was noted of people. A null in `begun` takes the campaign's entry out.
create function write_ledger(notes json) returns void language plpgsql as $$
begin
  insert into message_ledger as l (user_id, recipient, last_messaged_at, first_messaged_at, not_found_at, begun, without_reply)
  select user_id, recipient, last_messaged_at, first_messaged_at, not_found_at, begun, without_reply
  from json_populate_recordset(null::ledger_note, notes)
  on conflict on constraint message_ledger_pkey do update
    set last_messaged_at = greatest(l.last_messaged_at, excluded.last_messaged_at),
      -- Journals tell in any order.
      first_messaged_at = least(coalesce(l.first_messaged_at, l.last_messaged_at), excluded.first_messaged_at),
      -- Who was reached after all has a name that the site knows.
      not_found_at = case when excluded.last_messaged_at is null then greatest(l.not_found_at, excluded.not_found_at) end,
      begun = jsonb_strip_nulls(l.begun || excluded.begun),
      without_reply = case
        when excluded.without_reply = '{}' then l.without_reply
        -- Mostly: a function with a subquery costs more than all else of the row.
        when greatest(l.replied_at, l.waived_at) is null then l.without_reply || excluded.without_reply
        else entries_after(l.without_reply || excluded.without_reply, greatest(l.replied_at, l.waived_at)) end;
end $$;
