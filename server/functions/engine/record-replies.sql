-- docs/engine.md#replies. What the tables say of people who wrote back, and the only writer of replies and of all that follows
-- from one. Moments are milliseconds since 1970.

-- What the tables say of these people, by which contract/src/rules/reply.ts decides; those to whom no campaign wrote are
-- missing. `asked`: their names, each with the moment from which its messages are read; null: all of them.
create function read_reply_facts(of_user bigint, asked json) returns json language plpgsql stable as $$
begin
  return json_build_object(
    'reply_text_days', (select reply_text_days from settings where user_id = of_user),
    'forgotten_since', (select milliseconds(coalesce(backup_at, known_until)) from freezes where user_id = of_user),
    'epoch', (select epoch from users where id = of_user),
    'people', array(
      select json_build_object('recipient', l.recipient, 'ledger', json_build_object(
          'first_messaged_at', milliseconds(l.first_messaged_at), 'last_messaged_at', milliseconds(l.last_messaged_at),
          'begun', l.begun, 'replied_at', milliseconds(l.replied_at), 'without_reply', l.without_reply,
          'waived_at', milliseconds(l.waived_at)),
        'messages', array(select row_to_json(m) from messages_to(of_user, l.recipient,
          coalesce(to_timestamp(a.since / 1000), '-infinity')) m),
        'replies', array(
          select json_build_object('id', r.id, 'profile_id', r.profile_id, 'site_id', r.site_id,
            'told_at', milliseconds(date_trunc('milliseconds', r.told_at)), 'at', milliseconds(r.at),
            'campaign_id', r.campaign_id, 'recipient_id', r.recipient_id, 'automatic', r.automatic)
          from replies r where r.user_id = of_user and r.recipient = l.recipient order by r.id))
      from json_to_recordset(asked) as a (name text, since float8)
      join message_ledger l on l.user_id = of_user and l.recipient = a.name));
end $$;

-- The messages that a person got or may have got since this moment, whichever list they stood in. By whole keys: no index finds
-- a name's deliveries.
create function messages_to(of_user bigint, of_recipient text, since timestamptz)
returns table (campaign_id bigint, campaign_name text, recipient_id bigint, profile_id bigint, state text, begun_at float8, replied_at float8,
  is_heard boolean, content text, parts jsonb, blanks jsonb) language sql stable as $$
  with places as materialized (
    select r.id, r.list_id from lists l
    cross join lateral (select id, list_id from recipients
      where user_id = l.user_id and list_id = l.id and recipient = of_recipient) r
    where l.user_id = of_user
    union all
    select id, list_id from deleted_recipients where user_id = of_user and recipient = of_recipient)
  select d.campaign_id, c.name, d.recipient_id, d.profile_id, d.state, milliseconds(d.at), milliseconds(d.replied_at), d.is_heard,
    c.template_content, c.parts, d.blanks
  from campaigns c
  cross join lateral (
    select d.*, coalesce(d.begun_at, d.ended_at) as at from deliveries d
    where d.user_id = c.user_id and d.campaign_id = c.id and d.recipient_id = any (array(select id from places))) d
  where c.user_id = of_user and not is_test(c.id) and (c.completed_at is null or c.completed_at > since)
    and (c.list_id is null or c.list_id = any (array(select list_id from places)))
    and d.state in ('sending', 'sent', 'uncertain') and d.at > since
$$;

-- The same for what agents saw in the threads that begins are for; begins their step: takes the users' locks. `asked`: by user,
-- of whom the facts are asked. Gives the profiles of the begins in order; null: its token is no lease.
create function read_seen_facts(given_moment timestamptz, users bigint[], tokens uuid[], asked json) returns json
language plpgsql as $$
declare
  moment timestamptz := date_trunc('milliseconds', lock_users(users, given_moment));
begin
  return json_build_object('moment', milliseconds(moment),
    'profiles', array(
      select p.id from unnest(users, tokens) with ordinality as given (user_id, token, ord)
      left join profiles p on p.user_id = given.user_id and p.lease_token = given.token
      order by given.ord),
    'facts', (select json_object_agg(a.user_id, read_reply_facts(a.user_id, a.people))
      from json_to_recordset(asked) as a (user_id bigint, people json)));
end $$;

-- Writes what was decided of replies: `replies` that are new, and the `ledgers` that change by them. The users' locks must be
-- held. Answers the names that came onto do-not-contact.
create function record_replies(moment timestamptz, decided json) returns json language plpgsql as $$
declare
  added recorded_reply[] := array(select r from json_populate_recordset(null::recorded_reply, decided->'replies') r);
  refused text[] := '{}';
  events json[] := '{}';
  r recorded_reply;
