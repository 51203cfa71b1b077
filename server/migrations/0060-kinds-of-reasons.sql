-- Reads deliveries and the lines of logs once, and writes those that have words.
--
-- Why a person gets no message, and what became of a try, is a kind with its values (docs/engine.md#reasons). The words stay
-- for a version before this one, which writes no kinds.
alter table deliveries add column reason_kind text, add column reason_args jsonb;
alter table campaign_logs add column reason_kind text, add column reason_args jsonb;

create function pg_temp.reason_of(words text) returns jsonb language sql immutable as $$
  select case
    when words ~ '^Messaged (already( \(unclear\))?|meanwhile), on \d\d-\d\d-\d{4}$' then jsonb_strip_nulls(jsonb_build_object(
      'kind', 'messaged', 'day', day, 'is_meanwhile', case when words ~ '^Messaged meanwhile' then true end,
      'is_unclear', case when words ~ '\(unclear\)' then true end))
    when words ~ '^Replied, on \d\d-\d\d-\d{4}$' then jsonb_build_object('kind', 'replied', 'day', day)
    when words ~ '^\d{1,9} messages? without a reply$'
      then jsonb_build_object('kind', 'budget', 'messages', substring(words from '^\d+')::integer)
    when words ~ '^In a list that is left out: '
      then jsonb_build_object('kind', 'left_out', 'list', substr(words, length('In a list that is left out: ') + 1))
    when words ~ '^Has a tag that is left out: '
      then jsonb_build_object('kind', 'left_out', 'tag', substr(words, length('Has a tag that is left out: ') + 1))
    when words ~ '^Replied within \d{1,9} days?, which is left out$'
      then jsonb_build_object('kind', 'left_out', 'replied_days', substring(words from '\d+')::integer)
    when words ~ '^Taken out by you: \d{1,3}(,\d{3})* (person|people)$'
      then jsonb_build_object('kind', 'taken_out', 'people', counted)
    when words ~ '^Nothing for ".*"$'
      then jsonb_build_object('kind', 'unfilled', 'blank', substring(words from '^Nothing for "(.*)"$'))
    when words ~ '^The message would have \d{1,3}(,\d{3})* characters; 1,000 are the most$'
      then jsonb_build_object('kind', 'too_long', 'characters', counted)
    when words ~ '^\d{1,3}(,\d{3})* (person|people) of .* may get it from every profile of this campaign now$'
      then jsonb_build_object('kind', 'given_to_all', 'people', counted,
        'profile', substring(words from '^[\d,]+ \w+ of (.*) may get it from every profile of this campaign now$'))
    else coalesce((select reason from (values
        ('No longer pending in its list', jsonb '{"kind": "gone"}'),
        ('On your do-not-contact list', '{"kind": "do_not_contact"}'),
        ('May have asked for no more messages: decide in Replies', '{"kind": "undecided_stop"}'),
        ('No stated source', '{"kind": "no_source"}'),
        ('Taken out by you', '{"kind": "taken_out"}'),
        ('Put back by you', '{"kind": "put_back"}'),
        ('Under another name in the list too', '{"kind": "other_name"}'),
        ('Changed by hand', '{"kind": "by_hand"}'),
        ('Name not found', '{"kind": "not_found"}'),
        ('Outcome unknown: not sent again', '{"kind": "unclear"}'),
        ('The profile is open in your own Firefox: trying again in a minute', '{"kind": "in_use"}'),
        ('The site does not answer: trying again later', '{"kind": "site_away"}'),
        ('Nothing was sent', '{"kind": "not_sent"}'),
        ('Nothing was sent: trying again later', '{"kind": "not_sent", "is_retried": true}'),
        ('Not sent in time', '{"kind": "not_in_time"}'),
        ('Not sent in time: trying again later', '{"kind": "not_in_time", "is_retried": true}'),
        ('You said that it went out', '{"kind": "said_sent"}'),
        ('You said that it did not go out', '{"kind": "said_not_sent"}'),
        ('You said that it did not go out: trying again', '{"kind": "said_not_sent", "next": "retry"}'),
        ('You said that it did not go out: pending for a later campaign',
          '{"kind": "said_not_sent", "next": "later_campaign"}')) known (known_words, reason)
      where known_words = words), jsonb_build_object('kind', 'told', 'words', words))
  end
  from (select right(words, 4) || '-' || substr(right(words, 10), 4, 2) || '-' || left(right(words, 10), 2) as day,
    replace(substring(words from '\d{1,3}(?:,\d{3})*'), ',', '')::numeric as counted) parts
$$;

-- Of profiles that rest, and of starts that came too late.
create function pg_temp.rest_of(words text) returns jsonb language sql immutable as $$
  select case
    when words ~ '^Was to start .*, while the server was off$'
      then jsonb_build_object('kind', 'overdue', 'moment', substring(words from '^Was to start (.*), while the server was off$'))
    when words ~ '^Was to start \d\d-\d\d-\d{4} \d\d:\d\d: ' then jsonb_build_object('kind', 'overdue',
      'moment', substring(words from '^Was to start (.{16})'), 'problem', substr(words, length('Was to start ') + 19))
    else (
      select jsonb_build_object('kind', kind, 'words', left(words, -length(said) - 1)) from (values
        ('blocked', 'This profile stopped.'),
        ('signed_out', 'This profile stopped: open it, sign in and press Resume.'),
        ('cannot_start', 'This profile waits: it is tried again every ten minutes, and at once when you press Try again.'),
        ('obstructed', 'Several people in a row met this, so this profile waits: it is tried again every ten minutes, and at once when you press Try again.'),
        ('unlisted', 'This profile waits until it does.')) known (kind, said)
      where right(words, length(said) + 1) = ' ' || said)
  end
$$;

-- What a line says of its campaign.
create function pg_temp.line_of(action text, words text) returns jsonb language sql immutable as $$
  select case
    when action = 'scheduled' and words ~ '^To start \d\d-\d\d-\d{4} \d\d:\d\d$'
      then jsonb_build_object('kind', 'scheduled', 'moment', right(words, 16))
    when action = 'paused' then (
      select jsonb_build_object('kind', 'paused', 'pause', jsonb_build_object('kind', kind) || coalesce(args, '{}'))
      from public.read_pause(words) where kind is not null)
    else (
      select jsonb_build_object('kind', kind) from (values
        ('started', 'Resumed', 'resumed'),
        ('started', 'As scheduled', 'as_scheduled'),
        ('undone', 'Start undone: nothing was sent', 'start_undone'),
        ('scheduled', 'Waits for Start again', 'unscheduled'),
        ('completed', 'Stopped before its end', 'stopped_early')) known (of_action, said, kind)
      where of_action = action and said = words)
  end
$$;

update deliveries d set reason_kind = r.reason->>'kind', reason_args = nullif(r.reason - 'kind', '{}')
from (select user_id, campaign_id, recipient_id, pg_temp.reason_of(reason) as reason from deliveries where reason is not null) r
where d.user_id = r.user_id and d.campaign_id = r.campaign_id and d.recipient_id = r.recipient_id;

update campaign_logs l set reason_kind = r.reason->>'kind', reason_args = nullif(r.reason - 'kind', '{}')
from (select user_id, campaign_id, id, pg_temp.reason_of(message) as reason from campaign_logs
  where action in ('message_sent', 'message_failed', 'retry', 'skipped', 'put_back') and message <> ''
  union all
  select user_id, campaign_id, id, pg_temp.rest_of(message) from campaign_logs
  where action in ('profile_blocked', 'scheduled')
  union all
  select user_id, campaign_id, id, pg_temp.line_of(action, message) from campaign_logs
  where action in ('started', 'undone', 'scheduled', 'paused', 'completed') and message <> '') r
where r.reason is not null and l.user_id = r.user_id and l.campaign_id = r.campaign_id and l.id = r.id;

do $$
declare
  had constant text := 'set state = ''skipped'', reason = ''Under another name in the list too''';
  text_now text := pg_get_functiondef('join_people'::regproc);
begin
  if position(had in text_now) = 0 then raise 'join_people is not the function of migration 0055'; end if;
  execute replace(text_now, had,
    'set state = ''skipped'', reason = null, reason_kind = ''other_name'', reason_args = null');
end $$;

drop function pg_temp.reason_of(text), pg_temp.rest_of(text), pg_temp.line_of(text, text);
