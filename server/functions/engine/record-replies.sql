-- docs/engine.md#replies. The only writer of replies, and of all that follows from one.

-- Records what people wrote to a profile; the user's lock must be held. Each reply has its names, of which the first that the
-- user's campaigns wrote to counts, whether it is a stop word, and whether a machine wrote it. Answers how many are new, how
-- many others wrote, and the names that came onto do-not-contact.
create function record_replies(moment timestamptz, of_user bigint, of_profile bigint, given json) returns json
language plpgsql as $$
declare
  s settings;
  reply record;
  replied_to record;
  added replies;
  others text[] := '{}';
  recorded integer := 0;
  refused json[] := '{}';
  entry_id bigint;
  counted bigint[] := '{}';
  events json[] := '{}';
begin
  select * into s from settings where user_id = of_user;
  for reply in
    select told.person->>0 as name, least(told.at, moment) as told_at,
      least(end_of_told(told.at) + make_interval(secs => coalesce(told.precision_seconds, 0)), moment) as at,
      told.text, coalesce(told.site_id, md5(told.text)) as site_id, told.via, told.stop, coalesce(told.automatic, 'no') as automatic,
      known.*
    from json_to_recordset(given) as told (person json, at timestamptz, precision_seconds float8, text text, site_id text,
      via text, stop text, automatic text)
    left join lateral (
      select l.recipient, first_message_at(l) as first_at
      from json_array_elements_text(told.person) with ordinality as names (name, ord)
      join message_ledger l on l.user_id = of_user and l.recipient = names.name
      order by names.ord limit 1) known on true
    order by told.at
  loop
    if reply.via = 'thread' and reply.recipient is not null then
      reply.at := greatest(reply.at, moment_after_ours(of_user, of_profile, reply.recipient, moment));
    end if;
    -- The site's clock is not ours, and what an agent tells later of a message is as old as its report was on the way: who
    -- seems to have written shortly before the first message has answered it.
    if reply.at between reply.first_at - make_interval(secs => slack_seconds()) and reply.first_at then
      reply.at := reply.first_at + interval '1 millisecond';
    end if;
    continue when is_told_again(of_user, of_profile, reply.recipient, reply.site_id, reply.told_at, reply.at);
    if (reply.at > reply.first_at) is not true then
      if not reply.name = any (others) then others := others || reply.name; end if;
      continue;
    end if;
    replied_to := find_replied_to(of_user, of_profile, reply.recipient, reply.at, reply.text);
    continue when replied_to.is_ours or is_told_of_message(of_user, of_profile, reply.recipient, reply.site_id,
      replied_to.campaign_id, replied_to.recipient_id);
    insert into replies (user_id, recipient, profile_id, campaign_id, recipient_id, site_id, text, told_at, at, read_at, via, stop,
      automatic)
    values (of_user, reply.recipient, of_profile, replied_to.campaign_id, replied_to.recipient_id,
      unused_site_id(of_user, of_profile, reply.recipient, reply.site_id, reply.at),
      case when reply.at > moment - make_interval(days => s.reply_text_days) then reply.text end, reply.told_at, reply.at, moment,
      reply.via, reply.stop, reply.automatic)
    returning * into added;

    recorded := recorded + 1;
    if reply.stop = 'sure' then
      insert into do_not_contact (user_id, recipient, created_at, how, campaign_id, profile_id)
      values (of_user, reply.recipient, moment, 'reply', replied_to.campaign_id, of_profile)
      on conflict (user_id, recipient) do nothing returning id into entry_id;
      if entry_id is not null then
        refused := refused || json_build_object('id', entry_id, 'recipient', reply.recipient);
      else
        -- The person's own word outweighs their owner's hand.
        update do_not_contact set how = 'reply', campaign_id = replied_to.campaign_id, profile_id = of_profile
        where user_id = of_user and recipient = reply.recipient and how = 'hand';
      end if;
    end if;
    if not is_automatic(added) then perform hear_reply(added); end if;
    events := events || notify_of_reply(moment, added);
    continue when replied_to.campaign_id is null;
    if replied_to.is_first and not is_automatic(added) then
      perform count_reply(of_user, replied_to.campaign_id, replied_to.recipient_id, reply.at);
      counted := counted || replied_to.campaign_id;
    end if;
    events := events || tell_reply(moment, added, case when s.reply_text_days > 0 then reply.text else '' end);
  end loop;
  return engine_answer(moment, json_build_object('recorded', recorded, 'others', cardinality(others), 'do_not_contact', refused),
    events || array(select tell_progress(g) from campaign_progress g where user_id = of_user and campaign_id = any (counted)));
end $$;

-- That a reply waits for a decision, at most once a day, and that people replied to a campaign, at most once an hour.
create function notify_of_reply(moment timestamptz, r replies) returns json[] language plpgsql as $$
declare
  campaign jsonb;
