-- docs/engine.md#left-alone. Functions with a body behind a guard: an account that hears no replies looks nothing up.

-- A reply after `since` keeps the campaign from writing.
create function find_reply(s settings, since timestamptz, of_recipient text, time_zone text) returns text language plpgsql stable as $$
begin
  return (
    select case
      when l.replied_at > since
        then replied_on() || to_char(l.replied_at at time zone time_zone, 'DD-MM-YYYY')
      when l.unreplied >= s.budget
        then l.unreplied || case l.unreplied when 1 then ' message' else ' messages' end || without_reply_words()
    end
    from message_ledger l where l.user_id = s.user_id and l.recipient = of_recipient);
end $$;

-- Whom a campaign leaves out. A person is one probe for each of its lists, and one for all tags.
create function find_left_out(of_user bigint, leave_out jsonb, of_recipient text, moment timestamptz) returns text
language plpgsql stable as $$
declare
  of_lists bigint[] := ids_of(leave_out->'lists');
  tagged bigint[] := ids_of(leave_out->'tags');
  words text;
begin
  -- Whoever is in none is known by one probe each; the words cost more.
  if of_lists <> '{}' and exists (select from recipients
      where user_id = of_user and list_id = any (of_lists) and recipient = of_recipient) then
    select in_left_out_list() || l.name into words
    from unnest(array(select list_id from recipients
      where user_id = of_user and list_id = any (of_lists) and recipient = of_recipient)) found (id)
    join lists l on l.user_id = of_user and l.id = found.id and l.deleted_at is null
    order by array_position(of_lists, l.id) limit 1;
    if words is not null then return words; end if;
  end if;
  if tagged <> '{}' and exists (select from people
      where user_id = of_user and recipient = of_recipient and tags && tagged) then
    select has_left_out_tag() || t.name into words
    from unnest(array(select unnest(tags) from people
      where user_id = of_user and recipient = of_recipient and tags && tagged)) found (id)
    join tags t on t.user_id = of_user and t.id = found.id and t.deleted_at is null
    where t.id = any (tagged)
    order by array_position(tagged, t.id) limit 1;
    if words is not null then return words; end if;
  end if;
  if leave_out->>'replied_days' is not null and exists (select from message_ledger where user_id = of_user and recipient = of_recipient
      and replied_at > moment - make_interval(days => (leave_out->>'replied_days')::integer)) then
    return before_replied_days() || (leave_out->>'replied_days')
      || case leave_out->>'replied_days' when '1' then ' day' else ' days' end || after_replied_days();
  end if;
  return null;
end $$;

-- A source whose import was undone counts no more.
create function has_stated_source(of_user bigint, of_recipient text) returns boolean language plpgsql stable as $$
begin
  return exists (
    select from people p join sources x on x.user_id = p.user_id and x.id = any (p.sources)
    where p.user_id = of_user and p.recipient = of_recipient and x.withdrawn_at is null);
end $$;

-- Why this person is left alone by a campaign that started at this moment, in words; null where it may write to them. What
-- did not start yet is judged as if it started now. of_user: the row of settings may be missing. follows_at: when the
-- message was begun that a follow-up follows.
create function left_alone_reason(of_user bigint, s settings, started_at timestamptz, leave_out jsonb, of_recipient text,
  moment timestamptz, time_zone text, follows_at timestamptz default null) returns text language sql stable
return coalesce(case when s.hears_replies then find_reply(s,
    -- Who replied to a campaign before this one is left alone for the quiet days.
    coalesce(follows_at, least(started_at, moment - make_interval(days => s.quiet_days))), of_recipient, time_zone) end,
  case when leave_out is not null then find_left_out(of_user, leave_out, of_recipient, moment) end,
  case when s.require_source and not has_stated_source(of_user, of_recipient) then no_stated_source() end);
