-- docs/engine.md#left-alone. Functions with a body behind a guard: an account that hears no replies looks nothing up.

-- Whether an account or a campaign leaves anybody alone; most look nothing up.
create function asks_left_alone(s settings, leave_out jsonb) returns boolean language sql immutable
return s.hears_replies or leave_out is not null or s.require_source;

-- Why each of these people is left alone by a campaign that started at this moment; null where it may write to them. By one statement for all of them, because a statement's start costs more than what it looks up for a person.
create function find_left_alone(of_user bigint, s settings, started_at timestamptz, leave_out jsonb, recipients text[],
  follows timestamptz[], moment timestamptz, time_zone text) returns jsonb[] language plpgsql stable as $$
declare
  -- Who replied to a campaign before this one is left alone for the quiet days.
  replied_since timestamptz := least(started_at, moment - make_interval(days => s.quiet_days));
  of_lists bigint[] := coalesce(ids_of(leave_out->'lists'), '{}');
  tagged bigint[] := coalesce(ids_of(leave_out->'tags'), '{}');
  replied_days integer := leave_out->>'replied_days';
begin
  return array(
    select coalesce(
      case when s.hears_replies then case
        when l.replied_at > coalesce(person.follows_at, replied_since)
          then jsonb_build_object('kind', 'replied', 'day', wall_time(l.replied_at, time_zone)::date)
        when has_undecided_stop(of_user, person.recipient) then '{"kind": "undecided_stop"}'
        when l.unreplied >= s.budget
          then jsonb_build_object('kind', 'budget', 'messages', l.unreplied)
      end end,
      -- Most people are in none: one probe for each list, and one for all tags, tells so. Reading the names costs more.
      case when of_lists <> '{}' and (select true from recipients r
          where r.user_id = of_user and r.list_id = any (of_lists) and r.recipient = person.recipient limit 1)
        then find_left_out_list(of_user, of_lists, person.recipient) end,
      case when p.tags && tagged then find_left_out_tag(of_user, tagged, p.tags) end,
      case when l.replied_at > moment - make_interval(days => replied_days)
        then jsonb_build_object('kind', 'left_out', 'replied_days', replied_days) end,
      case when s.require_source and (select true from sources x
          where x.user_id = of_user and x.id = any (p.sources) and x.withdrawn_at is null limit 1) is null
        then jsonb '{"kind": "no_source"}' end)
    from unnest(recipients, follows) with ordinality as person (recipient, follows_at, ord)
    left join message_ledger l on (s.hears_replies or replied_days is not null)
      and l.user_id = of_user and l.recipient = person.recipient
    left join people p on (s.require_source or tagged <> '{}')
      and p.user_id = of_user and p.recipient = person.recipient
    order by person.ord);
end $$;

-- Whether the person may have asked for no more messages, and their owner has not decided yet.
create function has_undecided_stop(of_user bigint, of_recipient text) returns boolean language sql stable
return exists (
  select from replies r where r.user_id = of_user and r.recipient = of_recipient and is_undecided(r));

-- The first of these lists that the person is in and that is still there.
create function find_left_out_list(of_user bigint, of_lists bigint[], of_recipient text) returns jsonb
language plpgsql stable as $$
begin
  return (
    select jsonb_build_object('kind', 'left_out', 'list', l.name)
    from unnest(array(select list_id from recipients
      where user_id = of_user and list_id = any (of_lists) and recipient = of_recipient)) found (id)
    join lists l on l.user_id = of_user and l.id = found.id and l.deleted_at is null
    order by array_position(of_lists, l.id) limit 1);
end $$;

-- The first of these tags that the person has and that is still there.
create function find_left_out_tag(of_user bigint, tagged bigint[], of_person bigint[]) returns jsonb
language plpgsql stable as $$
begin
  return (
    select jsonb_build_object('kind', 'left_out', 'tag', t.name)
    from tags t
    where t.user_id = of_user and t.id = any (of_person) and t.id = any (tagged) and t.deleted_at is null
    order by array_position(tagged, t.id) limit 1);
end $$;

-- A source whose import was undone counts no more.
create function has_stated_source(of_user bigint, of_recipient text) returns boolean language plpgsql stable as $$
begin
  return exists (
    select from people p join sources x on x.user_id = p.user_id and x.id = any (p.sources)
    where p.user_id = of_user and p.recipient = of_recipient and x.withdrawn_at is null);
end $$;

-- Why this person is left alone, as above. What did not start yet is judged as if it started now. of_user: the row of
-- settings may be missing. follows_at: when the message was begun that a follow-up follows.
create function left_alone_reason(of_user bigint, s settings, started_at timestamptz, leave_out jsonb, of_recipient text,
  moment timestamptz, time_zone text, follows_at timestamptz default null) returns jsonb language sql stable
return case when asks_left_alone(s, leave_out) then (find_left_alone(of_user, s, started_at, leave_out, array[of_recipient],
  array[follows_at], moment, time_zone))[1] end;