begin
  if is_undecided(r) then return notify_counted(moment, r.user_id, 'wishes', '{}', moment - interval '1 day'); end if;
  if is_automatic(r) then return '{}'; end if;
  select jsonb_build_object('campaign_id', id, 'campaign_name', name) into campaign from campaigns
  where user_id = r.user_id and id = r.campaign_id;
  if campaign is null then return '{}'; end if;
  return notify_counted(moment, r.user_id, 'replied', campaign, moment - interval '1 hour');
end $$;

-- Whether a machine wrote it, by its words or its owner's word: such a reply counts for nothing.
create function is_automatic(r replies) returns boolean language sql immutable
return r.automatic in ('sure', 'owner_yes');

-- Whether this reply was recorded before: one with its id, whose time may be the same. The time is a span, because a site may
-- tell it roughly, and more roughly the longer ago it is.
create function is_told_again(of_user bigint, of_profile bigint, of_recipient text, of_site_id text, from_moment timestamptz,
  to_moment timestamptz) returns boolean language plpgsql stable as $$
begin
  return exists (
    select from replies r
    where r.user_id = of_user and r.profile_id = of_profile and r.recipient = of_recipient and has_site_id(r, of_site_id)
      and coalesce(r.told_at, r.at) <= to_moment and r.at >= from_moment);
end $$;

-- Whether a reply with this id to this message was recorded before: the same words after another message are another wish.
create function is_told_of_message(of_user bigint, of_profile bigint, of_recipient text, of_site_id text, of_campaign bigint,
  of_recipient_id bigint) returns boolean language plpgsql stable as $$
begin
  return exists (
    select from replies r
    where r.user_id = of_user and r.profile_id = of_profile and r.recipient = of_recipient and has_site_id(r, of_site_id)
      and (r.campaign_id, r.recipient_id) = (of_campaign, of_recipient_id));
end $$;

-- A person's second reply with an id has its moment behind the id, because a version before knows a reply by the id alone.
create function has_site_id(r replies, of_site_id text) returns boolean language sql immutable
return r.site_id = of_site_id or starts_with(r.site_id, of_site_id || chr(31));

create function unused_site_id(of_user bigint, of_profile bigint, of_recipient text, of_site_id text, at timestamptz)
returns text language plpgsql stable as $$
begin
  return of_site_id || case when exists (
    select from replies r
    where r.user_id = of_user and r.profile_id = of_profile and r.recipient = of_recipient and r.site_id = of_site_id)
    then chr(31) || extract(epoch from at) else '' end;
end $$;

-- A reply ends the messages without one that were begun before it.
create function hear_reply(r replies) returns void language plpgsql as $$
begin
  update message_ledger l set replied_at = r.at, without_reply = entries_after(l.without_reply, r.at)
  where user_id = r.user_id and recipient = r.recipient and (replied_at is null or replied_at < r.at);
end $$;

-- The moment after the last message of this profile to a person: what an agent tells at begin was written later, whatever
-- its time says. Where no message is left, because they were deleted, the last one of any profile. Null: none.
create function moment_after_ours(of_user bigint, of_profile bigint, of_recipient text, moment timestamptz) returns timestamptz
language plpgsql stable as $$
begin
  return (
    select coalesce(max(begun_at) filter (where coalesce(profile_id, of_profile) = of_profile),
      case when count(*) = 0 then (select last_messaged_at from message_ledger l
        where l.user_id = of_user and l.recipient = of_recipient) end) + interval '1 millisecond'
    from messages_to(of_user, of_recipient, '-infinity', moment) where state = 'sent');
end $$;

-- The last moment that a site's time can mean: one that tells whole seconds means any moment of that second.
create function end_of_told(at timestamptz) returns timestamptz language sql stable
return case when at = date_trunc('second', at) then at + interval '999 milliseconds' else at end;

-- When the person was first written to; for whom that was not noted yet, the last time. A message that is under way or
-- unclear may have arrived before the first of which that is known.
create function first_message_at(l message_ledger) returns timestamptz language sql stable
return least(l.first_messaged_at, l.last_messaged_at,
  (select min(to_timestamp((entry->>'at')::float8)) from jsonb_each(l.begun) b (campaign_id, entry)));

-- The entries of a ledger's row that began after this moment, by campaign; null: all.
create function entries_after(entries jsonb, at timestamptz) returns jsonb language sql stable
return case when entries = '{}' then entries else (
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(entries)
  -- An entry of before, without its moment, lasts until the next reply.
  where at is null or value::numeric > extract(epoch from at)) end;

-- What a reply belongs to: the newest message within 60 days before it, of this profile or else of any; null where that is
-- gone. is_first: it had no reply yet. is_ours: the text is a message of ours, which some sites show as the person's.
create function find_replied_to(of_user bigint, of_profile bigint, of_recipient text, reply_at timestamptz, reply_text text,
  out campaign_id bigint, out recipient_id bigint, out is_first boolean, out is_ours boolean) language plpgsql stable as $$