begin
  insert into replies (user_id, recipient, profile_id, campaign_id, recipient_id, site_id, text, told_at, at, read_at, via, stop,
    automatic)
  select x.user_id, x.recipient, x.profile_id, x.campaign_id, x.recipient_id, x.site_id, x.text, x.told_at, x.at, moment, x.via,
    x.stop, x.automatic
  from unnest(added) x order by x.ord;
  perform write_reply_ledgers(decided->'ledgers');
  if exists (select from unnest(added) x where x.stops) then refused := refuse_by_reply(moment, added); end if;
  foreach r in array added loop
    events := events || notify_of(moment, r.user_id, r.notice);
  end loop;
  events := events || tell_replies(moment, added);
  return engine_answer(moment, to_json(refused), events || count_replies(array(
    select (x.user_id, x.campaign_id, x.recipient_id, x.at)::counted_reply from unnest(added) x where x.counts)));
end $$;

create function write_reply_ledgers(ledgers json) returns void language plpgsql as $$
begin
  update message_ledger l set replied_at = to_timestamp(x.replied_at / 1000), without_reply = x.without_reply
  from json_to_recordset(ledgers) as x (user_id bigint, recipient text, replied_at float8, without_reply jsonb)
  where l.user_id = x.user_id and l.recipient = x.recipient;
end $$;

-- Puts people on do-not-contact by their own word, which outweighs their owner's hand; gives the names that came onto it.
create function refuse_by_reply(moment timestamptz, added recorded_reply[]) returns text[] language plpgsql as $$
declare
  refused text[];
begin
  with asking as (
    select distinct on (user_id, recipient) * from unnest(added) where stops order by user_id, recipient, ord),
  written as (
    insert into do_not_contact as x (user_id, recipient, created_at, how, campaign_id, profile_id)
    select user_id, recipient, moment, 'reply', campaign_id, profile_id from asking
    on conflict (user_id, recipient) do update
      set how = excluded.how, campaign_id = excluded.campaign_id, profile_id = excluded.profile_id
      where x.how = 'hand'
    returning new.recipient, old.recipient is null as is_new)
  select coalesce(array_agg(recipient), '{}') into refused from written where is_new;
  return refused;
end $$;

-- Writes the lines of the log; gives what browsers want to hear of replies to campaigns.
create function tell_replies(moment timestamptz, added recorded_reply[]) returns json[] language plpgsql as $$
declare
  lines json[];
begin
  with written as (
    insert into campaign_logs as l (user_id, campaign_id, action, created_at, profile_name, recipient, message)
    select x.user_id, x.campaign_id, 'replied', moment, p.profile_name, x.recipient, x.line
    from unnest(added) x left join profiles p on p.user_id = x.user_id and p.id = x.profile_id
    where x.line is not null order by x.ord
    returning tell_line(l, (select name from campaigns c where c.user_id = l.user_id and c.id = l.campaign_id)) as told)
  select array_agg(told) into lines from written;
  return lines || array(
    select json_build_object('kind', 'reply', 'user_id', x.user_id, 'campaign_id', x.campaign_id, 'recipient', x.recipient,
      'at', x.at)
    from unnest(added) x where x.campaign_id is not null order by x.ord);
end $$;

-- Writes the first replies to messages, or that there is none, and counts them for the campaign and for the message's day.
create function count_replies(counted counted_reply[]) returns json[] language plpgsql as $$
declare
  events json[];
begin
  if counted = '{}' then return '{}'; end if;
  with changed as (
    update deliveries d set replied_at = c.replied_at from unnest(counted) c
    where d.user_id = c.user_id and d.campaign_id = c.campaign_id and d.recipient_id = c.recipient_id
    returning new.user_id, new.campaign_id, coalesce(new.profile_id, 0) as profile_id, new.day,
      (new.replied_at is not null)::integer - (old.replied_at is not null)::integer as added),
  of_days as (
    update daily_performance p set replied = p.replied + x.added
    from (select user_id, day, campaign_id, profile_id, sum(added) as added from changed
      group by user_id, day, campaign_id, profile_id) x
    where p.user_id = x.user_id and p.day = x.day and p.campaign_id = x.campaign_id and p.profile_id = x.profile_id),
  of_campaigns as (
    update campaign_progress g set total_replied = g.total_replied + x.added
    from (select user_id, campaign_id, sum(added) as added from changed group by user_id, campaign_id) x
    where g.user_id = x.user_id and g.campaign_id = x.campaign_id
    returning tell_progress(g) as told)
  select array_agg(told) into events from of_campaigns;
  return coalesce(events, '{}');
end $$;

-- Writes its owner's word on who wrote a reply, and what was decided to follow from it (contract/src/rules/reply-writer.ts);
-- the user's lock must be held.
create function record_writer(moment timestamptz, of_user bigint, of_id bigint, said text, ledgers json, counted json)
returns json language plpgsql as $$
begin
  update replies set automatic = said where user_id = of_user and id = of_id;
  perform write_reply_ledgers(ledgers);
  return engine_answer(moment, 'null', count_replies(
    array(select c from json_populate_recordset(null::counted_reply, counted) c)));
end $$;