begin
  with messages as materialized (
    select m.* from messages_to(of_user, of_recipient, reply_at - interval '60 days', reply_at) m)
  select m.campaign_id, m.recipient_id, m.replied_at is null,
    exists (select from messages where folded(message) = folded(reply_text) and reply_text <> '')
  into campaign_id, recipient_id, is_first, is_ours
  from (select) as one
  left join lateral (select * from messages where state = 'sent'
    order by profile_id = of_profile desc nulls last, begun_at desc limit 1) m on true;
end $$;

-- The messages that a person got or may have got in this time, whichever list they stood in. By whole keys: no index finds a
-- name's deliveries.
create function messages_to(of_user bigint, of_recipient text, since timestamptz, until timestamptz)
returns table (campaign_id bigint, recipient_id bigint, profile_id bigint, state text, begun_at timestamptz,
  replied_at timestamptz, message text) language sql stable as $$
  with places as materialized (
    select r.id, r.list_id from lists l
    cross join lateral (select id, list_id from recipients
      where user_id = l.user_id and list_id = l.id and recipient = of_recipient) r
    where l.user_id = of_user
    union all
    select id, list_id from deleted_recipients where user_id = of_user and recipient = of_recipient)
  select d.campaign_id, d.recipient_id, d.profile_id, d.state, d.at, d.replied_at,
    case when c.parts is null then replace(c.template_content, '{username}', of_recipient)
      else filled_text(c.parts, of_recipient, d.blanks) end
  from campaigns c
  cross join lateral (
    select d.*, coalesce(d.begun_at, d.ended_at) as at from deliveries d
    where d.user_id = c.user_id and d.campaign_id = c.id and d.recipient_id = any (array(select id from places))) d
  where c.user_id = of_user and not is_test(c.id) and (c.completed_at is null or c.completed_at > since)
    and (c.list_id is null or c.list_id = any (array(select list_id from places)))
    and d.state in ('sending', 'sent', 'uncertain') and d.at > since and d.at < until
$$;

-- Sites show spaces and line breaks as they like.
create function folded(message text) returns text language sql immutable
return trim(regexp_replace(message, '\s+', ' ', 'g'));

-- Counts a reply for its message and for that message's day.
create function count_reply(of_user bigint, of_campaign bigint, of_recipient bigint, reply_at timestamptz) returns void
language plpgsql as $$
declare
  d deliveries;
begin
  update deliveries set replied_at = reply_at
  where user_id = of_user and campaign_id = of_campaign and recipient_id = of_recipient returning * into d;
  perform add_replied(d, 1);
end $$;

create function add_replied(d deliveries, by integer) returns void language plpgsql as $$
begin
  update campaign_progress set total_replied = total_replied + by where user_id = d.user_id and campaign_id = d.campaign_id;
  update daily_performance set replied = replied + by
  where user_id = d.user_id and day = d.day and campaign_id = d.campaign_id and profile_id = coalesce(d.profile_id, 0);
end $$;

-- Writes the line of the log, unless a machine wrote the reply; gives what browsers want to hear.
create function tell_reply(moment timestamptz, r replies, reply_text text) returns json[] language plpgsql as $$
declare
  line json;
begin
  if not is_automatic(r) then
    insert into campaign_logs as l (user_id, campaign_id, action, created_at, profile_name, recipient, message)
    select r.user_id, r.campaign_id, 'replied', moment,
      (select profile_name from profiles where user_id = r.user_id and id = r.profile_id), r.recipient, left(reply_text, 200)
    returning tell_line(l, (select name from campaigns where user_id = r.user_id and id = r.campaign_id)) into line;
  end if;
  return case when line is not null then array[line] else '{}'::json[] end
    || json_build_object('kind', 'reply', 'user_id', r.user_id, 'campaign_id', r.campaign_id, 'recipient', r.recipient, 'at', r.at);
end $$;

-- Records what the agents saw in the threads that these calls of begin are for; gives the events for browsers.
create function record_seen_replies(moment timestamptz, users bigint[], tokens uuid[], seen json) returns json[]
language plpgsql as $$
declare
  call record;
  events json[] := '{}';
begin
  for call in
    select p.user_id, p.id as profile_id, said.replies
    from json_array_elements(seen) with ordinality as said (replies, ord)
    join unnest(users, tokens) with ordinality as given (user_id, token, ord) on given.ord = said.ord
    join profiles p on p.user_id = given.user_id and p.lease_token = given.token
    where json_typeof(said.replies) = 'array'
    order by said.ord
  loop
    events := events || array(select json_array_elements(
      record_replies(moment, call.user_id, call.profile_id, call.replies)->'events'));
  end loop;
  return events;
end $$;
